// Queue: what waits for the service, in its order, each under its own key on the device. Knows no DOM.
import { newId } from "../../shared/api.js";
import { mine, said, waiting } from "./draft.js";

const prefix = () => `tablelog.edition.${mine.id}/`;
/** A device without room for it still sends what waits; only a reload loses it then. */
const store = (item) => {
  try {
    localStorage.setItem(item.key, JSON.stringify(item));
  } catch {
    said.value = "This device has no room to keep your changes. Leave the page open until they are saved.";
  }
};
let made = 0;
const keyOf = () => `${prefix()}${String(Date.now()).padStart(15, "0")}-${String((made += 1)).padStart(4, "0")}`;

/** What waited when the page was left. */
export const left = () => {
  const found = Object.keys(localStorage).filter((key) => key.startsWith(prefix())).sort();
  return found.map((key) => JSON.parse(localStorage.getItem(key)));
};

/** What this device has changed, as ids of its requests, the last one last: what Undo takes back. */
const OWN = 200;
const ownKey = () => `tablelog.edition-own.${mine.id}`;
export const own = () => {
  try {
    return JSON.parse(localStorage.getItem(ownKey())) ?? [];
  } catch {
    return [];
  }
};
const keepOwn = (ids) => {
  try {
    localStorage.setItem(ownKey(), JSON.stringify(ids.slice(-OWN)));
  } catch {
    // Without room on the device, nothing of this can be taken back.
  }
};
export const keep = (id) => keepOwn([...own(), id]);
export const drop = (id) => keepOwn(own().filter((one) => one !== id));

export const wait = (given) => {
  const item = { key: keyOf(), id: newId(), ...given };
  store(item);
  if (item.changes) keep(item.id);
  waiting.value = [...waiting.value, item];
};
export const leave = (item) => {
  localStorage.removeItem(item.key);
  waiting.value = waiting.value.filter((one) => one.key !== item.key);
};

/** Put a newer item in the place of the last one. */
export const renew = (item) => {
  store(item);
  waiting.value = waiting.value.with(-1, item);
};
