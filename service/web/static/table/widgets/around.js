// Around: what stands around the options of a question: a field to find one of many, and details on demand.
import { signal } from "@preact/signals";
import { html } from "../../shared/html.js";
import { Seek } from "./slotted.js";

const MANY = 12;
/** Words of all options with their details that need no asking: of answers on the board, of others. */
const FEW = 30;
const MORE = 70;

/** Whether details are shown. Who wants them for one question has them for the next. */
const shown = signal(false);

const textOf = ({ label, hint, details }) => [label, hint, details].filter(Boolean).join(" ");
const areFew = (options) => {
  const most = options.every(({ place, piece }) => place ?? piece) ? FEW : MORE;
  return options.map(textOf).join(" ").split(/\s+/).length <= most;
};
const below = ({ hint, details }) => [hint, details].filter(Boolean).join("; ");

const Around = ({ Buttons, options, ...props }) => {
  const few = areFew(options);
  const all = few || shown.value;
  return html`${!few && html`<p class="details"><button type="button" class="quiet-button" aria-pressed=${shown.value}
      onClick=${() => (shown.value = !shown.value)}>Details</button></p>`}
    <${Buttons} ...${props} options=${options.map(({ details, ...one }) => ({ ...one, text: details, hint: all ? below({ ...one, details }) : one.hint }))} />`;
};

/** What stands around these options, if anything does. */
export const around = (options) => (options.some(({ details }) => details) ? Around : options.length > MANY && Seek);
