// Ahead: what the next steps lead to is fetched while an entry is looked at, so that it is here when it is wanted.
import { effect, untracked } from "@preact/signals";
import { at, drawn, fault, fetched, last, whenPainted } from "./frames.js";
import { begins } from "./log.js";

/** Where a step leads from here, the likeliest first. */
const ways = () => [
  at.value + 1, at.value - 1, begins("turn", 1), begins("turn", -1), begins("round", 1), begins("round", -1),
];

const isThere = (number) => number >= 1 && number <= last.value;

const fetchFrom = async (number) => {
  for (const way of ways()) {
    if (at.value !== number || fault.value) return;
    if (isThere(way)) await fetched(way);
  }
};

/** Who has gone some way mostly goes on the same way: that entry is fetched while this one is painted. */
const goOn = () => {
  let before = [];
  effect(() => {
    const number = drawn.value;
    untracked(() => {
      if (number !== at.value || fault.value) return;
      const way = Math.max(0, before.indexOf(number));
      before = ways();
      if (isThere(before[way])) fetched(before[way]);
    });
  });
};

/** Fetch ahead of whoever looks, from each entry that is drawn; who goes on ends it. */
export const lookAhead = () => {
  goOn();
  whenPainted((number) => number === at.value && fetchFrom(number));
};
