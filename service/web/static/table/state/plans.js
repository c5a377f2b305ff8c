// Plans: a stock is put, one after another, onto keys and into lists until none is left. Knows no DOM.
import { canonical } from "./domains.js";

/** Choices that a phone shows at once. */
const MANY = 12;
/** Things whose every order is a choice of its own. */
const FEW = 3;

export const without = (values, taken) => {
  const rest = [...values];
  for (const value of taken) rest.splice(rest.findIndex((one) => canonical(one) === canonical(value)), 1);
  return rest;
};
export const unique = (values) => [...new Map(values.map((value) => [canonical(value), value])).values()];
const orders = (values) =>
  values.length ? unique(values).flatMap((one) => orders(without(values, [one])).map((rest) => [one, ...rest])) : [[]];

/** What a plan, an object of lists and of objects, leaves of the stock. */
export const leftOf = ({ values }, plan) => without(values, Object.values(plan).flatMap(Object.values));

/** The next steps: {name, key, values, plan}, without a key those of a list. Where little is left, its orders end the plan. */
export const stepsOf = ({ of, values }, plan) => {
  const left = leftOf({ values }, plan);
  const each = unique(left);
  const ends = [];
  const next = [];
  const keyed = [];
  for (const [name, { keys, most }] of Object.entries(of)) {
    const has = plan[name] ?? (keys ? {} : []);
    const room = most - Object.keys(has).length;
    if (room < 1) continue;
    const put = (values, key) => ({
      name, key, values, plan: { ...plan, [name]: keys ? { ...has, [key]: values[0] } : [...has, ...values] },
    });
    if (keys) keyed.push(...keys.filter((key) => !Object.hasOwn(has, key)).flatMap((key) => each.map((value) => put([value], key))));
    else {
      next.push(...each.map((value) => put([value])));
      if (each.length && left.length <= Math.min(FEW, room)) ends.push(...orders(left).map((values) => put(values)));
    }
  }
  return [...(ends.length && ends.length + keyed.length <= MANY ? ends : next), ...keyed];
};

const total = (counts) => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** A fixed number, spread over the keys as evenly as their limits allow; the first ones get what is over. */
export const evenly = ({ limits, most }) => {
  const counts = Object.fromEntries(Object.keys(limits).map((key) => [key, 0]));
  for (let left = most; left > 0; ) {
    const open = Object.keys(limits).filter((key) => counts[key] < limits[key]).slice(0, left);
    if (!open.length) break;
    for (const key of open) counts[key] += 1;
    left -= open.length;
  }
  return counts;
};

/** Counts of a fixed number after one of them is set: those that were set the longest ago, the last ones first, take what is over or missing. `set`: the keys that were set, the newest first. */
export const resettled = ({ limits, most }, counts, key, count, set) => {
  const now = { ...counts, [key]: count };
  const others = [...Object.keys(limits).reverse().filter((one) => !set.includes(one)), ...set.toReversed()].filter((one) => one !== key);
  for (const one of others) now[one] = Math.min(limits[one], Math.max(0, now[one] + most - total(now)));
  return now;
};
