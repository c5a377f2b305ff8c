// The camera: the zone in which all lies that is asked fills the board; what takes the screen is alone on it. Zones are hidden, never moved.
import { signal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { html, Icon } from "../shared/html.js";
import { Marks } from "./marks.js";
import { Says } from "./says.js";
import { fresh, soft } from "./shining.js";
import { choice } from "./state/choosing.js";
import { notice } from "./state/queue.js";
import { closeTaken, openTaken, showAll, taken, taking, waits, wanted } from "./state/scene.js";
import { board, entries, preview, table, you } from "./state/table.js";

/** Milliseconds in which nobody has seen where things are after the board moved by itself. */
const UNREAD = 500;
/** Milliseconds for which the board stays where a hand moved it. */
const HELD = 30_000;

const idOf = (zone) => zone.getAttribute("aria-labelledby")?.slice("zone-".length);
const topOf = (root, zone) => zone.getBoundingClientRect().top - root.getBoundingClientRect().top;

/** What took the screen until this entry, {reason, number}; how it ended stays until it is tapped away. */
const ended = signal(null);
let before = null;
taking.subscribe((now) => {
  if (preview.peek()) return;
  if (before && before.key !== now?.key) ended.value = { reason: before.zone.takes_screen, number: table.peek().version };
  before = now;
});

/** Whether an entry came since the last tap: what the board does then, nobody has tapped. */
let unasked = false;
table.subscribe(() => (unasked = true));
const byTap = () => (unasked = false);
byTap();
document.addEventListener("click", byTap, true);
document.addEventListener("keydown", byTap, true);

/** Hide what is not wanted. What was in view alone stays where it is when the others come back. */
const frame = (root, ids, off) => {
  const zones = [...root.querySelectorAll(":scope > .zone")];
  const alone = "alone" in root.dataset;
  const narrow = ids && (alone || taken.peek() || root.scrollHeight > root.clientHeight + 1);
  const kept = alone && !narrow && zones.find((zone) => !zone.hidden && zone.querySelector(".picture, .card, .lines"));
  const top = kept && topOf(root, kept.querySelector(".title"));
  for (const zone of zones) zone.hidden = narrow ? !ids.includes(idOf(zone)) : idOf(zone) === off;
  const mat = root.querySelector(":scope > .mat");
  if (mat) mat.hidden = Boolean(narrow && !taken.peek());
  if (narrow) root.dataset.alone = taken.peek() ? "taken" : "asked";
  else delete root.dataset.alone;
  root.style.setProperty("--high", `${root.clientHeight}px`);
  if (kept) root.scrollTop += topOf(root, kept.querySelector(".title")) - top;
  return Boolean(narrow) !== alone;
};

/** Bring one of these into view, unless one is. Answers whether the board moved. */
const show = (root, all) => {
  const { top, bottom } = root.getBoundingClientRect();
  const isSeen = (one) => one.getBoundingClientRect().bottom > top && one.getBoundingClientRect().top < bottom;
  if (!all.length || all.some(isSeen)) return false;
  all[0].scrollIntoView({ block: "center" });
  return true;
};
/** With nothing asked, what has just changed is in view, unless a hand has moved the board. */
const follow = (root) => show(root, [...root.querySelectorAll(":scope > .zone .fresh")]);
/** In a turn that is put together, something that can be tapped next is in view. */
const lead = (root) => preview.peek() && !choice.peek() && show(root, [...root.querySelectorAll(".spot.soft")]);

const Outcome = () => {
  const told = ended.value;
  const entry = told && entries.value.find(({ number }) => number === told.number);
  return entry && entry.kind !== "retracted" && html`<p class="strip outcome" role="status"><span><b>${told.reason}</b> <${Says} runs=${entry.words?.says} /></span>
    <button type="button" class="option" onClick=${() => (ended.value = null)}>Close</button></p>`;
};

export const Camera = () => {
  const here = useRef();
  const moves = useRef({ by: -HELD, at: -UNREAD });
  /** The board has moved; by itself: it says in `data-moved` that it takes no tap yet. */
  const move = (root, byItself) => {
    moves.current.at = byItself ? performance.now() : -UNREAD;
    clearTimeout(moves.current.timer);
    delete root.dataset.moved;
    if (!byItself) return;
    root.dataset.moved = "";
    moves.current.timer = setTimeout(() => delete root.dataset.moved, UNREAD);
  };
  const ids = wanted.value;
  const off = waits.value?.id;
  const shown = board.value;
  useLayoutEffect(() => {
    const root = here.current.parentElement;
    const screen = root.closest(".screen");
    if (taken.value) screen.dataset.taken = you.peek().role;
    else delete screen.dataset.taken;
    if (frame(root, ids, off)) move(root, unasked);
  }, [ids?.join(), off, shown]);
  useEffect(
    () =>
      fresh.subscribe(({ places }) => {
        if (!places.size || choice.peek() || performance.now() < moves.current.by + HELD) return;
        requestAnimationFrame(() => {
          if (here.current && follow(here.current.parentElement)) move(here.current.parentElement, true);
        });
      }),
    [],
  );
  useEffect(() => soft.subscribe(() => requestAnimationFrame(() => here.current && lead(here.current.parentElement))), []);
  useEffect(() => {
    const root = here.current.parentElement;
    const byHand = () => (moves.current.by = performance.now());
    const judge = (event) => {
      if (performance.now() > moves.current.at + UNREAD || event.target.closest(".camera")) return;
      event.preventDefault();
      event.stopPropagation();
      notice.value = "The board just moved. Tap again.";
    };
    root.addEventListener("touchmove", byHand, { passive: true });
    root.addEventListener("wheel", byHand, { passive: true });
    root.addEventListener("click", judge, true);
    return () => {
      root.removeEventListener("touchmove", byHand);
      root.removeEventListener("wheel", byHand);
      root.removeEventListener("click", judge, true);
    };
  }, []);
  const close = taken.value ? closeTaken : showAll;
  return html`<div class="camera" ref=${here}>
    <${Marks} />
    <${Outcome} />
    ${taken.value && taken.value.title !== taken.value.takes_screen && html`<p class="taken-head">${taken.value.takes_screen}</p>`}
    ${waits.value && html`<button type="button" class="strip" onClick=${openTaken}><${Icon} name="eye" /> ${waits.value.takes_screen}</button>`}
    ${ids && html`<button type="button" class="whole option" onClick=${close}><${Icon} name="zoom-out" /> Whole board</button>`}
  </div>`;
};
