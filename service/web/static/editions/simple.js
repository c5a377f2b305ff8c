// Simple fields: a text, a number, a tick, a choice, amounts.
import { html } from "../shared/html.js";
import { document, mayEdit, sheet } from "./state/draft.js";
import { enter, leave } from "./state/entering.js";
import { put } from "./state/outbox.js";
import { aboveOf, below, stepsOf, valueAt } from "./state/places.js";
import { checkOf, optionsOf, shownOf, spoken, written } from "./state/sheet.js";
import { Hint, idOf, told, Wrong } from "./marks.js";
import { Amount, Unit } from "./numbers.js";

/** An empty name stands for the id of its row: nobody needs to enter that. */
const usual = (field, at) => (field.key === "name" ? spoken(valueAt(document.value, aboveOf(at))?.id ?? stepsOf(at).at(-2) ?? "") : undefined);

export const Text = ({ field, at, value, label }) => {
  const text = shownOf(field, value) ?? "";
  const check = checkOf(field, text === "" && (field.optional || !field.required) ? null : text);
  const props = {
    ...told(at, { hint: field.hint, check }), value: text, placeholder: usual(field, at), readOnly: !mayEdit.value, autocomplete: "off", maxLength: field.most,
    onInput: ({ target }) => enter(field, at, target.value === "" && field.optional ? null : target.value, { typed: true }), onChange: leave,
  };
  return html`<div class="entry" data-at=${at}><label for=${idOf(at)}>${label ?? field.title}</label>
    ${field.long && field.key !== "name" ? html`<textarea rows="3" ...${props}></textarea>` : html`<input ...${props} />`}
    <${Hint} at=${at} field=${field} /><${Wrong} at=${at} check=${check} /></div>`;
};

export const Tick = ({ field, at, value, label }) => html`<div class="entry" data-at=${at}>
  <label class="tick"><input type="checkbox" ...${told(at, { hint: field.hint })} checked=${Boolean(shownOf(field, value))} disabled=${!mayEdit.value} onChange=${({ target }) => enter(field, at, target.checked)} /> ${label ?? field.title}</label>
  <${Hint} at=${at} field=${field} /><${Wrong} at=${at} /></div>`;

const FEW = 4;
const SHORT = 34;
const NONE = { value: null, label: "None" };
export const choicesOf = (field, now, at) => {
  const known = optionsOf(sheet.value, field, field.of ? document.value : null, at);
  const isLeft = field.key && !field.required && !("default" in field) && !field.optional;
  const options = field.optional ? [NONE, ...known] : isLeft ? [{ value: undefined, label: "–" }, ...known] : known;
  return now === undefined || options.some((one) => one.value === now) ? options : [{ value: now, label: now === null || now === "" ? "Choose…" : spoken(now) }, ...options];
};
export const Choice = ({ field, at, value, label }) => {
  const now = shownOf(field, value);
  const options = choicesOf(field, now, at);
  const title = label ?? field.title;
  const marks = told(at, { hint: field.hint });
  const isRow = !field.of && options.length <= FEW && options.map((one) => one.label).join("  ").length <= SHORT;
  const control = isRow
    ? html`<span class="segments" role="radiogroup" aria-label=${title} ...${marks}>${options.map((one) => html`<label class="chip-choice" key=${one.label}><input type="radio" name=${marks.id} checked=${one.value === now} disabled=${!mayEdit.value} onChange=${() => enter(field, at, one.value)} /><span>${one.label}</span></label>`)}</span>`
    : html`<select ...${marks} aria-label=${title} disabled=${!mayEdit.value} value=${String(options.findIndex((one) => one.value === now))} onChange=${({ target }) => enter(field, at, options[target.value].value)}>
        ${options.map((one, place) => html`<option key=${place} value=${String(place)}>${one.label}</option>`)}</select>`;
  return html`<div class="entry" data-at=${at}><span class="title">${title}</span>${control}<${Hint} at=${at} field=${field} /><${Wrong} at=${at} /></div>`;
};

/** Directions as ticks: those in which no neighbour lies. What each leads to, the service fills in. */
export const Edges = ({ field, at, value, label }) => {
  const beside = valueAt(document.value, aboveOf(at))?.[field.edge] ?? {};
  const open = field.fields.filter(({ key }) => Object.hasOwn(value ?? {}, key) || !Object.hasOwn(beside, key));
  const tick = ({ key, title }) => html`<label class="tick" key=${key}><input type="checkbox" checked=${Object.hasOwn(value ?? {}, key)} disabled=${!mayEdit.value} onChange=${({ target }) => put(below(at, key), target.checked ? "" : undefined)} /> ${title}</label>`;
  return open.length > 0 && html`<fieldset class="nested" data-at=${at}><legend>${label ?? field.title}</legend><${Hint} at=${at} field=${field} />${open.map(tick)}<${Wrong} at=${at} deep /></fieldset>`;
};

const MANY = 8;
export const Amounts = ({ field, at, value, label }) => {
  const now = shownOf(field, value) ?? {};
  const give = (key, number, options) => {
    const { [key]: gone, ...rest } = now;
    if (number) put(below(at, key), number, options);
    else if (!Object.keys(rest).length && field.key && written(field, {}) === undefined) put(at, undefined, options);
    else put(below(at, key), undefined, options);
  };
  const row = (option) => {
    const place = below(at, option.value);
    const of = { ...field, least: Math.min(field.least ?? 0, 0), optional: false };
    return html`<div class="entry beside" key=${option.value} data-at=${place}><span class="title">${option.label}</span>
      <${Amount} ...${told(place)} label=${`${title}: ${option.label}`} field=${of} path=${`${field.path}/*`} value=${now[option.value] ?? 0}
        onValue=${(number, options) => give(option.value, number, options)} /><${Wrong} at=${place} /></div>`;
  };
  const isShown = ({ value: key }) => field.options.length <= MANY || now[key];
  const title = label ?? field.title;
  const clear = () => enter(field, at, {});
  const others = field.options.filter((one) => !isShown(one));
  return html`<fieldset class="nested amounts" data-at=${at}><legend>${title}<${Unit} field=${field} />${mayEdit.value && Object.keys(now).length > 1 && html`<button type="button" class="quiet-button" aria-label=${`${title}: all to 0`} onClick=${clear}>All to 0</button>`}</legend>
    <${Hint} at=${at} field=${field} />${field.options.filter(isShown).map(row)}
    ${others.length > 0 && html`<details><summary>${others.length} more</summary>${others.map(row)}</details>`}<${Wrong} at=${at} /></fieldset>`;
};
