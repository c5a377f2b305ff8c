// Options: values as buttons with their words; a field to find one where they are many.
import { useState } from "preact/hooks";
import { html, Icon } from "../../shared/html.js";
import { valueKey } from "../state/domains.js";
import { labelOf } from "../state/narrow.js";

const MANY = 12;
/** Letters that are too many for half of a phone. */
const WIDE = 34;

/** chosen: key → what stands beside the label; a key of it makes the button pressed. */
export const Options = ({ values, words, onTake, chosen, closed = () => false }) => {
  const [sought, seek] = useState("");
  const named = values.map((value) => ({ value, key: valueKey(value), label: labelOf(words, value), ...words?.values?.[valueKey(value)] }));
  const shown = named.filter((one) => one.label.toLowerCase().includes(sought.toLowerCase()));
  const hinted = named.some((one) => one.hint || one.label.length > 14);
  const wide = named.some((one) => one.label.length + (one.hint?.length ?? 0) > WIDE);
  return html`<div class="options">
    ${values.length > MANY &&
    html`<label class="seek">Find <input type="search" value=${sought} onInput=${(event) => seek(event.target.value)} /></label>`}
    <div class=${wide ? "grid wide" : hinted ? "grid hinted" : "grid"}>
      ${shown.map(({ value, key, label, hint, icon }) => html`<button type="button" class="option" key=${key} data-key
        aria-pressed=${chosen ? chosen.has(key) : undefined} disabled=${closed(value)} onClick=${() => onTake(value)}>
        ${icon && html`<${Icon} name=${icon} />`}
        <span><b>${label}</b>${hint && html` <small>${hint}</small>`}</span>
        ${chosen?.get(key) && html` <em>${chosen.get(key)}</em>`}
      </button>`)}
    </div>
  </div>`;
};

/** The button that ends a question; closed as long as something is missing, which it says. */
export const Done = ({ open, says, label = "Done", onDone, children }) => html`<div class="done">
  ${children}
  <span role="status">${says}</span>
  <button type="button" class="primary" data-key disabled=${!open} onClick=${onDone}>${label}</button>
</div>`;
