// Left: what was tapped on this device with another link, and was not sent yet.
import { html } from "../shared/html.js";
import { Frame } from "./frame.js";
import { seatOf } from "./signs.js";
import { dropStranded, sendAs } from "./state/outbox.js";
import { hasLink, stranded } from "./state/queue.js";
import { closeSheet } from "./state/sheets.js";

const ROLES = { owner: "the owner", scribe: "the scribe", recorder: "the recorder" };
/** Whose link it is, such as `seat:red`, in words. */
export const nameOf = (holder) => {
  const [role, seat] = holder.split(":");
  return (role === "seat" && seatOf(seat)?.label) || ROLES[role] || holder;
};

const One = ({ item }) => {
  return html`<li><p><b>${item.says}</b> <span class="quiet">tapped with the link for ${nameOf(item.holder)}</span></p>
    ${!hasLink(item) && html`<p class="quiet">To record it, open that link on this device.</p>`}
    <div class="buttons">
      <button type="button" class="option" onClick=${() => dropStranded(item)}>Discard it</button>
    </div></li>`;
};

/** Each link's actions go together, in their order. */
export const Left = () => {
  const items = stranded.value;
  const holders = [...new Set(items.filter(hasLink).map((item) => item.holder))];
  const sendIt = (holder) => {
    sendAs(holder);
    closeSheet();
  };
  return html`<${Frame} title="Not recorded yet">
    <p>This device queued these with another link. They can only be recorded with that link.</p>
    <ul class="rows">${items.map((item) => html`<${One} key=${item.key} item=${item} />`)}</ul>
    <div class="buttons">${holders.map((holder) => html`<button type="button" class="primary" key=${holder} onClick=${() => sendIt(holder)}>Record it as ${nameOf(holder)}</button>`)}</div>
    ${!items.length && html`<p role="status">Nothing left.</p>`}
  </${Frame}>`;
};
