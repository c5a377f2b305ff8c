// Seen: the largest number that a document has at a path, which tells how a number is best asked for. Knows no DOM.

const known = new WeakMap();

const under = (value, steps) => {
  if (!steps.length) return typeof value === "number" ? [value] : [];
  if (value === null || typeof value !== "object") return [];
  const [step, ...more] = steps;
  const next = step === "*" ? Object.values(value) : Object.hasOwn(value, step) ? [value[step]] : [];
  return next.flatMap((one) => under(one, more));
};

/** The largest number at a path with `*` for any row or key; 0 where there is none. */
export const most = (document, path) => {
  if (!known.has(document)) known.set(document, new Map());
  const of = known.get(document);
  if (!of.has(path)) of.set(path, Math.max(0, ...under(document, path.split("/"))));
  return of.get(path);
};
