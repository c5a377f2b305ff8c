// Labels: the words of what is asked and of its values, as far as a choice has come. Knows no DOM.
import { canonical, valueKey } from "./domains.js";

export const readable = (name) => (name[0] ?? "").toUpperCase() + name.slice(1).replaceAll("_", " ");

/** What is left out is null. */
const same = (one, other) => canonical(one ?? null) === canonical(other);
/** The words that depend on what was chosen before, the more general ones first. */
const narrowedOf = ({ verb, given = {} }) =>
  (verb.words.narrowed ?? []).filter(({ when }) => Object.entries(when).every(([name, value]) => name in given && same(given[name], value)));
/** The words of a parameter, as far as a choice has come. */
export const asksOf = (choice, name) => {
  const own = narrowedOf(choice).map(({ parameters }) => parameters?.[name]);
  return [choice.verb.words.parameters?.[name] ?? { asks: `${readable(name)}?` }, ...own.filter(Boolean)].reduce((below, one) => ({
    ...below, ...one, values: { ...below.values, ...one.values }, members: joined(below.members, one.members),
  }));
};
const joined = (below = {}, own = {}) =>
  Object.fromEntries(Object.keys({ ...below, ...own }).map((name) => [name, { ...below[name], ...own[name] }]));
/** What a variant is called, as far as a choice has come. */
export const variantLabel = (choice, variant) =>
  [choice.verb.words, ...narrowedOf(choice)].reduce((label, { variants }) => variants?.[variant] ?? label, undefined);
/** Whether leaving it out is called as one of the values is, and means it. */
export const isSaid = ({ values }) => values?.null && Object.entries(values).some(([key, told]) => key !== "null" && told?.label === values.null.label);
/** The words of what one member of an object holds; under `KEYS` of what its members are called. */
export const KEYS = "[]";
export const memberOf = (words, name) => (words.members?.[name] ? { ...words, values: { ...words.values, ...words.members[name] } } : words);
/** What was chosen, in words. What is made of parts and could be nothing else is `told` by the verb. */
export const chosenIn = (choice) =>
  Object.entries(choice.given)
    .filter(([name, value]) => value !== undefined && value !== true && !choice.told?.includes(name))
    .map(([name, value]) => labelOf(asksOf(choice, name), value));
export const labelOf = (words, value) => {
  const known = words?.values?.[valueKey(value)]?.label;
  if (known || typeof value === "string") return known ?? value;
  if (typeof (value ?? 0) !== "object") return canonical(value);
  const parts = Array.isArray(value)
    ? value.map((one) => labelOf(words, one))
    : Object.entries(value).map(([name, one]) => `${labelOf(memberOf(words, KEYS), name)}: ${labelOf(memberOf(words, name), one)}`);
  return parts.join(", ") || "nothing";
};

/** Cards that nobody has entered or seen are all the same: one of each kind that is not taken stands for them, behind what has a name. taken: keys. */
export const folded = (options, taken) => {
  const met = new Set();
  const isShown = ({ blank, key }) => taken?.has(key) || (!met.has(blank) && met.add(blank));
  const inOrder = options.filter(({ blank }) => blank).sort((one, other) => one.label.localeCompare(other.label, "en", { numeric: true }));
  const blanks = inOrder.filter(isShown).map((one) => (taken?.has(one.key) ? one : { ...one, label: `Another ${one.blank}`, hint: "", details: undefined }));
  return blanks.length ? [...options.filter((one) => !one.blank), ...blanks] : options;
};
