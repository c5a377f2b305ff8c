// Both: how lists are asked: two that are asked one after the other, each of which may be empty, as one question. Knows no DOM.
import { valueKey } from "./domains.js";
import { step } from "./narrow.js";

/** What is taken out of many is typed, unless all of it lies on the board. */
const MANY = 8;
const FEW = 3;
export const isTyped = ({ values, most }, words) => most > FEW && values.length > MANY && !values.every((value) => words.values?.[valueKey(value)]?.piece);
/** Whether most of a list may be taken, so that all of it can be, to put back what stays. */
export const mayTakeAll = ({ values, most, ordered }) => !ordered && most > FEW && most * 2 > values.length && new Set(values.map(valueKey)).size === values.length;

const listOf = ({ kind, of, values, least, most, ordered }) =>
  kind === "optional" ? listOf(of) : kind === "several" && !least && !ordered && most ? { values, most } : undefined;

/** A question, with the one after it if both ask for lists: {kind: "value", domain: {kind: "both", parts}, words, put}; `parts`: by parameter, {values, most}; `put` takes a list for each. */
export const both = (asked, chance) => {
  const one = asked?.kind === "value" && listOf(asked.domain);
  const after = one && step(asked.put(asked.domain.kind === "optional" ? undefined : []), chance);
  const other = after?.kind === "value" && listOf(after.domain);
  if (!other) return asked;
  const words = { [asked.name]: asked.words, [after.name]: after.words };
  return {
    kind: "value", name: asked.name, choice: asked.choice, domain: { kind: "both", parts: { [asked.name]: one, [after.name]: other } },
    words: { asks: asked.words.asks, values: { ...asked.words.values, ...after.words.values }, of: words },
    put: (lists) => ({ ...asked.choice, given: { ...asked.choice.given, ...lists } }),
  };
};

/** Values of a list: those that it has once, and those that it has several times, with how often one may be taken. */
export const sorted = ({ values, most }, keyOf) => {
  const stock = new Map();
  for (const value of values) stock.set(keyOf(value), { value, count: Math.min(most, (stock.get(keyOf(value))?.count ?? 0) + 1) });
  const all = [...stock.values()];
  return { once: all.filter(({ count }) => count === 1).map(({ value }) => value), often: all.filter(({ count }) => count > 1) };
};
