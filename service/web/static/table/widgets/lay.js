// Lay: a stock is laid on the board, piece by piece. The first one is in the hand; the last one that is laid ends the question.
import { effect } from "@preact/signals";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { html } from "../../shared/html.js";
import { PieceSign } from "../pieces.js";
import { laidOut, planOf, targetsOf } from "../state/lay.js";
import { settling, trouble, waiting } from "../state/queue.js";
import { laid as shown, now } from "../state/table.js";
import { Done } from "./options.js";
import { useBoard } from "./picked.js";

/** What is laid stays where it is until the table tells what came of it. */
const keepUntilTold = (kept) => {
  const before = now.peek();
  let sent = false;
  const end = effect(() => {
    const under = settling.value || waiting.value.length > 0;
    sent ||= under;
    if (shown.value === kept && now.value === before && !trouble.value && (under || !sent)) return;
    if (shown.peek() === kept) shown.value = null;
    queueMicrotask(() => end());
  });
};

const useShown = (stock, laid) =>
  useLayoutEffect(() => {
    shown.value = (whole) => laidOut(whole, stock, laid);
  }, [laid]);

/** What is in the hand has a mark on the board as well. */
const markHand = (id) =>
  requestAnimationFrame(() => {
    for (const piece of document.querySelectorAll("[data-hand]")) delete piece.dataset.hand;
    for (const piece of document.querySelectorAll(`.board [data-piece="${CSS.escape(id ?? "")}"]`)) piece.dataset.hand = "";
  });

export const LayWidget = ({ domain, words, answer, allows, stock }) => {
  const { items, known } = stock;
  const [laid, lay] = useState(new Map());
  const [wanted, want] = useState(null);
  const isOver = useRef(false);
  const left = items.filter(({ piece }) => !laid.has(piece.id));
  const hand = left.find(({ piece }) => piece.id === wanted) ?? left[0];
  const targets = hand ? targetsOf(domain, words, laid, hand.value, left.length) : [];
  const next = (after) => left[(left.indexOf(after) + 1) % left.length]?.piece.id;
  const end = (plan) => {
    isOver.current = true;
    keepUntilTold(shown.peek());
    answer(plan);
  };
  const put = (target) => {
    const now = new Map([...laid, [hand.piece.id, target]]);
    const plan = now.size === items.length && planOf(domain, now, items);
    if (plan && allows(plan)) {
      shown.value = (whole) => laidOut(whole, stock, now);
      return end(plan);
    }
    want(next(hand));
    lay(now);
  };
  const takeBack = (id) => {
    lay(new Map([...laid].filter(([one]) => one !== id)));
    want(id);
  };
  const placeName = (id) => known.get(id).name;
  const places = new Map([
    ...targets.map((target) => [target.place, { value: () => put(target), says: `${placeName(target.place)}: lay the ${hand.piece.face ?? hand.piece.label} here` }]),
    ...[...laid].map(([id, { place }]) => [place, { value: () => takeBack(id), chosen: true, says: `${placeName(place)}: take back ${items.find(({ piece }) => piece.id === id).piece.label}` }]),
    ...(left.length > 1 ? [[stock.stock, { chosen: false, value: () => want(next(hand)), says: `${placeName(stock.stock)}: take the next piece` }]] : []),
  ]);
  useBoard([], (act) => act(), new Map(), places);
  useShown(stock, laid);
  useLayoutEffect(() => markHand(hand?.piece.id));
  useLayoutEffect(() => () => void markHand(), []);
  useLayoutEffect(() => () => void (isOver.current || (shown.value = null)), []);
  const plan = planOf(domain, laid, items);
  return html`<div class="tray" role="group" aria-label="To be laid">
      ${left.map(({ piece }) => html`<button type="button" key=${piece.id} class="option" data-key aria-label=${piece.label} aria-pressed=${piece === hand.piece}
        onClick=${() => want(piece.id)}><${PieceSign} piece=${piece} /></button>`)}
    </div>
    <p class="quiet hint" role="status">${hand ? `${hand.piece.label} is in your hand. Tap a place on the board.` : ""}</p>
    <${Done} plain open=${laid.size > 0 && plan && allows(plan)} label=${left.length ? "Leave the rest" : "Done"} says=${`${left.length} left`} onDone=${() => end(plan)}>
      <button type="button" class="option" disabled=${!laid.size} onClick=${() => takeBack([...laid.keys()].at(-1))}>Undo one</button>
    </${Done}>`;
};
