// Playing: one entry after the other, so many seconds each, or as slowly as they came at the table.
import { signal } from "@preact/signals";
import { at, drawn, go, last } from "./frames.js";
import { byNumber } from "./log.js";

/** Seconds an entry; `evening`: as it was, pauses cut short. */
export const SPEEDS = [["3", "3 s"], ["1", "1 s"], ["0.3", "0.3 s"], ["evening", "Real time"]];
const LONGEST_PAUSE = 3;

export const speed = signal("1");
/** The entry that playing ends at; 0: nothing plays. */
export const until = signal(0);
let timer;

const timeOf = (number) => Date.parse(byNumber.value.get(number)?.moved_at ?? byNumber.value.get(number)?.at);
const seconds = () => {
  if (speed.value !== "evening") return Number(speed.value);
  const pause = (timeOf(at.value + 1) - timeOf(at.value)) / 1000;
  return Math.min(Math.max(pause || 0, 0.1), LONGEST_PAUSE);
};

const next = () => {
  clearTimeout(timer);
  if (!until.value) return;
  if (at.value >= until.value) return pause();
  timer = setTimeout(async () => {
    if (drawn.value === at.value) await go(at.value + 1);
    next();
  }, 1000 * seconds());
};

export const pause = () => {
  clearTimeout(timer);
  until.value = 0;
};
/** Play to an entry, from the first one where it stands at the end. */
export const play = (to = last.value) => {
  if (at.value >= to) go(1);
  until.value = to;
  next();
};
export const playOrPause = () => (until.value ? pause() : play());
