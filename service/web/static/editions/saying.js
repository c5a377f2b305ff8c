// Saying: whether all is saved, and what has just happened; in the form of a row where one is open, which covers the page.
import { effect } from "@preact/signals";
import { html, Icon } from "../shared/html.js";
import { said, waiting } from "./state/draft.js";
import { online } from "./state/sending.js";

/** Milliseconds after which a sentence goes. */
const STAYS = 8000;
effect(() => {
  if (!said.value) return undefined;
  const end = setTimeout(() => (said.value = ""), STAYS);
  return () => clearTimeout(end);
});

const text = () => {
  const count = waiting.value.length;
  if (!online.value) return count ? `Offline · ${count} waiting` : "Offline";
  return count ? "Saving…" : "Saved";
};
export const Line = () => html`<p class=${online.value ? "line" : "line off"} role="status">${!online.value && html`<${Icon} name="wifi-off" />`} ${text()}</p>`;
export const Said = () => html`<p class="said" role="status">${said.value}</p>`;
