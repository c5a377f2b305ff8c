// Begins: what begins a turn or its next step, and what a tap on the board begins.
import { deeds } from "../shining.js";
import { start, verbs } from "./choosing.js";
import { draft } from "./draft.js";
import { rankOf } from "./far.js";
import { drafts, isCut, waiting } from "./queue.js";
import { puttingTogether } from "./together.js";

/** Whether a step that is chosen now may begin a turn. */
export const mayBegin = (verb) =>
  puttingTogether.value && !isCut() && !waiting.value.length && verb.seat !== null && !verb.words.ends && !verb.words.must_be_last;

/** The verbs of now, without those that are further on. */
export const here = () => verbs.value.filter((verb) => !verb.ahead);
/** A place was tapped: what comes first of all that can be done there is the next step, for it can be taken back. Of one verb it answers what is asked first. Answers whether it is. */
export const tap = (place) => {
  const at = ({ verb, name }) => Object.keys(verb.offers[0].parameters).indexOf(name);
  const [first, second] = deeds.value.get(place.id).toSorted((one, other) => rankOf(one) - rankOf(other) || at(one) - at(other));
  const { verb, name, value } = first;
  if (second && rankOf(second) === rankOf(first) && (second.verb !== verb || second.name === name)) return false;
  if (!(draft.value ? !verb.words.ends && !verb.words.must_be_last : mayBegin(verb))) return false;
  drafts.onBoard = place;
  start(verb, { [name]: value });
  drafts.onBoard = false;
  return true;
};
