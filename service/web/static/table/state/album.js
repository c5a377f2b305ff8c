// Album: the pictures of this device, by component set and thing. Nothing of it is ever sent.
import { signal } from "@preact/signals";
import { noteThatAny } from "./picturing.js";
import { table } from "./table.js";

const STORE = "pictures";
/** By key of a thing, its picture as a data URL: {url, ratio}. */
export const album = signal({});
/** The name of a thing in the album: cards are alike if they have the same name. */
export const keyOf = ({ kind, id }) => `${kind}/${id}`;

const inSet = (key) => `${table.value.component_set}/${key}`;
const done = (request) =>
  new Promise((good, bad) => {
    request.onsuccess = () => good(request.result);
    request.onerror = () => bad(request.error);
  });
const opened = () => {
  const request = indexedDB.open("tablelog-pictures");
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return done(request);
};
const within = async (mode, work) => done(work((await opened()).transaction(STORE, mode).objectStore(STORE)));

/** A table that learns its box as it plays is read with other sets: the pictures of one stay with the next. */
const takeAlong = async () => {
  const { id, component_set: set } = table.value;
  const last = `tablelog.pictures/${id}`;
  const before = localStorage.getItem(last);
  localStorage.setItem(last, set);
  if (!before || before === set) return;
  const range = IDBKeyRange.bound(`${before}/`, `${before}/\uffff`);
  const [keys, found] = await Promise.all([within("readonly", (of) => of.getAllKeys(range)), within("readonly", (of) => of.getAll(range))]);
  for (const [at, key] of keys.entries()) await within("readwrite", (of) => of.put(found[at], inSet(key.slice(before.length + 1))));
};

export const readAlbum = async () => {
  await takeAlong();
  const range = IDBKeyRange.bound(inSet(""), inSet("\uffff"));
  const [keys, found] = await Promise.all([within("readonly", (of) => of.getAllKeys(range)), within("readonly", (of) => of.getAll(range))]);
  album.value = Object.fromEntries(keys.map((key, at) => [key.slice(inSet("").length), found[at]]));
};
/** Keep a picture of a thing. Raises what the browser raises if there is no room. */
export const keepPicture = async (key, picture) => {
  await within("readwrite", (of) => of.put(picture, inSet(key)));
  album.value = { ...album.value, [key]: picture };
  noteThatAny(true);
};
export const removePicture = async (key) => {
  await within("readwrite", (of) => of.delete(inSet(key)));
  const { [key]: _, ...left } = album.value;
  album.value = left;
  noteThatAny((await within("readonly", (of) => of.count())) > 0);
};
