// Named: what the action that comes names, and what the last one named that was recorded from here. Knows no DOM.
import { computed } from "@preact/signals";
import { rest } from "../later.js";
import { picked } from "../widgets/picked.js";
import { choice, forced, question, verbs } from "./choosing.js";
import { valueKey } from "./domains.js";
import { inMoves } from "./moves.js";
import { step } from "./narrow.js";
import { drafts } from "./queue.js";
import { chance, entries, preview, table, you } from "./table.js";

/** All words in a value that may name something: texts, and what members are called. */
const wordsIn = (value) => {
  if (typeof value === "string") return [value];
  if (value === null || typeof value !== "object") return [];
  return Array.isArray(value) ? value.flatMap(wordsIn) : Object.entries(value).flatMap(([name, one]) => [name, ...wordsIn(one)]);
};
const inAction = ({ type, seat, ...parameters }) => wordsIn(parameters);

/** What has been chosen already: in the turn so far, for this action, and for the question that is open. */
const chosen = computed(() => {
  const { values = [], chosen: keys } = picked.value ?? {};
  const taken = keys?.size ? values.filter((value) => keys.has(valueKey(value))) : [];
  return [...((preview.value && drafts.steps?.()) || []).flatMap(inAction), ...wordsIn([choice.value?.given ?? {}, taken])];
});

/** The answers of a question that one tap gives, each as the choice that it makes. */
const answersTo = ({ kind, options, domain, put }) => (options ? options.map((one) => one.choice) : kind === "value" && domain.kind === "choice" ? domain.values.map(put) : []);
/** What is recorded by one tap more: by an answer of a question, else by a button without one. */
const offered = computed(() => {
  const asked = question.value;
  // Nothing is said of a hand that lies face down.
  if (asked && rest.value?.covers(asked)) return [];
  const found = asked ? answersTo(asked).map((made) => step(made, chance.value)) : verbs.value.map(forced);
  return found.flatMap((one) => (one?.kind === "done" ? inAction(one.action) : []));
});

/** What this link recorded last: the entries of one move. */
const own = computed(() => {
  const mine = entries.value.filter(({ live, action, by }) => live && action && by.role === you.value.role && (by.seat ?? null) === (you.value.seat ?? null));
  return inMoves(mine).at(-1) ?? [];
});
/** Its last number; 0: there is none. */
export const recordedLast = computed(() => own.value.at(-1)?.number ?? 0);
/** What stands under no other question; of a seat, what everybody may read. */
const past = computed(() => (choice.value ? [] : own.value.filter(({ words }) => !(you.value.role === "seat" && words?.secret)).flatMap(({ action }) => inAction(action))));

/** Words that may name a part of the box: of the action that comes, of what one tap more records, and of what was recorded last. */
export const named = computed(() => ({ chosen: chosen.value, offered: offered.value, past: past.value }));

/** The ids of cards, places and pieces on the board as it is recorded: those that everybody sees, and those that lie hidden from somebody. */
export const onBoard = computed(() => {
  const holders = [...table.value.board.zones, ...table.value.board.seats];
  const places = holders.flatMap(({ places: some = [] }) => some);
  const things = [...holders.flatMap(({ cards = [] }) => cards), ...places, ...places.flatMap(({ pieces = [] }) => pieces)];
  const of = (some) => some.map(({ id }) => id).filter(Boolean);
  return { seen: of(things.filter(({ secret }) => !secret)), hidden: of(things.filter(({ secret }) => secret)) };
});
