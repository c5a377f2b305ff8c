// Blanks: cards that nobody has entered yet. To a player they are all the same, and each is entered when the table first sees it.
import { effect } from "@preact/signals";
import { Coming } from "../later.js";
import { asking } from "./choosing.js";
import { closeSheet, openSheet, sheet } from "./sheets.js";
import { chance, entries, isScribe, line, mayRecord, preview, table } from "./table.js";

const textsIn = (value) => (typeof value === "string" ? [value] : value && typeof value === "object" ? Object.values(value).flatMap(textsIn) : []);
const valuesOf = ({ values = {}, members = {} }) => [values, ...Object.values(members)].flatMap(Object.entries);
/** The blanks that any answer could name: [id, what it is]. */
const offered = ({ parameters = {}, narrowed = [] }) =>
  [parameters, ...narrowed.map((one) => one.parameters ?? {})]
    .flatMap(Object.values)
    .flatMap(valuesOf)
    .flatMap(([id, told]) => (told?.blank ? [[id, told.blank]] : []));

/** The blanks among these words that a value names, in its order. */
export const blanksIn = (value, words) => {
  const known = new Map(offered(words));
  return [...new Set(textsIn(value))].filter((id) => known.has(id)).map((id) => [id, known.get(id)]);
};

/** Those that were taken here and that not everybody sees yet: id → what it is. */
const taken = new Map();
/** Ask for them once everybody sees them. */
export const takeLater = (found) => found.forEach(([id, what]) => taken.set(id, what));

const mayEnter = () => chance.value.chance === "declared" && mayRecord.value && line.value === "live" && !table.value.closed;
/** Enter them one after the other; `then`: goes on, whether they were entered or left for later. */
const enter = async (found, then = () => {}) => {
  openSheet("learn", { Learn: Coming });
  try {
    const { Blanks, dressed } = await import("../learning.js");
    await dressed;
    openSheet("learn", { Learn: Blanks, found, onEnd: () => (closeSheet(), then()) });
  } catch {
    closeSheet();
    then();
  }
};

/** Before an action that shows blanks is recorded, who sees all enters them; all others once it is recorded. */
export const enterBlanks = () => {
  const { record } = asking;
  asking.record = (made) => {
    const found = mayEnter() ? blanksIn(made.action, made.choice.verb.words) : [];
    if (found.length && isScribe.value && !preview.value) return enter(found, () => record(made));
    takeLater(found);
    return record(made);
  };
  return effect(() => {
    const news = entries.value.at(-1) ?? null;
    const text = taken.size && JSON.stringify(news);
    const found = text ? [...taken].filter(([id]) => text.includes(`"${id}"`)) : [];
    if (!found.length || sheet.peek() || !mayEnter()) return;
    import("../learning.js").then(async ({ mayAmend }) => {
      const shown = [];
      for (const one of found) if (await mayAmend(one[0])) shown.push(one);
      shown.forEach(([id]) => taken.delete(id));
      if (shown.length && !sheet.peek()) enter(shown);
    }).catch(() => {});
  });
};
