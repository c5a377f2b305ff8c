// Domains: what one holds, whether it admits a value, and how those of several offers are one. Knows no DOM.
import { own } from "../../shared/own.js";

/** A value as the key that its words are kept under: a text itself, else JSON with sorted names. */
export const valueKey = (value) => (typeof value === "string" ? value : canonical(value));

/** JSON with sorted names and no blanks: equal values have equal texts. */
export const canonical = (value) => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value ?? null);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
};

/** How often each value stands in a list, by its key. */
export const counted = (values) => {
  const found = new Map();
  for (const value of values) found.set(canonical(value), (found.get(canonical(value)) ?? 0) + 1);
  return found;
};

/** Whether no value is taken oftener than it is listed. */
export const fits = (taken, from) => {
  const left = counted(from);
  return [...counted(taken)].every(([key, count]) => (left.get(key) ?? 0) >= count);
};
const between = (count, domain) => count >= domain.least && count <= domain.most;
const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const missing = (value) => value === undefined || value === null;

const ADMITS = {
  choice: (domain, value) => domain.values.some((one) => canonical(one) === canonical(value)),
  range: (domain, value) => Number.isInteger(value) && between(value, domain),
  several: (domain, value) =>
    Array.isArray(value) && between(value.length, domain) && fits(value, domain.values),
  grid: (domain, value) =>
    Array.isArray(value) && value.flat().length === domain.values.length && fits(value.flat(), domain.values),
  each: (domain, value) =>
    isObject(value) &&
    Object.keys(value).every((key) => Object.hasOwn(domain.keys, key)) &&
    Object.entries(domain.keys).every(([key, of]) => admits(of, own(value, key))) &&
    new Set((domain.different ?? []).map((key) => canonical(own(value, key)))).size === (domain.different ?? []).length,
  split: (domain, value) =>
    isObject(value) &&
    Object.entries(value).every(([key, count]) => count >= 0 && count <= (own(domain.limits, key) ?? 0)) &&
    between(Object.values(value).reduce((sum, count) => sum + count, 0), domain),
  assign: (domain, value) =>
    isObject(value) &&
    Object.keys(value).every((key) => domain.keys.includes(key)) &&
    between(Object.keys(value).length, domain) &&
    fits(Object.values(value), domain.values),
  dealt: (domain, value) =>
    isObject(value) &&
    domain.keys.length === Object.keys(value).length &&
    domain.keys.every((key) => own(value, key)?.length === domain.count) &&
    fits(Object.values(value).flat(), domain.values),
  joined: (domain, value) => {
    if (!Array.isArray(value)) return false;
    let at = 0;
    const whole = domain.parts.every((part) => admits(part, value.slice(at, (at += part.most))));
    return whole && at === value.length;
  },
  gathered: (domain, value) => Array.isArray(value) && value.length >= domain.least && gathers(domain, value),
  exchanges: (domain, value) => {
    if (!Array.isArray(value) || value.length > domain.most) return false;
    const stock = { ...domain.stock };
    return value.every(({ give, receive }) => {
      stock[give] = (stock[give] ?? 0) - (domain.lots[give] ?? Infinity);
      stock[receive] = (stock[receive] ?? 0) + (domain.lots[receive] ?? 0);
      return stock[give] >= 0 && Object.hasOwn(domain.lots, receive);
    });
  },
  listed: (domain, value) =>
    Array.isArray(value) && between(value.length, domain) && value.every((one) => domain.of.some((of) => admits(of, one))),
  written: (domain, value) => typeof value === "string" && value.length > 0 && value.length <= domain.longest,
  optional: (domain, value) => missing(value) || admits(domain.of, value),
  outcome: (domain, value) => missing(value) || admits(domain.of, value),
  depends: () => true,
  open: () => true,
};

const gathers = (domain, value) => {
  const rest = [...value];
  const take = (holds) => {
    const taken = rest.filter(holds);
    for (const one of taken) rest.splice(rest.indexOf(one), 1);
    return taken;
  };
  return (
    domain.parts.every((part) => {
      const of = part.kind === "optional" ? part.of : part;
      const taken = take((one) => (of.kind === "several" ? admits({ ...of, kind: "choice" }, one) : admits(of, one)));
      if (of.kind === "several") return admits(of, taken) || (part !== of && !taken.length);
      return taken.length === 1 || (part !== of && !taken.length);
    }) && !rest.length
  );
};

/** Whether a domain holds a value. No domain (the offer has no such parameter) holds none but a missing one. */
export const admits = (domain, value) =>
  domain === undefined ? value === undefined : ADMITS[domain.kind](domain, value);

/** What hangs on the rest of the action is asked for by the rules, once it is sent. */
export const isAskedLater = ({ kind, of }) => kind === "outcome" && of.kind === "depends";

/** The only value of a domain, as a list of one; an empty list where there is a choice or none. */
export const onlyValue = (domain) => {
  if (domain.kind === "outcome" && !domain.chosen) return onlyValue(domain.of);
  if (domain.kind === "choice" && domain.values.length === 1) return [domain.values[0]];
  if (domain.kind === "range" && domain.least === domain.most) return [domain.least];
  if (domain.kind === "several" && domain.most === 0) return [[]];
  if (domain.kind === "each" && !domain.different) {
    const parts = Object.entries(domain.keys).filter(([, of]) => !isAskedLater(of)).map(([name, of]) => [name, ...onlyValue(of)]);
    return parts.every((one) => one.length > 1) ? [Object.fromEntries(parts)] : [];
  }
  if (domain.kind === "gathered") {
    const parts = domain.parts.map(onlyValue);
    return parts.every((only) => only.length) ? [parts.flat(2)] : [];
  }
  const all = domain.kind === "several" && domain.least === domain.values.length;
  return all && (!domain.ordered || domain.values.length < 2) ? [domain.values] : [];
};
