// Questions of a form: a domain and its words as fields, for forms that are filled in and not tapped through.
import { html } from "../shared/html.js";
import { valueKey } from "../table/state/domains.js";
import { labelOf } from "../table/state/labels.js";

const hintOf = (words, value) => words.values?.[valueKey(value)]?.hint;

const Radios = ({ name, values, words, value, onChange }) => html`<div class="choices" role="radiogroup" aria-label=${words.asks}>
  ${values.map((one) => html`<label key=${valueKey(one)}>
    <input type="radio" name=${name} checked=${valueKey(one) === valueKey(value ?? null)} onChange=${() => onChange(one)} />
    <span><b>${labelOf(words, one)}</b>${hintOf(words, one) && html` <small>${hintOf(words, one)}</small>`}</span>
  </label>`)}
</div>`;

const Select = ({ values, words, value, label, onChange }) => html`<label class="field">${label}
  <select value=${valueKey(value ?? null)} onChange=${(event) => onChange(values[event.target.selectedIndex])}>
    ${values.map((one) => html`<option key=${valueKey(one)} value=${valueKey(one)}>${labelOf(words, one)}</option>`)}
  </select></label>`;

const FEW = 4;

const FIELDS = {
  choice: (props) =>
    props.domain.values.length <= FEW && !props.label
      ? html`<${Radios} ...${props} values=${props.domain.values} />`
      : html`<${Select} label=${props.label ?? props.words.asks} ...${props} values=${props.domain.values} />`,
  optional: (props) => {
    if (props.domain.of.kind !== "choice") return html`<${Field} ...${props} domain=${props.domain.of} />`;
    const of = { kind: "choice", values: [null, ...props.domain.of.values] };
    const words = { ...props.words, values: { null: { label: "None" }, ...props.words.values } };
    return html`<${Field} ...${props} words=${words} domain=${of} />`;
  },
  range: ({ domain, words, value, label, onChange }) => html`<label class="field">${label ?? words.asks}
    <input type="number" min=${domain.least} max=${domain.most} value=${value} onInput=${(event) => onChange(Number(event.target.value))} /></label>`,
  each: ({ domain, words, value, name, onChange }) =>
    Object.entries(domain.keys).map(([key, of]) => html`<${Field} key=${key} name=${`${name}-${key}`} domain=${of} words=${words}
      label=${labelOf(words, key)} value=${value?.[key]} onChange=${(one) => onChange({ ...value, [key]: one })} />`),
  several: ({ domain, words, value = [], onChange }) => html`<div class="choices" role="group" aria-label=${words.asks}>
    ${domain.values.map((one) => {
      const taken = value.some((other) => valueKey(other) === valueKey(one));
      const toggled = taken ? value.filter((other) => valueKey(other) !== valueKey(one)) : [...value, one];
      return html`<label key=${valueKey(one)}><input type="checkbox" checked=${taken} onChange=${() => onChange(toggled)} />
        <span>${labelOf(words, one)}</span></label>`;
    })}</div>`,
};

const Plain = ({ words, value, label, onChange }) => html`<label class="field">${label ?? words.asks} <small>as JSON</small>
  <textarea rows="3" onChange=${(event) => {
    try {
      onChange(JSON.parse(event.target.value));
      event.target.setCustomValidity("");
    } catch {
      event.target.setCustomValidity("This is not valid JSON.");
    }
  }}>${JSON.stringify(value)}</textarea></label>`;

/** The field of a domain. */
export const Field = (props) => html`<${FIELDS[props.domain.kind] ?? Plain} ...${props} />`;

/** A question with its words, in a frame of its own. */
export const Question = ({ name, question, value, onChange }) => html`<fieldset>
  <legend>${question.words.asks}</legend>
  ${question.words.hint && html`<p class="quiet">${question.words.hint}</p>`}
  <${Field} name=${name} domain=${question.domain} words=${question.words} value=${value} onChange=${onChange} />
</fieldset>`;
