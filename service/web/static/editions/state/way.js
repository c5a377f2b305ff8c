// Way: from an address to the field that asks for it, and to the row whose form shows it. Knows no DOM.
import { below, rowKeys, stepsOf } from "./places.js";
import { kindOf, resolved } from "./sheet.js";

const SIMPLE = ["text", "number", "tick", "choice"];
const INLINE = 2;
/** Whether the rows of a list stand apart, each with a form of its own. */
export const standsApart = (sheet, field, rows) => field.is === "table" || (field.is === "list" && rows.length > INLINE && !SIMPLE.includes(resolved(sheet, field.item).is));

const memberOf = (fields, key) => (fields ?? []).find((one) => one.key === key);
const inner = (sheet, field, value, step) => {
  if (field.is === "form") return memberOf(field.fields, step);
  if (field.is === "variants") return memberOf(field.variants.find((one) => one.value === value?.[field.tag])?.fields, step);
  return field.item;
};

/** {field, row, rows}: the field at an address as far as it is known, the row whose form shows it (""), its list. */
export const wayTo = (sheet, document, at) => {
  const [key, ...steps] = stepsOf(at);
  let field = sheet.sections.find((one) => one.key === key)?.field;
  let value = document[key];
  let place = below("", key);
  let row = "";
  let list = null;
  for (const step of steps) {
    if (!field) break;
    field = resolved(sheet, field);
    while (field.is === "either") field = resolved(sheet, field.fields[kindOf(sheet, field, value)]);
    const isList = Array.isArray(value);
    const apart = isList && standsApart(sheet, field, value);
    const holder = { at: place, field, rows: value };
    place = below(place, step);
    if (apart) {
      row = place;
      list = holder;
    }
    field = inner(sheet, field, value, step);
    value = isList ? value[rowKeys(value).indexOf(step)] : value?.[step];
  }
  return { field: field && resolved(sheet, field), row, list };
};
