// Together: whether this device puts turns together. What does so is a file of its own, fetched where it is wanted.
import { computed, effect, signal } from "@preact/signals";
import { both } from "./both.js";
import { asking } from "./choosing.js";
import { drafts } from "./queue.js";
import { spread } from "./spread.js";
import { chance, veils, you } from "./table.js";

const SWITCH = "put-turns-together";
const wanted = signal(localStorage.getItem(SWITCH));
/** Whether this device puts turns together, as a seat's does unless somebody switches it off; else each action is recorded at once. A phone for all seats does not: others may act meanwhile. */
export const puttingTogether = computed(() => (wanted.value ? wanted.value === "yes" : you.value.role === "seat"));
/** Pixels of a screen that has room for more buttons; how many it has. */
const TALL = 700;
const FEW = 5;
const MANY = 8;
/** Whether it has a button: what is further on and answered on the board has none. */
const isShown = ({ ahead, offers, words }) =>
  !ahead || !Object.entries(words.parameters ?? {}).some(([name, { values }]) => offers.some(({ parameters }) => parameters?.[name]) && Object.values(values ?? {}).some(({ place }) => place));
/** What is further on says what is done first. */
const called = (verb) => (verb.ahead ? { ...verb, words: { ...verb.words, hint: [`first: ${verb.ahead[0].label}`, verb.ahead[0].hint].filter(Boolean).join(", ") } } : verb);
/** Verbs, with the answers of some instead of them, where a step can be taken back. */
export const answered = (verbs) => (puttingTogether.value ? spread(verbs.filter(isShown).map(called), chance.value, innerHeight < TALL ? FEW : MANY, veils.value) : verbs);
/** From now on two lists that are asked one after the other are one question. */
export const askBoth = () => {
  const { next } = asking;
  asking.next = (made, of) => both(next(made, of), of);
};
/** What is tapped meanwhile waits for it. */
export const fetchDrafts = () =>
  effect(() => {
    if (puttingTogether.value) drafts.coming ??= import("../drafts.js").catch(() => (drafts.coming = null));
  });
export const putTogether = (does) => {
  wanted.value = does ? "yes" : "no";
  localStorage.setItem(SWITCH, wanted.value);
};
