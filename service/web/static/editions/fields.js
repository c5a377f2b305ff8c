// Fields: what asks for a value, by its kind; what holds others repeats the same.
import { html, Icon } from "../shared/html.js";
import { document, mayEdit, parts, sheet } from "./state/draft.js";
import { put } from "./state/outbox.js";
import { below, rowKeys } from "./state/places.js";
import { blankOf, kindOf, nameOf, resolved, shownOf } from "./state/sheet.js";
import { summaryOf } from "./state/words.js";
import { faultsAt, Hint, told, Wrong } from "./marks.js";
import { Keyed, List } from "./several.js";
import { open, openRow } from "./state/open.js";
import { Confirming, goNext } from "./confirming.js";
import { Numbered } from "./numbers.js";
import { Amounts, Choice, Edges, Text, Tick } from "./simple.js";
import { enter } from "./state/entering.js";

const RANKS = { name: 0, count: 3 };
/** The fields of a row in the order in which a card is read: its name, what it has, its long texts, how often it is there. */
export const inOrder = (fields) => {
  const rank = (field) => RANKS[field.key] ?? (resolved(sheet.value, field).long ? 2 : 1);
  return [...fields].sort((one, other) => rank(one) - rank(other));
};
/** What nobody enters: an id, which never changes, and what follows from other things. */
const isAsked = (field, isRow) => !field.derived && !(isRow && field.key === "id");

export const Members = ({ fields, at, value, isRow, without }) => html`${inOrder(fields).filter((field) => isAsked(field, isRow) && field.key !== without)
  .map((field) => html`<${Field} key=${field.key} field=${field} at=${below(at, field.key)} value=${value?.[field.key]} />`)}
  <${Unplaced} fields=${fields} at=${at} value=${value} />`;

/** What is told of members for which there is no field here. */
const Unplaced = ({ fields, at }) => {
  const isHere = (place) => fields.some((field) => isAsked(field) && (place === below(at, field.key) || place.startsWith(`${below(at, field.key)}/`)));
  const texts = faultsAt(at, true).filter((one) => one.at !== at && !isHere(one.at)).map(({ message }) => message);
  return texts.length > 0 && html`<ul class="wrong">${texts.map((text) => html`<li key=${text}><${Icon} name="triangle-alert" /> ${text}</li>`)}</ul>`;
};

const Form = ({ field, at, value, label, bare }) => {
  if (field.edge) return html`<${Edges} field=${field} at=${at} value=${value} label=${label} />`;
  const members = html`<${Members} fields=${field.fields ?? []} at=${at} value=${shownOf(field, value)} isRow=${false} />`;
  if (bare) return html`<div data-at=${at}><${Hint} at=${at} field=${field} /><${Wrong} at=${at} />${members}</div>`;
  return html`<fieldset class="nested" data-at=${at}><legend>${label ?? field.title}</legend><${Hint} at=${at} field=${field} /><${Wrong} at=${at} />${members}</fieldset>`;
};

const Variants = ({ field, at, value, label }) => {
  const now = shownOf(field, value) ?? {};
  const chosen = field.variants.find((one) => one.value === now[field.tag]);
  const change = ({ target }) => {
    const next = field.variants[target.value];
    const kept = Object.fromEntries((next.fields ?? []).filter(({ key }) => Object.hasOwn(now, key)).map(({ key }) => [key, now[key]]));
    put(at, { ...structuredClone(next.blank), ...kept, [field.tag]: next.value });
  };
  const title = label ?? field.title;
  return html`<fieldset class="nested" data-at=${at}><legend>${title}</legend><${Hint} at=${at} field=${field} />
    <div class="entry" data-at=${below(at, field.tag)}><select ...${told(below(at, field.tag))} aria-label=${`${title}: kind`} disabled=${!mayEdit.value} value=${String(field.variants.indexOf(chosen))} onChange=${change}>
      ${!chosen && html`<option value="-1">Choose…</option>`}
      ${field.variants.map((one, place) => html`<option key=${place} value=${String(place)}>${one.label}</option>`)}</select><${Wrong} at=${below(at, field.tag)} /></div>
    <${Wrong} at=${at} />
    ${chosen && html`<${Members} key=${chosen.label} fields=${chosen.fields ?? []} at=${at} value=${now} without=${field.tag} />`}</fieldset>`;
};

