// Ahead: what the next steps lead to is fetched while an entry is looked at, so that it is here when it is wanted.
import { at, fault, fetched, last, whenPainted } from "./frames.js";
import { begins } from "./log.js";

/** Where a step leads from here, the likeliest first. */
const ways = () => [
  at.value + 1, at.value - 1, begins("turn", 1), begins("turn", -1), begins("round", 1), begins("round", -1),
];

const fetchFrom = async (number) => {
  for (const way of ways()) {
    if (at.value !== number || fault.value) return;
    if (way >= 1 && way <= last.value) await fetched(way);
  }
};

/** Fetch ahead of whoever looks, from each entry that is drawn; who goes on ends it. */
export const lookAhead = () => whenPainted((number) => number === at.value && fetchFrom(number));
