// What a tap on the board means now: the widget that asks for values tells it.
import { signal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";

/** {values, take, chosen, place}: the values that may be tapped, what takes one, keys of those that are taken; `place`: where the widget itself says what places stand for, place → {value, chosen, says}. */
export const picked = signal(null);

/** Take taps on the board for as long as the widget is there. */
export const useBoard = (values, take, chosen = new Map(), place) => {
  useLayoutEffect(() => {
    const mine = { values, take, chosen, place };
    picked.value = mine;
    return () => {
      if (picked.value === mine) picked.value = null;
    };
  });
};
