// Several: lists of items and things by a key, with what adds one and takes one away.
import { useState } from "preact/hooks";
import { html, Icon } from "../shared/html.js";
import { document, mayEdit, sheet } from "./state/draft.js";
import { change, put } from "./state/outbox.js";
import { below, rowKeys, valueAt } from "./state/places.js";
import { blankOf, freeId, resolved, shownOf, spoken } from "./state/sheet.js";
import { standsApart } from "./state/way.js";
import { Field, Rows } from "./fields.js";
import { faultsAt, Hint, Wrong } from "./marks.js";
import { openRow } from "./state/open.js";
import { NumberInput } from "./numbers.js";

const SIMPLE = ["text", "number", "tick", "choice"];
const single = (title) => title.replace(/s$/, "").toLowerCase();

/** A new item: what the table says, with an id that is free. */
export const fresh = (field, rows) => {
  const blank = structuredClone(field.blank ?? blankOf(sheet.value, field.item));
  const asks = resolved(sheet.value, field.item);
  return (asks.fields ?? []).some((one) => one.key === "id") ? { ...blank, id: freeId(rows, field.path) } : blank;
};
/** Put a new item at the end of a list; its address. */
export const addTo = (field, at, rows) => {
  const value = fresh(field, rows);
  // A list that the document leaves out stands for these rows: the new one comes to them.
  if (rows.length && valueAt(document.value, at) === undefined) put(at, [...rows, value]);
  else change([{ do: "add", at, value }]);
  return below(at, rowKeys([...rows, value]).at(-1));
};

/** Fill a deck with blanks up to its total, as one change. */
export const fillUp = (field, at, rows, missing) => {
  const added = [];
  while (added.length < missing) added.push({ ...structuredClone(field.blank), id: freeId([...rows, ...added], `blank_${at}`) });
  if (valueAt(document.value, at) === undefined) put(at, [...rows, ...added]);
  else change(added.map((value) => ({ do: "add", at, value })));
};

/** What takes an item away; asks: once more before it goes, where much would be lost. */
const Removing = ({ at, label, asks }) => {
  const [sure, ask] = useState(false);
  if (!mayEdit.value) return null;
  const take = () => put(at, undefined);
  if (sure) return html`<p class="buttons"><button type="button" class="option warn" onClick=${take}>Remove ${label}</button> <button type="button" class="option" onClick=${() => ask(false)}>Keep</button></p>`;
  if (asks) return html`<button type="button" class="quiet-button" onClick=${() => ask(true)}>Remove ${label}</button>`;
  return html`<button type="button" class="option round" aria-label=${`Remove ${label}`} onClick=${take}><${Icon} name="x" /></button>`;
};

/** Numbers side by side, each below its place. */
const Numbers = ({ field, at, rows, label }) => {
  const number = (one, index) => {
    const place = below(at, index);
    const title = `${label} ${index + 1}`;
    return html`<span key=${index} class="numbered" data-at=${place}><small aria-hidden="true">${index + 1}</small><${NumberInput} label=${title} at=${place} field=${field.item} value=${one} onValue=${(number, options) => put(place, number, options)} /></span>`;
  };
  const told = rows.flatMap((_, index) => [...faultsAt(below(at, index))].map(({ message }) => `${index + 1}: ${message}`));
  return html`<div class="numbers">${rows.map(number)}</div>${told.length > 0 && html`<ul class="wrong">${told.map((text) => html`<li key=${text}><${Icon} name="triangle-alert" /> ${text}</li>`)}</ul>`}`;
};
const RemovingLast = ({ at, rows, label }) => mayEdit.value && html`<button type="button" class="option" aria-label=${`Remove the last: ${label} ${rows.length}`} onClick=${() => put(below(at, rowKeys(rows).at(-1)), undefined)}><${Icon} name="minus" /> Remove the last</button>`;

export const List = ({ field, at, value, label: given }) => {
  const rows = shownOf(field, value) ?? [];
  const item = resolved(sheet.value, field.item);
  const label = given ?? field.title;
  const isFixed = field.least !== undefined && field.least === field.most;
  const isSimple = SIMPLE.includes(item.is);
  const canRemove = !isFixed && !(rows.length <= field.least);
  if (standsApart(sheet.value, field, rows)) return html`<${Rows} field=${field} at=${at} value=${value} label=${given} /><${Adding} field=${field} at=${at} rows=${rows} label=${label} opens />`;
  const one = (value, index) => html`<div class=${isSimple ? "item" : "item under"} key=${index}><${Field} field=${field.item} at=${below(at, rowKeys(rows)[index])} value=${value} label=${`${label} ${index + 1}`} />
    ${canRemove && html`<${Removing} at=${below(at, rowKeys(rows)[index])} label=${`${label} ${index + 1}`} asks=${!isSimple} />`}</div>`;
  const isNumbers = item.is === "number" && !item.optional;
  return html`<fieldset class="nested" data-at=${at}><legend>${label}</legend><${Hint} at=${at} field=${field} />
    ${isNumbers ? html`<${Numbers} field=${field} at=${at} rows=${rows} label=${label} />` : rows.map(one)}
    ${!isFixed && html`<${Adding} field=${field} at=${at} rows=${rows} label=${label} />`} ${isNumbers && canRemove && rows.length > 0 && html`<${RemovingLast} at=${at} rows=${rows} label=${label} />`}<${Wrong} at=${at} /></fieldset>`;
};

const Adding = ({ field, at, rows, label, opens }) => {
  if (!mayEdit.value || rows.length >= field.most) return null;
  const add = () => {
    const place = addTo(field, at, rows);
    if (opens) openRow(place);
  };
  return html`<button type="button" class="option" onClick=${add}><${Icon} name="plus" /> Add ${single(label)}</button>`;
};

export const Keyed = ({ field, at, value, label: given }) => {
  const [key, name] = useState("");
  const now = shownOf(field, value) ?? {};
  const label = given ?? field.title;
  const add = () => {
    put(below(at, key.trim()), structuredClone(field.blank ?? blankOf(sheet.value, field.item)));
    name("");
  };
  const isSimple = [...SIMPLE, "amounts"].includes(resolved(sheet.value, field.item).is);
  const isTaken = Object.hasOwn(now, key.trim());
  return html`<fieldset class="nested" data-at=${at}><legend>${label}</legend><${Hint} at=${at} field=${field} />
    ${Object.entries(now).map(([one, inner]) => html`<div class=${isSimple ? "item" : "item under"} key=${one}><${Field} field=${field.item} at=${below(at, one)} value=${inner} label=${spoken(one)} />
      <${Removing} at=${below(at, one)} label=${spoken(one)} asks=${!isSimple} /></div>`)}
    ${mayEdit.value && html`<details><summary>Add another</summary><div class="item"><label class="field">Called <input value=${key} autocomplete="off" maxlength="60" onInput=${({ target }) => name(target.value)} /></label>
      <button type="button" class="option" disabled=${!key.trim() || isTaken} onClick=${add}>Add</button></div></details>`}<${Wrong} at=${at} /></fieldset>`;
};
