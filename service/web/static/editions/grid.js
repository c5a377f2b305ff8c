// Grid: a table on a laptop. Enter goes down, Tab goes right; what has no place in a cell opens the row's form.
import { html, Icon, memo } from "../shared/html.js";
import { Confirming } from "./confirming.js";
import { inOrder } from "./fields.js";
import { document, mayEdit, said, sheet, unconfirmed } from "./state/draft.js";
import { openPlace, openRow } from "./state/open.js";
import { put } from "./state/outbox.js";
import { pump } from "./state/sending.js";
import { below, isIn } from "./state/places.js";
import { nameOf, resolved, shownOf, spoken, written } from "./state/sheet.js";
import { cellsIn, paste, READS } from "./state/pasting.js";
import { amountsText, summaryOf } from "./state/words.js";
import { faultsAt, idOf, Wrong } from "./marks.js";
import { Unit } from "./numbers.js";
import { choicesOf } from "./simple.js";
import { enter } from "./state/entering.js";
import { useState } from "preact/hooks";


/** A cell in which a text stands that is read as a value; what cannot be read stays there and says so. */
const Read = ({ marks, field, at, text, read, short }) => {
  const [typed, type] = useState(null);
  const input = ({ target }) => {
    type(target.value);
    const value = read(target.value);
    if (value !== undefined) enter(field, at, value, { typed: true });
  };
  const isBad = typed !== null && read(typed) === undefined;
  return html`<input ...${marks} class=${short ? "short" : undefined} value=${typed ?? text} inputmode=${short ? "numeric" : undefined} aria-invalid=${isBad || marks["aria-invalid"]} title=${isBad ? "This cannot be read." : undefined} readonly=${!mayEdit.value} onInput=${input}
    onBlur=${() => (isBad || type(null), pump(true))} />`;
};

const CELLS = {
  text: ({ marks, field, at, value, row }) => html`<input ...${marks} value=${shownOf(field, value) ?? ""} placeholder=${field.key === "name" ? spoken(row.id) : undefined} maxlength=${field.most} readonly=${!mayEdit.value}
    onInput=${({ target }) => enter(field, at, target.value, { typed: true })} onChange=${() => pump(true)} />`,
  number: ({ marks, field, at, value }) => html`<${Read} marks=${marks} field=${field} at=${at} short text=${String(shownOf(field, value) ?? "").replace("-", "−")} read=${(text) => READS.number(field, text.trim())} />`,
  amounts: ({ marks, field, at, value }) => html`<${Read} marks=${marks} field=${field} at=${at} text=${amountsText(field, shownOf(field, value))} read=${(text) => READS.amounts(field, text)} />`,
  tick: ({ marks, field, at, value }) => html`<input type="checkbox" ...${marks} checked=${Boolean(shownOf(field, value))} disabled=${!mayEdit.value} onChange=${({ target }) => put(at, written(field, target.checked))} />`,
  choice: ({ marks, field, at, value }) => {
    const now = shownOf(field, value);
    const options = choicesOf(field, now, at);
    return html`<select ...${marks} disabled=${!mayEdit.value} value=${String(options.findIndex((one) => one.value === now))} onChange=${({ target }) => put(at, written(field, options[target.value].value))}>
      ${options.map((one, place) => html`<option key=${place} value=${String(place)}>${one.label}</option>`)}</select>`;
  },
};
/** What is typed comes first, what opens a form last: so nobody goes through cells in which they type nothing. */
const columnsOf = (field) => {
  const asked = inOrder(field.item.fields ?? []).map((one) => resolved(sheet.value, one)).filter(({ key, derived }) => key !== "id" && !derived);
  return [...asked.filter((one) => CELLS[one.is]), ...asked.filter((one) => !CELLS[one.is])];
};
const Opening = ({ marks, field, at, value, rowAt }) => {
  const text = summaryOf(sheet.value, field, value, document.peek()) || "–";
  return html`<button type="button" class="cell-button" ...${marks} aria-label=${`${marks["aria-label"]}: ${text}`} onClick=${() => openPlace(at, rowAt)}>${text}</button>`;
};

