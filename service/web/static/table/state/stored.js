// Stored: values on this device, one stored item a key, so that two tabs of a table never overwrite each other's. Knows no screen.
import { createStore, promisifyRequest } from "idb-keyval";

/** Milliseconds after which a database that does not answer counts as missing; local storage then holds what waits. */
const PATIENCE = 3000;

const database = createStore("keyval-store", "keyval");
const late = () => new Promise((_, fail) => setTimeout(fail, PATIENCE));
const within = (mode, work) => Promise.race([database(mode, work), late()]);

const local = (key) => JSON.parse(localStorage.getItem(key));
const keepLocal = (key, item) => localStorage.setItem(key, JSON.stringify(item));

/** The items with keys that begin so, in the order of their keys. */
export const storedUnder = async (beginning) => {
  const range = IDBKeyRange.bound(beginning, `${beginning}\uffff`);
  const found = await within("readonly", (store) => promisifyRequest(store.getAll(range))).catch(() => []);
  const others = Object.keys(localStorage).filter((key) => key.startsWith(beginning)).map(local);
  return [...found, ...others].sort((one, other) => (one.key < other.key ? -1 : 1));
};

export const store = (item) =>
  within("readwrite", (of) => promisifyRequest(of.put(item, item.key))).catch(() => keepLocal(item.key, item));

/** Put `next` where the item lies, or nothing there, unless another tab has changed or removed it meanwhile. */
export const replace = async ({ key, id }, next) => {
  const change = async (of) => {
    if ((await promisifyRequest(of.get(key)))?.id !== id) return;
    if (next) of.put(next, key);
    else of.delete(key);
    await promisifyRequest(of.transaction);
  };
  await within("readwrite", change).catch(() => {});
  if (local(key)?.id !== id) return;
  if (next) keepLocal(key, next);
  else localStorage.removeItem(key);
};

/** Take up a list that was stored as one value: each of its items, as `made` makes it, under its own key. */
export const unfold = async (name, made) => {
  const apart = async (of) => {
    const list = (await promisifyRequest(of.get(name))) ?? [];
    for (const item of list.map(made)) of.put(item, item.key);
    if (list.length) of.delete(name);
    await promisifyRequest(of.transaction);
  };
  await within("readwrite", apart).catch(() => {});
  for (const item of (local(name) ?? []).map(made)) await store(item);
  localStorage.removeItem(name);
};
