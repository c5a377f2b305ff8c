// Moving through the session: by entry, turn, round, by keys; whoever moves stops what plays.
import { signal } from "@preact/signals";
import { at, go, head, last } from "./frames.js";
import { begins } from "./log.js";
import { pause, playOrPause } from "./playing.js";

/** What is open beside the board: {kind: "share"|"note"|"branch"|"keys"|"place", …}; null: nothing. */
export const open = signal(null);

export const to = (number) => {
  pause();
  return go(number);
};
export const isOver = () => ["finished", "closed"].includes(head.value.status);
/** Forward by an entry; beyond the last one of a session that goes on, to its table. */
export const forward = () => {
  if (at.value === last.value && !isOver()) location.assign(`/t/${head.value.id}`);
  else to(at.value + 1);
};
export const backward = () => to(at.value - 1);

const KEYS = {
  ArrowLeft: backward,
  ArrowRight: forward,
  ArrowUp: () => to(begins("turn", -1)),
  ArrowDown: () => to(begins("turn", 1)),
  PageUp: () => to(begins("round", -1)),
  PageDown: () => to(begins("round", 1)),
  Home: () => to(1),
  End: () => to(last.value),
  " ": playOrPause,
  "?": () => (open.value = { kind: "keys" }),
  "/": () => document.getElementById("sought")?.focus(),
};
/** What the keys do, for who asks. */
export const TOLD = [
  ["← →", "previous or next entry"],
  ["↑ ↓", "previous or next turn"],
  ["PgUp PgDn", "previous or next round"],
  ["Home End", "first or last entry"],
  ["Space", "play or pause"],
  ["/", "search the log"],
  ["Esc", "close"],
];

const typing = (target) => target.matches("input:not([type=range]), textarea, select");
const pressed = (target) => target.matches("button, a, summary, select");

export const listenToKeys = () =>
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") open.value = null;
    const does = KEYS[event.key];
    if (!does || typing(event.target) || (event.key === " " && pressed(event.target))) return;
    event.preventDefault();
    does();
  });
