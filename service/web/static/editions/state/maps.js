// Maps: which fields of a section are maps, and which of their places lies open. Knows no DOM.
import { signal } from "@preact/signals";
import { document, sheet, told } from "./draft.js";
import { aboveOf, below, isIn, rowKeys, stepsOf } from "./places.js";
import { nameOf, resolved, spoken } from "./sheet.js";

const KEPT = "tablelog.edition-maps";
/** Whether maps are shown as maps, or as lists. */
export const asMap = signal(localStorage.getItem(KEPT) !== "list");
export const showAsMap = (is) => {
  asMap.value = is;
  localStorage.setItem(KEPT, is ? "map" : "list");
};

const mapsOf = (given, at, value, title) => {
  const field = resolved(sheet.value, given);
  if (field.map) return told.value.maps?.[at] ? [{ at, field, title }] : [];
  if (value === null || typeof value !== "object") return [];
  const each = (keys, name) => keys.flatMap((key, index) => mapsOf(field.item, below(at, key), Array.isArray(value) ? value[index] : value[key], name(key, index)));
  if (field.is === "form") return field.fields.flatMap((one) => mapsOf(one, below(at, one.key), value[one.key], one.title));
  if (field.is === "keyed") return each(Object.keys(value), (key) => `${title.replace(/s$/, "")} ${spoken(key)}`);
  return field.is === "table" ? each(rowKeys(value), (key, index) => nameOf(value[index])) : [];
};
/** The maps of a section that can be drawn: [{at, field, title}]. */
export const mapsIn = ({ key, field, title }) => mapsOf(field, below("", key), document.value[key], title);

/** Whether this row is a map or a place of one that is shown as a map, so that its fields stand beside it. */
export const isOnMap = (at) => {
  const section = asMap.value && sheet.value.sections.find(({ key }) => key === stepsOf(at)[0]);
  const found = section && mapsIn(section).find((map) => isIn(at, map.at));
  return Boolean(found) && (at === found.at || found.field.map.places.some((table) => aboveOf(at) === below(found.at, table)));
};
