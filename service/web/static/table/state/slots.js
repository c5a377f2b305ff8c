// Slots: a value of a domain as places that are filled one after another, each out of a pool. Knows no DOM.
import { canonical, counted } from "./domains.js";
import { KEYS, labelOf, memberOf } from "./labels.js";
import { UNSEEN } from "./unseen.js";

/** Values that a list shows better than buttons. */
const MANY = 12;
/** Faces of a die that stand in a row. */
const FACES = 9;

const isGiven = (value) => value !== undefined;
const times = (count, make) => Array.from({ length: count }, (_, at) => make(at));
/** Slots with one pool: {pool, at, of, …}. need: how many must be filled. */
const alone = (values, count, need, whole, more = () => ({})) => ({
  pools: [values], whole, slots: times(count, (at) => ({ pool: 0, at, of: count, need: at < need, ...more(at) })),
});

const together = (named, whole) => {
  const parts = named.map(([name, of]) => [name, partOf(of)]);
  if (!parts.length || !parts.every(([, part]) => part)) return null;
  const pools = [];
  const slots = [];
  const cuts = parts.map(([group, part]) => {
    slots.push(...part.slots.map((slot) => ({ ...slot, pool: slot.pool + pools.length, group })));
    pools.push(...part.pools);
    return slots.length;
  });
  const told = (filled) => parts.map(([name, part], at) => [name, part.whole(filled.slice(cuts[at - 1] ?? 0, cuts[at]))]);
  return { pools, slots, whole: (filled) => whole(told(filled)) };
};

const PARTS = {
  choice: ({ values }) => alone(values, 1, 1, ([one]) => one),
  several: ({ values, least, most }) => (most ? alone(values, most, least, (filled) => filled.filter(isGiven)) : null),
  grid: ({ values, columns }) =>
    alone(
      values, values.length, values.length,
      (filled) => times(Math.ceil(filled.length / columns), (row) => filled.slice(row * columns, (row + 1) * columns)),
      (at) => ({ row: Math.floor(at / columns), at: at % columns, of: columns }),
    ),
  dealt: ({ keys, values, count }) => ({
    pools: [values],
    slots: keys.flatMap((group) => times(count, (at) => ({ pool: 0, at, of: count, need: true, group, shared: true }))),
    whole: (filled) => Object.fromEntries(keys.map((key, at) => [key, filled.slice(at * count, (at + 1) * count)])),
  }),
  assign: ({ keys, values, least }) =>
    alone(
      values, keys.length, least === keys.length ? least : 0,
      (filled) => Object.fromEntries(keys.map((key, at) => [key, filled[at]]).filter(([, value]) => isGiven(value))),
      (at) => ({ key: keys[at] }),
    ),
  joined: ({ parts }) => together(parts.map((of, at) => [at + 1, of]), (told) => told.flatMap(([, list]) => list)),
  each: ({ keys, different }) =>
    different ? null : together(Object.entries(keys).filter(([, { kind, of }]) => !(kind === "outcome" && of.kind === "depends")), Object.fromEntries),
  outcome: ({ of, chosen }) => (chosen ? null : partOf(of)),
};
const partOf = (domain) => PARTS[domain.kind]?.(domain) ?? null;

const often = (values, value) => counted(values).get(canonical(value)) ?? 0;

/** How many buttons a pool takes: what nobody has entered yet has one. */
const shown = (pool, words) => pool.filter((value) => !words?.values?.[value]?.blank).length;

/**
 * {slots, pools, whole, faces, unseen}, or null where a value is better asked in another way.
 * whole: the value of what fills the slots; faces: nothing runs out, as with dice; unseen: what may fill all that are left.
 */
export const slotsOf = (domain, words) => {
  const made = partOf(domain);
  if (!made || (made.slots.length < 2 && shown(made.pools[0], words) <= MANY)) return null;
  const inPool = made.pools.map((_, pool) => made.slots.filter((slot) => slot.pool === pool).length);
  const faces = made.slots.length > 1 && made.slots.every(({ need }) => need) && made.pools.every((values, pool) => {
    const counts = [...counted(values).values()];
    return counts.length > 1 && counts.length <= FACES && counts.every((count) => count >= inPool[pool]);
  });
  const unseen = UNSEEN.find((value) => made.pools.every((values, pool) => often(values, value) >= inPool[pool]));
  return { ...made, faces, unseen, full: made.pools.map((values, pool) => values.length === inPool[pool]) };
};

/** Whether the faces are short enough to stand in a row for each slot. */
export const isDice = ({ faces, slots, pools }, words) =>
  faces && slots.every((slot) => pools[slot.pool].every((value) => labelOf(slotWords(words, slot), value).length <= FACES));

/** What is left of the pool of a slot, in the order of the pool. */
export const leftFor = ({ slots, pools }, filled, at) => {
  const values = pools[slots[at].pool];
  const listed = counted(values);
  const taken = counted(filled.filter((value, place) => isGiven(value) && place !== at && slots[place].pool === slots[at].pool));
  const left = new Map(values.map((value) => [canonical(value), value]));
  return [...left].filter(([key]) => listed.get(key) > (taken.get(key) ?? 0)).map(([, value]) => value);
};

/** The first empty slot from a place on, past the end from the start; -1: none is empty. */
export const nextEmpty = (filled, from = 0) => {
  const later = filled.findIndex((value, at) => at >= from && !isGiven(value));
  return later >= 0 ? later : filled.findIndex((value) => !isGiven(value));
};

/** What is filled with one slot more; a pool that is used up to its last value fills the last slot by itself. */
export const withSlot = (made, filled, at, value) => {
  const now = filled.toSpliced(at, 1, value);
  const { pool } = made.slots[at];
  const open = now.flatMap((one, place) => (!isGiven(one) && made.slots[place].pool === pool ? [place] : []));
  return made.full[pool] && open.length === 1 ? now.toSpliced(open[0], 1, leftFor(made, now, open[0])[0]) : now;
};

/** What a group of slots is called: a seat, an era, a part. */
export const groupLabel = (words, group) =>
  group === undefined ? "" : typeof group === "number" ? `Part ${group}` : labelOf(memberOf(words, KEYS), group);
/** What a slot is called within its group: `row 2, 3 of 5`. */
export const slotLabel = (words, { key, group, row, at, of }) => {
  if (key !== undefined) return labelOf(memberOf(words, KEYS), key);
  return `${row === undefined ? "" : `${group === undefined ? "Row" : "row"} ${row + 1}, `}${at + 1} of ${of}`;
};
/** The same with its group. */
export const wholeLabel = (words, slot) => [groupLabel(words, slot.group), slot.group !== undefined && slot.of === 1 ? "" : slotLabel(words, slot)].filter(Boolean).join(", ");
/** The words of the values that a slot holds. */
export const slotWords = (words, { group, shared }) => (group === undefined || shared ? words : memberOf(words, group));
