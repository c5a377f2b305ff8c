// Moves: what was recorded as one list is told as one line.
import { computed } from "@preact/signals";
import { entries, last } from "./table.js";

const first = ({ move, number }) => move ?? number;
/** Entries in lists: each is a move, or what of it was taken back. */
export const inMoves = (all) =>
  all.reduce((moves, entry) => {
    const move = moves.at(-1);
    if (move && first(move[0]) === first(entry) && move[0].live === entry.live) move.push(entry);
    else moves.push([entry]);
    return moves;
  }, []);
/** The last move that nobody took back; empty before the first entry. */
export const lastMove = computed(() => entries.value.filter((entry) => last.value && first(entry) === first(last.value) && entry.live));

/** The class of the sentence of a move: whether not everybody may read it. */
export const secretOf = (move) => (move.some(({ words }) => words?.secret) ? "secret" : "");
/** `5`, or `5–8`. */
export const numbersOf = (move) => (move.length > 1 ? `${move[0].number}–${move.at(-1).number}` : move[0].number);

/** So many sentences are told; the others are left to who unfolds them. */
const MOST = 6;
/** The seat that acts in a sentence: one that begins with it and goes on with a verb. */
const actor = ([who, does]) => (typeof does === "string" && does[0] === " " ? who.seat : null);
/** The sentences of a move as one, in which who acts is named once. */
export const saysOf = (move) => {
  const [one, ...more] = move.map(({ words }) => words?.says ?? []);
  if (!more.length) return one;
  const open = (says) => (typeof says.at(-1) === "string" ? [...says.slice(0, -1), says.at(-1).replace(/\.$/, "")] : says);
  const who = actor(one);
  const next = (says) => open(who && actor(says) === who ? [says[1].slice(1), ...says.slice(2)] : says);
  return [...open(one), ...more.slice(0, MOST - 1).flatMap((says) => ["; ", ...next(says)]), more.length < MOST ? "." : "; …"];
};
