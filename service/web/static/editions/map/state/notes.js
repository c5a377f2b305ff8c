// Notes: what is known of each place in a few words, and what can be laid on places. Knows no DOM.
import { same } from "../../state/places.js";
import { resolved, shownOf } from "../../state/sheet.js";
import { amountsText, summaryOf } from "../../state/words.js";

/** What can be laid, the simplest first. */
const LAID = ["choice", "tick", "amounts", "number"];
const OTHER = ["id", "name", "text"];

/** The members of a table's rows that are asked, and are no text. */
const membersOf = (sheet, map, { item }) =>
  (item.fields ?? []).filter((field) => !field.derived && !OTHER.includes(field.key) && field.key !== map.ends).map((field) => resolved(sheet, field));

/** What can be laid on places: [{field, tables: of which it is a member}]. */
export const layable = (sheet, ground) => {
  const found = new Map();
  for (const table of ground.tables)
    for (const field of membersOf(sheet, ground.map.field.map, table).filter((one) => LAID.includes(one.is)))
      found.set(field.key, { field, tables: [...(found.get(field.key)?.tables ?? []), table] });
  return [...found.values()].sort((one, other) => LAID.indexOf(one.field.is) - LAID.indexOf(other.field.is));
};

/** The value of a member at a place; undefined: it has no such member. */
export const valueOf = (sheet, { row, table }, key) => {
  const field = (table.item.fields ?? []).find((one) => one.key === key);
  return field && shownOf(resolved(sheet, field), row?.[key]);
};

/** The values that stand at places, the most frequent first. */
export const valuesOn = (sheet, ground, { field, tables }) => {
  const counted = [];
  for (const place of ground.places.filter(({ table }) => tables.includes(table))) {
    const value = valueOf(sheet, place, field.key) ?? null;
    const known = counted.find((one) => same(one.value, value));
    if (known) known.count += 1;
    else counted.push({ value, count: 1 });
  }
  return counted.sort((one, other) => other.count - one.count).map(({ value }) => value);
};

/** What is said of a value of a member: amounts one by one. */
const saidOf = (sheet, document, field, value) => {
  if (field.is === "amounts") return amountsText(field, value).split(", ").filter(Boolean);
  if (field.is === "tick") return value ? [field.title] : [];
  const text = summaryOf(sheet, field, value, document);
  return text ? [field.is === "number" ? `${field.title} ${text}` : text] : [];
};

/** By address of a place, what is known of it: [{text, is: kind of its field, title}]. only: the key of the one member that is shown. What most places have is not said of each. */
export const notesOf = (sheet, document, ground, only) => {
  const told = new Map(ground.places.map(({ at }) => [at, []]));
  for (const table of ground.tables) {
    const own = ground.places.filter((place) => place.table === table);
    for (const field of membersOf(sheet, ground.map.field.map, table).filter(({ key, is }) => LAID.includes(is) && (!only || key === only))) {
      const texts = own.map((place) => saidOf(sheet, document, field, valueOf(sheet, place, field.key)));
      const usual = texts.find((text) => texts.filter((one) => same(one, text)).length > own.length / 2);
      const notes = (at) => texts[at].map((text) => ({ text, is: field.is, title: field.title }));
      own.forEach(({ at }, index) => (only || !usual || !same(usual, texts[index])) && told.get(at).push(...notes(index)));
    }
  }
  return told;
};

/** Notes as they are heard: what is chosen with the title of its field. */
export const heardOf = (notes) => notes.map(({ text, is, title }) => (is === "choice" ? `${title} ${text}` : text));
