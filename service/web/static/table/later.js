// Later: the rest of the page, which no first view needs. It is fetched right after that, and at once where somebody waits.
import { effect, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { LONGEST } from "../shared/api.js";
import { html } from "../shared/html.js";
import { entries, line } from "./state/table.js";

const REST = "../pages/table-rest.js";
const AGAIN = 5000;

/** What rest.js exports; null until it is here. */
export const rest = signal(null);
const tries = signal(0);
let loading = false;
let timer;

const load = async () => {
  if (loading || rest.value) return;
  loading = true;
  try {
    // A browser may remember that an address failed: each new try has another one.
    const coming = import(tries.value ? `${REST}#${tries.value}` : REST).then((got) => got.dressed.then(() => got));
    rest.value = await Promise.race([coming, new Promise((_, fail) => setTimeout(fail, LONGEST))]);
  } catch {
    tries.value += 1;
    clearTimeout(timer);
    timer = setTimeout(load, AGAIN);
  }
  loading = false;
};

/** Fetch it once the first view stands, so that it is there when the line is cut; and where there is no table, for its club may open it. */
export const fetchRest = () =>
  effect(() => {
    if (!rest.value && (["offline", "missing"].includes(line.value) || (line.value === "live" && entries.value.length))) (window.requestIdleCallback ?? setTimeout)(load);
  });

/** Stands where a part of the rest is to stand, until that is here. */
export const Coming = () => {
  const cut = line.value === "offline";
  useEffect(() => void load(), [cut]);
  if (!cut && tries.value > 1) return html`<p role="status">This part of the page did not load. <a href="">Reload the page</a></p>`;
  return html`<p class="quiet hint" role="status">${cut ? "This part of the page loads when you are online again." : "A moment…"}</p>`;
};
