// Anyway: what the rules do not allow was played all the same. Its reason is one tap, or some words.
import { computed } from "@preact/signals";
import { useState } from "preact/hooks";
import { html, Icon } from "../shared/html.js";
import { isScribe, table, you } from "./state/table.js";

const REASONS = ["House rule", "We misread it", "Agreed"];

/** Whether this phone may record against the rules: a seat its own actions, if the table lets it. */
export const mayOverride = computed(() => isScribe.value || (you.value.role === "seat" && Boolean(table.value?.seats_may_override)));

/** onTake: takes the reason. */
export const Anyway = ({ onTake }) => {
  const [other, write] = useState(null);
  const reason = other?.trim();
  return html`<section>
    <h3><${Icon} name="flag" /> It happened anyway</h3>
    <p class="quiet">A reason records it, flagged.</p>
    <div class="grid">
      ${REASONS.map((text) => html`<button type="button" class="option" key=${text} onClick=${() => onTake(text)}>${text}</button>`)}
      <button type="button" class="option" aria-pressed=${other !== null} onClick=${() => write(other === null ? "" : null)}>Other…</button>
    </div>
    ${other !== null && html`<label class="field">Why? <input value=${other} maxlength="200" onInput=${(event) => write(event.target.value)} /></label>
    <div class="buttons"><button type="button" class="primary warn" disabled=${!reason} onClick=${() => onTake(reason)}>Record with a flag</button></div>`}
  </section>`;
};
