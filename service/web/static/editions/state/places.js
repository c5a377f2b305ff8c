// Places: addresses in a document, as the service reads them, and changes that copy only what lies above them. Knows no DOM.

/** Members joined by `/`, with `~0` for `~` and `~1` for `/`. */
const joined = (steps) => steps.map((step) => String(step).replaceAll("~", "~0").replaceAll("/", "~1")).join("/");
export const stepsOf = (at) => (at ? at.split("/").map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~")) : []);
export const below = (at, step) => (at ? `${at}/${joined([step])}` : joined([step]));
export const isIn = (at, above) => at === above || at.startsWith(`${above}/`);
export const aboveOf = (at) => at.slice(0, Math.max(0, at.lastIndexOf("/")));

const idOf = (row) => (typeof row?.id === "string" ? row.id : undefined);

/** How an address names each row of a list: by an id that is its own and no number, else by its index. */
export const rowKeys = (rows) => {
  const found = new Map();
  for (const id of rows.map(idOf)) found.set(id, (found.get(id) ?? 0) + 1);
  return rows.map(idOf).map((id, index) => (id && found.get(id) === 1 && !/^\d+$/.test(id) ? id : String(index)));
};

const keyIn = (holder, step) => (Array.isArray(holder) ? rowKeys(holder).indexOf(step) : step);

/** The value at an address; undefined: it is not there. */
export const valueAt = (document, at) =>
  stepsOf(at).reduce((value, step) => (value !== null && typeof value === "object" && (Array.isArray(value) || Object.hasOwn(value, step)) ? value[keyIn(value, step)] : undefined), document);

const placed = (holder, change, last) => {
  const { do: does, value, before } = change;
  const index = keyIn(holder, last);
  if (index === -1) return holder;
  if (does === "set") return Array.isArray(holder) ? holder.with(index, value) : { ...holder, [last]: value };
  if (does === "add") {
    const rows = holder[index] ?? [];
    const to = before === undefined || before === null ? rows.length : keyIn(rows, String(before));
    return placed(holder, { do: "set", value: rows.toSpliced(to === -1 ? rows.length : to, 0, value) }, last);
  }
  if (Array.isArray(holder)) {
    const rest = holder.toSpliced(index, 1);
    if (does === "take") return rest;
    const to = before === undefined || before === null ? rest.length : keyIn(rest, String(before));
    return rest.toSpliced(to === -1 ? rest.length : to, 0, holder[index]);
  }
  const { [last]: gone, ...rest } = holder;
  return rest;
};

const after = (holder, steps, change) => {
  if (holder === null || typeof holder !== "object") return holder;
  const [step, ...more] = steps;
  if (!more.length) return placed(holder, change, step);
  const index = keyIn(holder, step);
  const value = holder[index];
  if (value === undefined) return holder;
  const next = after(value, more, change);
  if (next === value) return holder;
  return Array.isArray(holder) ? holder.with(index, next) : { ...holder, [step]: next };
};

/** The document after these changes; one that has no place any more leaves it as it is. */
export const changed = (document, changes) => changes.reduce((now, change) => after(now, stepsOf(change.at), change), document);

export const same = (one, other) => {
  if (one === other) return true;
  if (one === null || other === null || typeof one !== "object" || typeof other !== "object" || Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => Object.hasOwn(other, key) && same(one[key], other[key]));
};

/** What holds a place, with this value there; undefined takes it away. */
const holding = (holder, step, value) => {
  if (Array.isArray(holder)) return value === undefined ? holder.toSpliced(Number(step), 1) : holder.with(Number(step), value);
  const { [step]: gone, ...rest } = holder;
  return value === undefined ? rest : { ...holder, [step]: value };
};

/**
 * The change that gives a place this value; undefined: `take` it away. What holds it and is missing is made, as what it stands for
 * while it is missing (`usual`: address → value). Returns null where nothing is to be done.
 */
export const setting = (document, at, value, usual = () => undefined) => {
  const now = valueAt(document, at);
  if (value === undefined && now !== undefined) return { do: "take", at };
  if (value !== undefined && now !== undefined && same(now, value)) return null;
  const above = aboveOf(at);
  const holder = above ? valueAt(document, above) : document;
  if (holder !== null && typeof holder === "object") return value === undefined ? null : { do: "set", at, value };
  const before = usual(above) ?? {};
  const after = holding(before, stepsOf(at).at(-1), value);
  return same(before, after) ? null : setting(document, above, after, usual);
};
