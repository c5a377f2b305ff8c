// Section: a table as cards or as a grid, or the fields of a board, with what is wrong and what is unconfirmed in it.
import { computed, signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { html, Icon } from "../shared/html.js";
import { Confirming, goNext } from "./confirming.js";
import { Emptying } from "./emptying.js";
import { Field } from "./fields.js";
import { Grid } from "./grid.js";
import { grouped, keepCopies } from "./state/copies.js";
import { document, faults, mayEdit, parts, sheet, unconfirmed } from "./state/draft.js";
import { open, openRow } from "./state/open.js";
import { isIn, stepsOf } from "./state/places.js";
import { nameOf, spoken } from "./state/sheet.js";
import { membersText } from "./state/words.js";
import { addTo, fillUp } from "./several.js";
import { Mapped } from "./mapped.js";
import { Photograph, Thumb } from "./photographs.js";
import { faultsAt, focusAt, Hint, showAt, Wrong } from "./marks.js";
import { Table } from "./spreadsheet.js";

const WIDE = matchMedia("(min-width: 60rem)");
const isWide = signal(WIDE.matches);
WIDE.addEventListener("change", () => (isWide.value = WIDE.matches));

/** How many there are, by the table's own count where each row says how often it is in the box. */
const countOf = (field, rows) => {
  const { total } = field;
  return total?.member ? rows.reduce((sum, row) => sum + (row[total.member] ?? 0), 0) : rows.length;
};
export const countText = (field, rows) => (field.total ? `${countOf(field, rows)} of ${field.total.number}` : `${countOf(field, rows)}`);

const groups = computed(() => {
  const section = sheet.value?.sections.find(({ key }) => key === open.value.section);
  const rows = section?.field.is === "table" ? (document.value[section.key] ?? []) : [];
  const found = grouped(section?.key ?? "", rows);
  keepCopies(found);
  return found;
});

/** How often a row is in the box: as copies of it, or as it says itself. */
const timesOf = ({ row, copies }) => (copies.length > 1 ? copies.length : Number.isInteger(row.count) ? row.count : 1);

const Card = ({ group, field }) => {
  const { at, row, copies } = group;
  const times = timesOf(group);
  const isWrong = faultsAt(at, true).length > 0;
  const isOpen = copies.some((place) => unconfirmed.value.has(place));
  return html`<li><button type="button" class=${isWrong ? "row-card faulty" : "row-card"} id=${`card-${at}`} onClick=${() => openRow(at)}>
    <span class=${isOpen ? "mark open" : "mark"}>${isOpen ? html`<span class="ears">not confirmed</span>` : html`<${Icon} name="check" /><span class="ears">as in our box</span>`}</span>
    <${Thumb} at=${at} /><span class="what"><b>${nameOf(row)}</b>${times !== 1 && html` <em>×${times}</em>`} <small>${membersText(sheet.value, field.item.fields ?? [], row, document.value)}</small></span></button>
    ${isWrong && html`<${Wrong} at=${at} deep />`}</li>`;
};

const FILTERS = [["all", "All"], ["open", "Unconfirmed"], ["wrong", "With a problem"]];
const MANY = 8;

const Rows = ({ section }) => {
  const { field, key } = section;
  const [sought, seek] = useState("");
  const [kept, keep] = useState("all");
  const rows = document.value[key] ?? [];
  const isKept = { all: () => true, open: ({ copies }) => copies.some((place) => unconfirmed.value.has(place)), wrong: ({ at }) => faultsAt(at, true).length > 0 }[kept];
  const text = ({ row }) => `${nameOf(row)} ${membersText(sheet.value, field.item.fields ?? [], row, document.value)}`.toLowerCase();
  const shown = groups.value.filter((one) => isKept(one) && text(one).includes(sought.toLowerCase()));
  const missing = (field.total?.number ?? 0) - countOf(field, rows);
  const filters = FILTERS.filter(([name]) => name !== "wrong" || faults.value.some((one) => isIn(one.at, key)));
  return html`<div class="tools">
      ${rows.length > MANY && html`<label class="field"><span class="ears">Find in ${section.title}</span><input type="search" placeholder="Find" value=${sought} onInput=${({ target }) => seek(target.value)} /></label>`}
      <div class="segments" role="group" aria-label="Show">${filters.map(([name, label]) => html`<button type="button" class="option" key=${name} aria-pressed=${kept === name} onClick=${() => keep(name)}>${label}</button>`)}</div>
    </div>
    <${Hint} at=${key} field=${field} /><${Wrong} at=${key} />
    ${isWide.value ? html`<${Grid} section=${section} groups=${shown} />` : html`<ul class="cards">${shown.map((group) => html`<${Card} key=${group.at} group=${group} field=${field} />`)}</ul>`}
    ${isWide.value && mayEdit.value && shown.length > 0 && html`<p class="quiet">Tab goes right, Enter to the next row. Ctrl+Enter also confirms the row.</p>`}
    ${!shown.length && html`<p class="quiet">${rows.length ? "Nothing here for this filter." : "There is nothing here yet."}</p>`}
    ${mayEdit.value && !(rows.length >= field.most) && html`<p class="buttons"><button type="button" class="option" onClick=${() => openRow(addTo(field, key, rows))}><${Icon} name="plus" /> Add a row</button>${field.deck && missing > 0 && html` <button type="button" class="option" onClick=${() => fillUp(field, key, rows, missing)}>Fill with blanks <small>${missing}</small></button>`}</p>
      ${field.deck && missing > 0 && html`<p class="quiet">A blank stands for a card that you enter at the table, when it first appears.</p>`}`}
    ${mayEdit.value && html`<${Emptying} field=${field} at=${key} rows=${rows} />`}
    <${Table} at=${key} title=${section.title} />`;
};

const Board = ({ section }) => {
  const { key, field } = section;
  const own = parts.value.filter((part) => part.section === key);
  useEffect(() => {
    const { focus, row } = open.value;
    if (!focus || row) return;
    if (own.some((part) => part.at === focus)) showAt(focus);
    else focusAt(focus);
  }, [open.value]);
  return html`<${Field} field=${field} at=${key} value=${document.value[key]} label=${section.title} bare />
    ${own.map(({ at }) => html`<${Photograph} key=${at} at=${at} name=${at === key ? section.title : `${section.title}: ${spoken(stepsOf(at).at(-1))}`} named=${own.length > 1} />`)}
    ${own.some(({ at }) => at === key) && html`<p class="buttons stay"><${Confirming} at=${key} name=${section.title} onDone=${() => goNext(key, {})} /></p>`}`;
};

export const Section = ({ section }) => {
  const { field, key } = section;
  const rows = document.value[key];
  const own = parts.value.filter((part) => part.section === key);
  const done = own.filter(({ at }) => !unconfirmed.value.has(at)).length;
  return html`<h1 tabindex="-1">${section.title}${Array.isArray(rows) && html` <small>${countText(field, rows)}</small>`}</h1>
    <p class="quiet">${!own.length ? "As usual. Change it only if your box differs." : done === own.length ? "All as in your box." : `${done} of ${own.length} as in your box.`}</p>
    <${Mapped} section=${section} list=${field.is === "table" ? html`<${Rows} key=${key} section=${section} />` : html`<${Board} key=${key} section=${section} />`} />`;
};
