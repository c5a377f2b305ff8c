// The log of the replay page: every entry in words, read page after page, and where to go in it.
import { computed, effect, signal } from "@preact/signals";
import { ask } from "../../shared/api.js";
import { textOf } from "../../shared/html.js";
import { tokenOf } from "../../shared/tokens.js";
import { addEntries, entries } from "../../table/state/table.js";
import { as, at, eyesOf, head, last } from "./frames.js";

const PAGE = 200;

/** Marks of the session: [{entry, kind, seat, value}]. */
export const marks = signal([]);
/** What is sought in the log. */
export const sought = signal("");

export const byNumber = computed(() => new Map(entries.value.map((entry) => [entry.number, entry])));
/** The entry that is looked at; undefined until it is here. */
export const here = computed(() => byNumber.value.get(at.value));
/** Notes that somebody wrote about the entry that is looked at. */
export const notesHere = computed(() => entries.value.filter((entry) => entry.kind === "noted" && entry.about === at.value && entry.text));

export const readMarks = async (session) => {
  const { status, body } = await ask(`/v1/sessions/${session}/marks`, { token: tokenOf(session) });
  if (status === 200) marks.value = body.marks;
};

const readFrom = async (session, first, seat) => {
  const { eyes, token } = eyesOf(seat);
  const path = `/v1/sessions/${session}/entries?with=words&limit=${PAGE}&from=${first}${eyes}`;
  const { status, body } = await ask(path, { token });
  if (status !== 200 || seat !== as.value) return;
  addEntries(body.items);
  if (body.next) await readFrom(session, Number(body.next), seat);
};

/** Read the log with the eyes that are in use, and again where these change. */
export const followEyes = (session) =>
  effect(() => {
    const seat = as.value;
    entries.value = [];
    readFrom(session, 1, seat);
  });

/** Read what was recorded since. */
export const readNews = (session) => readFrom(session, (entries.value.at(-1)?.number ?? 0) + 1, as.value);

const numbersOf = (kind) => [1, ...marks.value.filter((mark) => mark.kind === kind).map((mark) => mark.entry)];
/** The entry at which the next or the last turn or round begins; the session's ends beyond them. */
export const begins = (kind, step) =>
  step > 0
    ? (numbersOf(kind).find((number) => number > at.value) ?? last.value)
    : (numbersOf(kind).findLast((number) => number < at.value) ?? 1);

const runsOf = ({ words }) => [...(words?.says ?? []), ...(words?.effects ?? []).flat()];
/** The entries in which a place or a piece is named, the last one first. */
export const historyOf = (ids) =>
  entries.value.filter((entry) => runsOf(entry).some((run) => ids.has(run.place) || ids.has(run.piece))).reverse();

const textOfEntry = (entry) => `${entry.number} ${textOf(runsOf(entry))} ${entry.reason ?? ""} ${entry.text ?? ""}`.toLowerCase();
export const found = computed(() => {
  const words = sought.value.toLowerCase().trim();
  return words ? entries.value.filter((entry) => textOfEntry(entry).includes(words)) : entries.value;
});

/** Whether this asker may lend a seat's eyes. */
export const maySeeAs = computed(() => Boolean(head.value?.you.sees_all) && head.value.status === "finished");
