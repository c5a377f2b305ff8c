// Merging: the domains of one parameter in several offers as one, so that one widget asks it. Knows no DOM.
import { own } from "../../shared/own.js";
import { canonical, counted } from "./domains.js";

const union = (lists) => {
  const most = new Map();
  const values = new Map();
  for (const list of lists) {
    for (const value of list) values.set(canonical(value), value);
    for (const [key, count] of counted(list)) most.set(key, Math.max(most.get(key) ?? 0, count));
  }
  return [...values].flatMap(([key, value]) => Array(most.get(key)).fill(value));
};
const least = (domains) => Math.min(...domains.map((domain) => domain.least));
const most = (domains) => Math.max(...domains.map((domain) => domain.most));
const keysOf = (domains) => [...new Set(domains.flatMap((domain) => domain.keys))];
const highest = (objects) => {
  const found = {};
  for (const [key, count] of objects.flatMap(Object.entries)) found[key] = Math.max(own(found, key) ?? 0, count);
  return found;
};
const wrapped = (kind) => (domains) => {
  const of = merged(domains.map((domain) => domain.of));
  return of && { ...domains[0], kind, of };
};
const listed = (domains) => ({
  ...domains[0],
  values: union(domains.map((domain) => domain.values)),
  least: least(domains),
  most: most(domains),
});
const parted = (domains) => {
  const parts = domains[0].parts.map((_, at) => merged(domains.map((domain) => domain.parts[at])));
  const alike = domains.every((domain) => domain.parts.length === parts.length);
  return alike && parts.every(Boolean) ? { ...domains[0], parts } : null;
};

const MERGE = {
  choice: (domains) => ({ kind: "choice", values: union(domains.map((domain) => domain.values)) }),
  range: (domains) => ({ kind: "range", least: least(domains), most: most(domains) }),
  several: listed,
  grid: (domains) => domains[0],
  each: (domains) => {
    const names = [...new Set(domains.flatMap((domain) => Object.keys(domain.keys)))];
    const parts = names.map((name) => [name, merged(domains.map((domain) => domain.keys[name]))]);
    return parts.every(([, of]) => of) ? { ...domains[0], keys: Object.fromEntries(parts) } : null;
  },
  split: (domains) => ({
    ...domains[0],
    limits: highest(domains.map((domain) => domain.limits)),
    least: least(domains),
    most: most(domains),
  }),
  assign: (domains) => ({ ...listed(domains), keys: keysOf(domains) }),
  dealt: (domains) => ({ ...domains[0], values: union(domains.map((domain) => domain.values)) }),
  joined: parted,
  gathered: parted,
  exchanges: (domains) => ({
    kind: "exchanges",
    stock: highest(domains.map((domain) => domain.stock)),
    lots: highest(domains.map((domain) => domain.lots)),
    most: most(domains),
  }),
  listed: (domains) => {
    const of = domains.flatMap((domain) => domain.of).map((one) => [canonical(one), one]);
    return { kind: "listed", of: [...new Map(of).values()], least: least(domains), most: most(domains) };
  },
  written: (domains) => domains[0],
  optional: wrapped("optional"),
  outcome: wrapped("outcome"),
  depends: (domains) => domains[0],
  open: (domains) => domains[0],
};

/** One domain that holds every value of these, and perhaps more; null where they have no common widget. */
export const merged = (domains) => {
  const known = domains.filter(Boolean);
  if (!known.length) return null;
  const texts = new Map(known.map((domain) => [canonical(domain), domain]));
  if (texts.size === 1) return known[0];
  if (known.some((domain) => domain.kind === "optional")) {
    const of = merged(known.map((domain) => (domain.kind === "optional" ? domain.of : domain)));
    return of && { kind: "optional", of };
  }
  const kinds = new Set(known.map((domain) => domain.kind));
  return kinds.size === 1 ? MERGE[known[0].kind]([...texts.values()]) : null;
};