const CALLED = { text: "A text", number: "A number", tick: "Yes or no", amounts: "Amounts", list: "Several", table: "Several", choice: "From a list" };
const FEW = 3;
/** The kinds that a field of several kinds can have: [name, value to begin with, place of the kind]; words stand for themselves. */
const waysOf = (field) =>
  field.fields.flatMap((given, place) => {
    const one = resolved(sheet.value, given);
    if (one.is === "choice" && one.options?.length && one.options.length <= FEW) return one.options.map(({ value, label }) => ({ name: label, value, place, word: true }));
    return [{ name: CALLED[one.is] ?? "In detail", value: blankOf(sheet.value, one), place }];
  });
const Either = ({ field, at, value, label }) => {
  const now = shownOf(field, value);
  const place = kindOf(sheet.value, field, now);
  const ways = waysOf(field);
  const isNow = (way) => way.place === place && (!way.word || way.value === now);
  const title = label ?? field.title;
  const inner = { ...field.fields[place], key: field.key, title: field.title, hint: "", required: true };
  return html`<fieldset class="nested" data-at=${at}><legend>${title}</legend><${Hint} at=${at} field=${field} />
    <div class="segments" role="radiogroup" aria-label=${`${title}: kind`}>${ways.map((way) => html`<label class="chip-choice" key=${way.name}><input type="radio" name=${`${at}-kind`} checked=${isNow(way)} disabled=${!mayEdit.value}
      onChange=${() => put(at, way.value)} /><span>${way.name}</span></label>`)}</div>
    ${!ways.some((way) => way.word && isNow(way)) && html`<${Field} field=${inner} at=${at} value=${now} label=${title} />`}</fieldset>`;
};

/** What a page puts below a table that stands in a board, such as its spreadsheet: a component that takes its address and title. */
export const belowRows = { Part: null };
/** Rows of a list that stand in the page as buttons: each opens its own form. */
export const Rows = ({ field, at, value, label }) => {
  const rows = shownOf(field, value) ?? [];
  return html`<fieldset class="nested" data-at=${at}><legend>${label ?? field.title} <small>${rows.length}</small></legend><${Hint} at=${at} field=${field} />
    <ul class="cards small">${rowKeys(rows).map((key, index) => html`<li key=${key}><${RowButton} at=${below(at, key)} row=${rows[index]} field=${field} number=${index + 1} /></li>`)}</ul><${Wrong} at=${at} />${field.is === "table" && rows.length > FEW && belowRows.Part && html`<${belowRows.Part} at=${at} title=${label ?? field.title} />`}</fieldset>`;
};
const RowButton = ({ at, row, field, number }) => html`<button type="button" class="row-card" onClick=${() => openRow(at)}>
  <b>${row?.id ? nameOf(row) : number}</b> <small>${summaryOf(sheet.value, field.item, row, document.value)}</small>${faultsAt(at, true).length > 0 && html`<${Icon} name="triangle-alert" /><span class="ears">needs attention</span>`}</button>`;

const HELD = ["list", "table", "keyed", "form", "variants", "either", "amounts"];
/** A thing that may be there or not. */
const Optional = ({ field, at, value, label, children }) => {
  const title = label ?? field.title;
  const isThere = shownOf(field, value) !== null && shownOf(field, value) !== undefined;
  const button = (text, icon, next) => mayEdit.value && html`<button type="button" class="option" onClick=${() => enter(field, at, next)}><${Icon} name=${icon} /> ${text}</button>`;
  if (isThere) return html`<div class="optional">${children}${button(`No ${title.toLowerCase()}`, "x", null)}</div>`;
  return html`<div class="entry" data-at=${at}><span class="title">${title}</span>${button(`Add ${title.toLowerCase()}`, "plus", blankOf(sheet.value, { ...field, optional: false }))}<${Hint} at=${at} field=${field} /><${Wrong} at=${at} deep /></div>`;
};

const KINDS = { text: Text, number: Numbered, tick: Tick, choice: Choice, amounts: Amounts, list: List, table: List, keyed: Keyed, form: Form, variants: Variants, either: Either };

/** The field of a value at an address. label: instead of its title. */
export const Field = (props) => {
  const field = resolved(sheet.value, props.field);
  const Kind = KINDS[field.is];
  const { at } = props;
  const shown = html`<${Kind} ...${props} field=${field} />`;
  if (at.includes("/") && at !== open.value.row && parts.value.some((part) => part.at === at)) return html`<div class="part">${shown}<p class="buttons"><${Confirming} at=${at} name=${props.label ?? field.title} onDone=${() => goNext(at, {})} /></p></div>`;
  return field.optional && HELD.includes(field.is) ? html`<${Optional} ...${props} field=${field}>${shown}</${Optional}>` : shown;
};
