// Learning: what a card or place is in the box on the table is entered while people play, as a file of its own. The fields are those of an edition.
import { useEffect, useState } from "preact/hooks";
import { html, Icon } from "../shared/html.js";
import { Field, Members } from "../editions/fields.js";
import { rowsOn, Wrong } from "../editions/marks.js";
import { grouped } from "../editions/state/copies.js";
import { document, sheet as form, told, waiting } from "../editions/state/draft.js";
import { open, openRow } from "../editions/state/open.js";
import { aboveOf, isIn, stepsOf, valueAt } from "../editions/state/places.js";
import { leave, left } from "../editions/state/queue.js";
import { wayTo } from "../editions/state/way.js";
import { Frame } from "./frame.js";
import { styled } from "./linking.js";
import { Offering } from "./offering.js";
import { amend, isEmpty, isInvented, readBox, rowOf } from "./state/box.js";
import { played, takeOver } from "./state/offering.js";
import { notice } from "./state/queue.js";
import { closeSheet } from "./state/sheets.js";
import { table, you } from "./state/table.js";

export { Blanks, mayAmend } from "./blanks.js";

export { FirstUse } from "./firstuse.js";

/** Ends when its style is here. */
export const dressed = styled("../pages/learning.css");

/** The address of the row that a card or place stands for; undefined: it has none. */
export const partOf = async (id) => ((await readBox()) ? rowOf(id) : undefined);

/** The rows of the box that are the same but for their id, this one among them. Cards that nobody has entered are not known to be the same; those that a seat does not see are not its to enter. */
const copiesOf = (at) => {
  const list = aboveOf(at);
  const rows = valueAt(told.value.document, list);
  const found = you.value.role !== "seat" && Array.isArray(rows) && !isEmpty(at, told.value.document) && grouped(list, rows).find(({ copies }) => copies.includes(at));
  return found ? found.copies : [at];
};

/** Nothing that was typed before waits any more. */
const begin = (at) => {
  for (const item of [...left(), ...waiting.value]) leave(item);
  told.value = { ...told.value, faults: [] };
  open.value = { section: "", row: at, focus: "" };
};

/** What is wrong with the row, each at its place. */
const faultsOf = (errors) => errors.map(({ pointer, detail }) => ({ at: stepsOf(pointer.slice("/parts/".length))[0] ?? "", message: detail }));

/** The fields of a row, or of one in it. */
const Row = ({ at }) => {
  const { field } = wayTo(form.value, document.value, at);
  const value = valueAt(document.value, at);
  return html`<${Wrong} at=${at} />${field.is === "form" ? html`<${Members} fields=${field.fields ?? []} at=${at} value=${value} isRow />` : html`<${Field} field=${field} at=${at} value=${value} />`}`;
};

/** Enter a row as it is in the box on the table. onDone: goes on; isBlank: nobody has entered it yet, and it can wait. */
export const Learn = ({ at, name, onDone = closeSheet, isBlank }) => {
  const [fault, say] = useState("");
  const [isOff, off] = useState(false);
  const [all, takeAll] = useState(true);
  useEffect(() => {
    begin(at);
    return () => begin("");
  }, []);
  useEffect(() => say(""), [waiting.value]);
  // What others record meanwhile is shown, but for a row that has been changed here.
  useEffect(() => void (waiting.value.length || readBox()), [table.value.component_set]);
  const record = async (body) => {
    off(true);
    const { status, body: answer } = await amend(body);
    off(false);
    if (status !== 201) {
      told.value = { ...told.value, faults: faultsOf((answer?.errors ?? []).filter(({ pointer }) => pointer.startsWith("/parts/"))) };
      say(answer?.detail ?? "No answer from the service. Try again.");
      return;
    }
    notice.value = (await takeOver(answer.entry.number)) ? `Recorded, and changed in ${played.value.name}.` : "Recorded as in your box.";
    onDone();
  };
  const { row } = open.value;
  const shown = row !== at && isIn(row, at) && valueAt(document.value, row) !== undefined ? row : at;
  const isChanged = waiting.value.length > 0;
  const isOpen = isInvented(at);
  const copies = copiesOf(at);
  const places = all ? copies : [at];
  const written = () => {
    const value = valueAt(document.value, at);
    return Object.fromEntries(places.map((place) => [place, place === at ? value : { ...value, id: valueAt(told.value.document, place).id }]));
  };
  return html`<${Frame} title=${(!isBlank && rowsOn(shown).at(-1)?.name) || name}>
    <div class="learning">
      ${shown !== at && html`<button type="button" class="option" onClick=${() => openRow(at)}><${Icon} name="chevron-left" /> ${rowsOn(at).at(-1).name}</button>`}
      <p class="quiet">${isBlank ? "Enter what your card says, or do it later: tap the card." : "Enter what your own card or board says. The log keeps it for this table."}</p>
      <${Row} key=${shown} at=${shown} />
      <div class="done">
        ${copies.length > 1 && (isChanged || isOpen) && html`<label class="tick"><input type="checkbox" checked=${all} onChange=${({ target }) => takeAll(target.checked)} /> All ${copies.length} copies</label>`}
        <p role="alert" class=${fault ? "note-box" : ""}>${fault}</p>
        ${(isChanged || isOpen) && html`<${Offering} />`}
        ${isChanged
          ? html`<button type="button" class="primary" disabled=${isOff} onClick=${() => record({ parts: written() })}>Record</button>`
          : isOpen && !isEmpty(at)
            ? html`<button type="button" class="primary" disabled=${isOff} onClick=${() => record({ confirmed: places })}><${Icon} name="check" /> As in our box</button>`
            : !isOpen && html`<p class="quiet"><${Icon} name="check" /> It is as in your box: somebody has confirmed it.</p>`}
        ${isBlank && html`<button type="button" class="option" disabled=${isOff} onClick=${onDone}>Later</button>`}
      </div>
    </div>
  </${Frame}>`;
};
