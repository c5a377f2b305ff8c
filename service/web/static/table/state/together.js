// Together: whether this device puts turns together. What does so is a file of its own, fetched where it is wanted.
import { computed, effect, signal } from "@preact/signals";
import { drafts } from "./queue.js";
import { you } from "./table.js";

const SWITCH = "put-turns-together";
const wanted = signal(localStorage.getItem(SWITCH));
/** Whether this device puts turns together, as a seat's does unless somebody switches it off; else each action is recorded at once. A phone for all seats does not: others may act meanwhile. */
export const puttingTogether = computed(() => (wanted.value ? wanted.value === "yes" : you.value.role === "seat"));
/** What is tapped meanwhile waits for it. */
export const fetchDrafts = () =>
  effect(() => {
    if (puttingTogether.value) drafts.coming ??= import("../drafts.js").catch(() => (drafts.coming = null));
  });
export const putTogether = (does) => {
  wanted.value = does ? "yes" : "no";
  localStorage.setItem(SWITCH, wanted.value);
};
