// Differing: what two contents of a part have apart, member by member in the words of the sheet, and two texts word by word. Knows no DOM.
import { rowKeys, same } from "./places.js";
import { kindOf, nameOf, resolved, shownOf, spoken } from "./sheet.js";
import { amountsText, summaryOf } from "./words.js";

const below = (title, more) => [title, more].filter(Boolean).join(": ");
const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const isIdentified = (rows) => rows.every((row) => typeof row?.id === "string" && row.id);
const found = (rows, key) => rows[rowKeys(rows).indexOf(key)];

/** A value as a whole, however long. */
const wordsOf = (sheet, field, value, document) => {
  if (value === undefined || value === null || value === "") return "";
  if (field.is === "tick") return value ? "yes" : "no";
  if (field.is === "amounts" && isObject(value)) return amountsText(field, value);
  if (Array.isArray(value)) return value.map((one) => wordsOf(sheet, resolved(sheet, field.item ?? { is: "text" }), one, document)).filter(Boolean).join(", ");
  return summaryOf(sheet, field, value, document) || (isObject(value) && value.id ? nameOf(value) : "");
};

const first = ({ key }) => key === "name";
const members = (sheet, fields, title, was, is, documents) => [...fields.filter(first), ...fields.filter((one) => !first(one))].flatMap((one) => linesOf(sheet, one, below(title, resolved(sheet, one).title), was?.[one.key], is?.[one.key], documents));
/** Of values that hold others, what they hold; undefined: they are told as a whole. */
const WITHIN = {
  form: (sheet, field, title, was, is, documents) => (isObject(was) || isObject(is) ? members(sheet, field.fields ?? [], title, was, is, documents) : undefined),
  variants: (sheet, field, title, was, is, documents) => {
    if (was?.[field.tag] !== is?.[field.tag]) return undefined;
    return members(sheet, field.variants.find((one) => one.value === is?.[field.tag])?.fields ?? [], title, was, is, documents);
  },
  either: (sheet, field, title, was, is, documents) => {
    const kind = kindOf(sheet, field, is ?? was);
    return was === undefined || was === null || kind === kindOf(sheet, field, was) ? linesOf(sheet, field.fields[kind], title, was, is, documents) : undefined;
  },
  list: (sheet, field, title, was = [], is = [], documents) => {
    if (!Array.isArray(was) || !Array.isArray(is)) return undefined;
    if (![...was, ...is].length || ![...was, ...is].every(isObject)) return undefined;
    if (isIdentified([...was, ...is])) {
      const keys = [...new Set([...rowKeys(was), ...rowKeys(is)])];
      return keys.flatMap((key) => linesOf(sheet, field.item, below(title, nameOf(found(is, key) ?? found(was, key))), found(was, key), found(is, key), documents));
    }
    if (was.length !== is.length) return undefined;
    return is.flatMap((one, at) => linesOf(sheet, field.item, is.length > 1 ? below(title, String(at + 1)) : title, was[at], one, documents));
  },
  keyed: (sheet, field, title, was, is, documents) => {
    const keys = [...new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})])];
    return keys.flatMap((key) => linesOf(sheet, field.item, below(title, spoken(key)), was?.[key], is?.[key], documents));
  },
};
WITHIN.table = WITHIN.list;

/** What differs, as people read it: [{title, was, is}]. An empty text: nothing stands there. documents: where each value is from. */
export const linesOf = (sheet, given, title, before, after, documents) => {
  const field = resolved(sheet, given);
  if (field.derived || field.key === "id") return [];
  const [was, is] = [shownOf(field, before), shownOf(field, after)];
  if (same(was ?? null, is ?? null)) return [];
  const inner = WITHIN[field.is]?.(sheet, field, title, was ?? undefined, is ?? undefined, documents);
  if (inner?.length) return inner;
  // Points are not told as points.
  const shown = field.unit && title.endsWith(field.title) && field.unit.toLowerCase() === field.title.toLowerCase() ? { ...field, unit: "" } : field;
  const line = { title, was: wordsOf(sheet, shown, was, documents[0]), is: wordsOf(sheet, shown, is, documents[1]) };
  return line.was === line.is ? [] : [line];
};

/** So many words of a text are compared. */
const MOST = 400;
const wordsIn = (text) => text.match(/\s*\S+/g) ?? [];
/** Two texts in one: [{text, of: "both" | "was" | "is"}]. A text that is too long, or has little in common, comes whole. */
export const marked = (was, is) => {
  const [old, now] = [wordsIn(was), wordsIn(is)];
  const whole = [{ text: was, of: "was" }, { text: is, of: "is" }];
  if (!old.length || !now.length || old.length > MOST || now.length > MOST) return whole;
  // The length of the longest common run of words from each pair of places on.
  const common = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1));
  for (let a = old.length - 1; a >= 0; a -= 1)
    for (let b = now.length - 1; b >= 0; b -= 1) common[a][b] = old[a].trim() === now[b].trim() ? common[a + 1][b + 1] + 1 : Math.max(common[a + 1][b], common[a][b + 1]);
  if (common[0][0] * 2 < Math.min(old.length, now.length)) return whole;
  const runs = [];
  const add = (text, of) => (runs.at(-1)?.of === of ? (runs.at(-1).text += text) : runs.push({ text, of }));
  let [a, b] = [0, 0];
  while (a < old.length || b < now.length) {
    if (a < old.length && b < now.length && old[a].trim() === now[b].trim()) {
      add(now[b], "both");
      a += 1;
      b += 1;
    } else if (b >= now.length || (a < old.length && common[a + 1][b] >= common[a][b + 1])) add(old[a++], "was");
    else add(now[b++], "is");
  }
  return runs;
};
