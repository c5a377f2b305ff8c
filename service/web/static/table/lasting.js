// Lasting: the last table of this device, so that a reload without a network shows it. Only where a page may have a service worker.
import { effect } from "@preact/signals";
import { del, entries as all, get, set } from "idb-keyval";
import { mine } from "./state/queue.js";
import { entries, isGone, line, table } from "./state/table.js";

/** Milliseconds: after the last change the table is stored; after the page's beginning the worker is asked for. */
const QUIET = 1000;
const LATER = 5000;
/** Tables that a device keeps, and entries of each. */
const MOST = 6;
const LAST = 40;
const BEGINS = "last:";

const prune = async () => {
  const kept = (await all()).filter(([key]) => String(key).startsWith(BEGINS)).sort(([, one], [, other]) => other.at - one.at);
  for (const [key] of kept.slice(MOST)) await del(key);
};

/** Tokens are no part of it; it is shown again only to the holder who saw it. */
const store = async (name) => {
  if (isGone.value) return del(name);
  await set(name, { holder: mine.holder, at: Date.now(), table: table.value, entries: entries.value.slice(-LAST) });
  return prune();
};

const follow = (name) => {
  let timer;
  effect(() => {
    if (line.value !== "live" && line.value !== "ended" && !isGone.value) return;
    if (!table.value || !entries.value.length) return;
    clearTimeout(timer);
    timer = setTimeout(() => store(name).catch(() => {}), QUIET);
  });
};

const restore = async (name) => {
  const kept = await get(name).catch(() => undefined);
  if (table.value || isGone.value || kept?.holder !== mine.holder) return;
  entries.value = kept.entries;
  table.value = kept.table;
};

const register = async () => {
  await navigator.serviceWorker.register("/worker.js");
  const { active } = await navigator.serviceWorker.ready;
  const files = performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => name.includes("/static/"));
  active.postMessage([...new Set([...files, location.origin + location.pathname])]);
};

export const keepForReloads = () => {
  if (!navigator.serviceWorker) return;
  const name = `${BEGINS}${mine.session}`;
  if (!table.value) restore(name);
  follow(name);
  setTimeout(() => register().catch(() => {}), LATER);
};
