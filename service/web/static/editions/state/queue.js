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

export const wait = (given) => {
  const item = { key: keyOf(), id: newId(), ...given };
  store(item);
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
