// Leaving: the phone's Back leaves what was opened last, one step at a time; at the bare table it leaves the page.
import { computed, effect, signal } from "@preact/signals";
import { back, choice, tapped } from "./state/choosing.js";
import { drop, following } from "./state/outbox.js";
import { trouble } from "./state/queue.js";
import { closeSheet, enlarged, sheet } from "./state/sheets.js";

const partNow = () => location.hash.slice(1).split("=")[0];
/** Which part of the page a phone shows; "" is the table. */
const part = signal(partNow());

const questions = (made) => (made ? 1 + questions(made.back) : 0);
const asksOutcome = () => trouble.value?.problem?.outcomes && !following.value.length;

/** What can be left, the uppermost first: how many steps of it are open, and what leaves one. */
const LAYERS = signal([
  [() => Number(Boolean(asksOutcome())), drop],
  [() => Number(Boolean(sheet.value)), closeSheet],
  [() => Number(Boolean(part.value)), () => (part.value = "")],
  [() => questions(choice.value) + Number(Boolean(tapped.value)), back],
  [() => Number(Boolean(enlarged.value)), () => (enlarged.value = null)],
]);
/** What a later part of the page can have open below all others. */
export const alsoLeave = (open, close) => (LAYERS.value = [...LAYERS.value, [() => Number(Boolean(open.value)), close]]);
const depth = computed(() => LAYERS.value.reduce((sum, [open]) => sum + open(), 0));

/** Leave the uppermost. Answers whether that left anything. */
const leave = () => {
  const before = depth.peek();
  LAYERS.value.find(([open]) => open())?.[1]();
  return depth.peek() < before;
};

/** The depth of the history's entry that is shown; each entry has its own in its state. */
let shown = 0;
/** Whether the history is on its way back to an entry: it says when it is there. */
let moving = false;

const address = () => location.pathname + location.search + (part.value === partNow() ? location.hash : part.value && `#${part.value}`);
const mark = (how, depth) => {
  const before = partNow();
  history[how]({ depth }, "", address());
  if (partNow() !== before) dispatchEvent(new HashChangeEvent("hashchange"));
  shown = depth;
};

/** Have as many entries in the history as steps are open. */
const settle = () => {
  if (moving) return;
  const steps = depth.peek();
  if (shown > steps && history.length > shown) {
    moving = true;
    history.go(steps - shown);
    return;
  }
  if (shown < steps) mark("pushState", shown + 1);
  else mark("replaceState", steps);
  if (shown < steps) settle();
};

const onMove = () => {
  const found = history.state?.depth;
  if (found === undefined) {
    // Somebody wrote another part of the page into the address.
    part.value = partNow();
    mark("replaceState", shown + 1);
  } else {
    shown = found;
    while (!moving && depth.peek() > shown && leave());
  }
  moving = false;
  settle();
};

/** The links to the page's parts add no entries of their own: Back leads from any part to the table. */
const onClick = (event) => {
  const link = event.target.closest(".tabs a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  part.value = link.hash.slice(1);
};

export const listenToBack = () => {
  shown = history.state?.depth ?? 0;
  addEventListener("popstate", onMove);
  document.addEventListener("click", onClick);
  if (history.state?.depth === undefined) {
    // Below a part that the address names lies the table.
    history.replaceState({ depth: 0 }, "", part.value ? location.pathname + location.search : address());
  }
  effect(() => {
    depth.value;
    part.value;
    queueMicrotask(settle);
  });
};