const Line = memo(({ at, row, copies, of, wrong }) => {
  const name = nameOf(row);
  const columns = columnsOf(of);
  const cell = (field) => {
    const place = below(at, field.key);
    const isWrong = faultsAt(place, true).length > 0;
    const marks = { "aria-label": `${field.title}, ${name}`, "aria-invalid": isWrong || undefined, "aria-describedby": isWrong ? `${idOf(at)}-wrong` : undefined };
    const Cell = CELLS[field.is] ?? Opening;
    return html`<td key=${field.key} data-at=${place} class=${`is-${field.is}${field.long ? " long" : ""}${field.key === "name" ? " name" : ""}`}><${Cell} marks=${marks} field=${field} at=${place} rowAt=${at} row=${row} value=${row[field.key]} /></td>`;
  };
  return html`<tr class=${wrong ? "faulty" : undefined}><td class="state"><${Confirming} at=${at} name=${name} /></td>${columns.map(cell)}
      <td class="more">${copies > 1 && html`<em>×${copies}</em>`}<button type="button" class="quiet-button" aria-label=${`Open ${name}`} onClick=${() => openRow(at)}><${Icon} name="pencil" /></button></td></tr>
    ${wrong && html`<tr class="message"><td></td><td colspan=${columns.length + 1}><${Wrong} at=${at} deep /></td></tr>`}`;
});

const STEPS = { Enter: 1, ArrowDown: 1, ArrowUp: -1 };
/** The column in which somebody began to go right with Tab; -1: nowhere. */
let begun = -1;
/** Arrows go to the same column of the next row; Enter to that in which the row was begun. With Ctrl it confirms the row, too. */
const move = (event) => {
  const { target, key } = event;
  const cell = target.closest("td[data-at]");
  if (key === "Tab" && cell && !event.shiftKey && begun < 0) begun = cell.cellIndex;
  const by = STEPS[key];
  const confirms = key === "Enter" && (event.ctrlKey || event.metaKey);
  if (!by || event.isComposing || !cell || (target.matches("button") && key === "Enter" && !confirms) || (target.matches("select") && key !== "Enter")) return;
  event.preventDefault();
  const rows = [...target.closest("tbody").querySelectorAll("tr:not(.message)")];
  const row = target.closest("tr");
  const next = rows[rows.indexOf(row) + (event.shiftKey ? -by : by)]?.cells[key === "Enter" && begun >= 0 ? begun : cell.cellIndex].querySelector("input, select, button");
  begun = -1;
  if (confirms) row.querySelector(".state .primary")?.click();
  next?.focus();
};
const point = () => {
  begun = -1;
};
/** Cells from a spreadsheet go from the cell under the cursor to the right and down. */
const take = (event, groups, columns) => {
  const cell = event.target.closest("td[data-at]");
  const cells = cell && mayEdit.value && cellsIn(event.clipboardData.getData("text/plain"));
  if (!cells) return;
  event.preventDefault();
  const row = groups.findIndex(({ at }) => isIn(cell.dataset.at, at));
  const column = columns.findIndex(({ key }) => below(groups[row].at, key) === cell.dataset.at);
  const unread = paste(cells, groups.slice(row).map(({ at }) => at), columns.slice(column));
  said.value = unread ? `${unread} of the pasted cells ${unread === 1 ? "is" : "are"} not understood.` : "Pasted.";
};
const selects = ({ target }) => target.matches("input:not([type=checkbox])") && target.select();

export const Grid = ({ section, groups }) => {
  const columns = columnsOf(section.field);
  return html`<div class="scroll"><table class="grid-table"><thead><tr><th scope="col"><span class="ears">As in our box</span><${Icon} name="package-check" /></th>
    ${columns.map((field) => html`<th key=${field.key} scope="col" title=${field.hint || undefined}>${field.title}<${Unit} field=${field} /></th>`)}<th scope="col"><span class="ears">Copies and form</span></th></tr></thead>
    <tbody onKeyDown=${move} onPointerDown=${point} onFocusIn=${selects} onPaste=${(event) => take(event, groups, columns)}>${groups.map(({ at, row, copies }) => html`<${Line} key=${at} at=${at} row=${row} copies=${copies.length} of=${section.field} wrong=${faultsAt(at, true).map(({ message }) => message).join()}
      open=${copies.some((place) => unconfirmed.value.has(place))} />`)}</tbody></table></div>`;
};
