// Range: a stepper with its ends as buttons, preset to the most; a change, which may be up or down, to none.
import { useState } from "preact/hooks";
import { html, Icon } from "../../shared/html.js";
import { labelOf } from "../state/labels.js";
import { Done } from "./options.js";

export const RangeWidget = ({ domain, words, answer, allows }) => {
  const [value, setValue] = useState(domain.least < 0 && domain.most > 0 ? 0 : domain.most);
  const step = (by) => setValue(Math.min(domain.most, Math.max(domain.least, value + by)));
  return html`<div class="stepper">
      <button type="button" class="option" onClick=${() => setValue(domain.least)}>Min: ${domain.least}</button>
      <button type="button" class="option round" aria-label="One fewer" onClick=${() => step(-1)}><${Icon} name="minus" /></button>
      <output aria-live="polite">${labelOf(words, value)}</output>
      <button type="button" class="option round" aria-label="One more" onClick=${() => step(1)}><${Icon} name="plus" /></button>
      <button type="button" class="option" onClick=${() => setValue(domain.most)}>Max: ${domain.most}</button>
    </div>
    <${Done} open=${allows(value)} onDone=${() => answer(value)} />`;
};
