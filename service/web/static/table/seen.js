// Seen: the digests of the log that this phone saw. It keeps them and compares them on each visit.
import { effect } from "@preact/signals";
import { ask } from "../shared/api.js";
import { compared } from "./finished.js";
import { table } from "./state/table.js";
import { mine } from "./state/queue.js";

/** A digest covers all entries before it, so the newest few do. */
const MOST = 24;
const DIGITS = 24;
const nameOf = (id) => `digests:${id}`;
const read = (id) => {
  try {
    return JSON.parse(localStorage.getItem(nameOf(id))) ?? {};
  } catch {
    return {};
  }
};
const numbersIn = (seen) => Object.keys(seen).map(Number).sort((one, other) => one - other);

const write = (id, seen) => {
  const newest = numbersIn(seen).slice(-MOST);
  try {
    localStorage.setItem(nameOf(id), JSON.stringify(Object.fromEntries(newest.map((number) => [number, seen[number]]))));
  } catch {
    // A device that keeps nothing compares nothing.
  }
};

const warn = (text) => {
  if (compared.value === text) return;
  compared.value = text;
  const root = document.getElementById("table");
  const band = Object.assign(document.createElement("p"), { className: "another-log", textContent: text });
  Object.assign(band.style, { margin: 0, padding: "8px 16px", background: "var(--warn-soft)", borderBottom: "2px solid var(--warn)" });
  band.setAttribute("role", "alert");
  document.querySelector(".another-log")?.remove();
  root.before(band);
  root.querySelector(".screen").style.height = `calc(100dvh - ${band.offsetHeight}px)`;
};
const differs = (number) => warn(`The log has changed since this phone last saw it: entry ${number} was different.`);

/** The digest of an entry as the service has it now. Throws where it does not say. */
const digestOf = async (id, number) => {
  const { status, body } = await ask(`/v1/sessions/${id}/entries?from=${number}&to=${number}`, { token: mine.token });
  if (status !== 200) throw new Error(String(status));
  return body.items[0].digest;
};

/** Whether the log goes through what was seen; the first entry that was seen to be another is named. */
const compare = async ({ id, version }, seen) => {
  const numbers = numbersIn(seen);
  const last = numbers.at(-1);
  const same = async (number) => (await digestOf(id, number)).startsWith(seen[number]);
  if (last <= version && (await same(last))) {
    compared.value = `The log matches what this phone saw, up to entry ${last}.`;
    return true;
  }
  const there = numbers.filter((number) => number <= version);
  let [low, high] = [0, there.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (await same(there[middle])) low = middle + 1;
    else high = middle;
  }
  if (low < there.length) differs(there[low]);
  else warn(`The log is shorter than the one this phone saw, which reached entry ${last}.`);
  return false;
};

/** Compare once, then keep what is told, as long as it is one log. What was seen first stays kept. */
export const watchDigests = () => {
  let goesOn = null;
  let asking = false;
  const look = async (told) => {
    const seen = read(told.id);
    if (goesOn === null && numbersIn(seen).length) {
      asking = true;
      goesOn = await compare(told, seen).catch(() => null);
      asking = false;
    }
    if (goesOn === false || (goesOn === null && numbersIn(seen).length)) return;
    goesOn = true;
    const { id, version, digest } = table.value;
    const cut = digest.slice(0, DIGITS);
    const former = numbersIn(seen).filter((number) => number > version);
    if (former.length || (seen[version] && seen[version] !== cut)) {
      goesOn = false;
      await compare(table.value, seen).catch(() => differs(version));
    } else write(id, { ...seen, [version]: cut });
  };
  effect(() => {
    const told = table.value;
    if (told?.digest && !asking) look(told);
  });
};
