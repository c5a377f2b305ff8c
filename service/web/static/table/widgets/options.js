// Options: values as buttons with their words. What stands around many of them, or long ones, is a part of the rest.
import { html, Icon } from "../../shared/html.js";
import { rest } from "../later.js";
import { valueKey } from "../state/domains.js";
import { folded, labelOf } from "../state/labels.js";

/** Letters that are too many for half of a phone. */
const WIDE = 34;

/** options: {label, hint, icon, key}. found: whether what stands around them is there already. chosen: key → what stands beside the label; a key of it makes the button pressed. */
export const Buttons = ({ found, ...props }) => {
  const { options, onTake, chosen, closed } = props;
  const Around = !found && rest.value?.around(options);
  if (Around) return html`<${Around} ...${props} Buttons=${Buttons} />`;
  const hinted = options.some((one) => one.hint || one.label.length > 14);
  const wide = options.some((one) => one.label.length + (one.hint?.length ?? 0) > WIDE);
  return html`<div class="options">
    <div class=${wide ? "grid wide" : hinted ? "grid hinted" : "grid"}>
      ${options.map((option) => html`<button type="button" class="option" key=${option.key ?? option.label} data-key data-row=${option.key}
        aria-pressed=${chosen?.has(option.key)} disabled=${closed?.(option.value)} onClick=${() => onTake(option)}>
        ${option.icon && html`<${Icon} name=${option.icon} />`}
        <span><b>${option.label}</b>${option.hint && html` <small>${option.hint}</small>`}</span>
        ${chosen?.get(option.key) && html` <em>${chosen.get(option.key)}</em>`}
      </button>`)}
    </div>
  </div>`;
};

/** Values as buttons. */
export const Options = ({ values, words, onTake, ...rest }) => html`<${Buttons} ...${rest} onTake=${({ value }) => onTake(value)}
  options=${folded(values.map((value) => ({ value, key: valueKey(value), label: labelOf(words, value), ...words?.values?.[valueKey(value)] })), rest.chosen)} />`;

/** The button that ends a question; closed as long as something is missing, which it says. plain: the question rather ends by itself. */
export const Done = ({ open, says, label = "Done", plain, onDone, children }) => html`<div class="done">
  ${children}
  <span role="status">${says}</span>
  <button type="button" class=${plain ? "option" : "primary"} data-key disabled=${!open} onClick=${onDone}>${label}</button>
</div>`;
