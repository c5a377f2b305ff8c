// Copies: rows that are the same but for their id are shown, changed and confirmed as one. Knows no DOM.
import { below, rowKeys } from "./places.js";

/** Addresses that were copies on this page: they stay together while somebody empties their name. */
const together = new Set();

const text = (value) => JSON.stringify(value, (key, one) => (one && typeof one === "object" && !Array.isArray(one) ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1))) : one));

/** The rows of a table, copies together: [{at, row, copies: addresses}], in the order of the first of each. */
export const grouped = (at, rows) => {
  const found = new Map();
  rowKeys(rows).forEach((key, index) => {
    const place = below(at, key);
    const { id, ...content } = rows[index] ?? {};
    const isNamed = Boolean(content.name) || together.has(place);
    const like = isNamed ? text(content) : place;
    if (found.has(like)) found.get(like).copies.push(place);
    else found.set(like, { at: place, row: rows[index], copies: [place] });
  });
  const groups = [...found.values()];
  for (const { copies } of groups) if (copies.length > 1) copies.forEach((one) => together.add(one));
  return groups;
};

/** Copies of the rows on this page, by the address of the first: what is changed in one is changed in all. */
const copiesOf = { by: new Map() };
export const keepCopies = (groups) => {
  copiesOf.by = new Map(groups.filter(({ copies }) => copies.length > 1).map(({ at, copies }) => [at, copies]));
};
export const allCopies = (at) => copiesOf.by.get(at) ?? [at];

/** These changes, for every copy of the rows in which they are. */
export const forCopies = (changes) =>
  changes.flatMap((one) => {
    const row = [...copiesOf.by.keys()].find((place) => one.at.startsWith(`${place}/`));
    return row ? allCopies(row).map((place) => ({ ...one, at: place + one.at.slice(row.length) })) : [one];
  });
