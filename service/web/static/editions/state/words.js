// Words: values of a box as short texts, and amounts that are typed. Knows no DOM.
import { optionsOf, kindOf, resolved, shownOf, spoken, nameOf } from "./sheet.js";

const MOST = 4;
const short = (texts) => {
  const some = texts.filter(Boolean);
  return some.slice(0, MOST).join(", ") + (some.length > MOST ? " …" : "");
};
const labelIn = (options, value) => options.find((one) => one.value === value)?.label ?? (value === "" ? "" : spoken(value ?? ""));

const SAYS = {
  text: (sheet, field, value) => value,
  number: (sheet, field, value) => `${String(value).replace("-", "−")}${field.unit ? ` ${field.unit}` : ""}`,
  tick: (sheet, field, value) => (value ? "yes" : ""),
  choice: (sheet, field, value, document) => labelIn(optionsOf(sheet, field, document), value),
  amounts: (sheet, field, value) => amountsText(field, value),
  list: (sheet, field, value, document) => (Array.isArray(value) ? short(value.map((one) => summaryOf(sheet, field.item, one, document))) : ""),
  table: (sheet, field, value) => (Array.isArray(value) ? short(value.map(nameOf)) : ""),
  keyed: (sheet, field, value, document) => short(Object.entries(value).map(([key, one]) => `${spoken(key)}: ${summaryOf(sheet, field.item, one, document)}`)),
  form: (sheet, field, value, document) => membersText(sheet, field.fields ?? [], value, document),
  variants: (sheet, field, value, document) => {
    const variant = field.variants.find((one) => one.value === value?.[field.tag]);
    const more = variant && membersText(sheet, variant.fields ?? [], value, document);
    return [variant?.label ?? "", more].filter(Boolean).join(": ");
  },
  either: (sheet, field, value, document) => summaryOf(sheet, field.fields[kindOf(sheet, field, value)], value, document),
};

/** A value in a few words; "" where there is nothing to say. */
export const summaryOf = (sheet, given, value, document) => {
  const field = resolved(sheet, given);
  const now = shownOf(field, value);
  if (now === undefined || now === null || now === "") return "";
  const kinds = { object: ["amounts", "keyed", "form", "variants"] };
  if (kinds.object.includes(field.is) && typeof now !== "object") return String(now);
  return String(SAYS[field.is](sheet, field, now, document) ?? "");
};

const PLAIN = ["text", "choice", "amounts"];
/** Members with their titles where a bare value would say too little. */
export const membersText = (sheet, fields, value, document) =>
  short(fields.filter(({ key, derived }) => !["id", "name", "count"].includes(key) && !derived).map((given) => {
    const field = resolved(sheet, given);
    const text = summaryOf(sheet, field, value?.[field.key], document);
    if (!text || (field.is === "number" && !value?.[field.key])) return "";
    if (field.is === "tick") return field.title;
    return PLAIN.includes(field.is) || field.unit ? text : `${field.title} ${text}`;
  }));

export const amountsText = (field, value) =>
  (field.options ?? []).filter((one) => value?.[one.value]).map((one) => `${value[one.value]} ${one.label}`).join(", ");

const PAIR = /^(?:(-?\d+)\s*(\D*)|(\D+?)\s*(-?\d+))$/;
/** What a typed `2 water, 1 po` says; null where a word is no beginning of just one option. */
export const amountsIn = (field, text) => {
  const found = {};
  const pairs = text.replaceAll("−", "-").match(/-?\d+\s*[^\d,;+-]*|[^\d,;+\s-][^\d,;+-]*-?\d+/g) ?? [];
  if (pairs.join("").replace(/\s/g, "").length !== text.replace(/[\s,;+]/g, "").length) return null;
  for (const pair of pairs) {
    const [, before, word = "", other, after] = PAIR.exec(pair.trim()) ?? [];
    const sought = (word || other || "").trim().toLowerCase();
    const options = field.options.filter(({ value, label }) => [String(value), label].some((name) => name.toLowerCase().startsWith(sought)));
    const exact = options.filter(({ value, label }) => [String(value), label].some((name) => name.toLowerCase() === sought));
    const [one, ...more] = exact.length ? exact : options;
    if (!one || more.length) return null;
    const number = Number(before ?? after);
    if (number) found[one.value] = number;
  }
  return found;
};
