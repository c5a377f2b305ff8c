// Together: whether this device puts turns together. What does so is a file of its own, fetched where it is wanted.
import { signal } from "@preact/signals";
import { drafts } from "./queue.js";

const SWITCH = "put-turns-together";
/** Whether this device puts turns together; else each action is recorded at once. */
export const puttingTogether = signal(localStorage.getItem(SWITCH) === "yes");
/** What is tapped meanwhile waits for it. */
export const fetchDrafts = () => {
  if (puttingTogether.value) drafts.coming ??= import("../drafts.js").catch(() => (drafts.coming = null));
};
export const putTogether = (does) => {
  puttingTogether.value = does;
  if (does) localStorage.setItem(SWITCH, "yes");
  else localStorage.removeItem(SWITCH);
  fetchDrafts();
};
