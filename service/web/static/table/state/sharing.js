// Sharing: what is told anew stays the object that it was as far as it is the same, so that none of it is drawn again. Knows no DOM.
import { computed } from "@preact/signals";

const parted = (value) => typeof value === "object" && value !== null;
/** Where each part of `old` is found: in a list by the id of a thing, else by its place or name. */
const finder = (old, now) => {
  const byId = new Map(Array.isArray(now) ? old.map((part) => [part?.id, part]) : []);
  return (name) => (now[name]?.id === undefined || !byId.size ? old[name] : byId.get(now[name].id));
};

/** `now` with every part that equals the same part of `old` replaced by that; all equal: `old`. Both are JSON; `now` is changed. */
export const shared = (old, now) => {
  if (!parted(old) || !parted(now) || Array.isArray(old) !== Array.isArray(now)) return now;
  const names = Object.keys(now);
  const found = finder(old, now);
  let same = names.length === Object.keys(old).length;
  for (const name of names) {
    const part = shared(found(name), now[name]);
    if (part !== now[name]) now[name] = part;
    same &&= part === old[name];
  }
  return same ? old : now;
};

/** `old` with another value at this path: what lies beside the path stays the object that it was. */
export const put = (old, [name, ...path], value) => {
  const made = Array.isArray(old) ? [...old] : { ...old };
  made[name] = path.length ? put(old[name], path, value) : shared(old[name], value);
  return made;
};

/** A computed signal of JSON that tells of no change where it comes out as before. */
export const steady = (compute) => {
  let kept;
  return computed(() => (kept = shared(kept, compute())));
};
