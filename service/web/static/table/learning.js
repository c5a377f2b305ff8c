// Learning: what a card or place is in the box on the table is entered while people play, as a file of its own. The fields are those of an edition.
import { useEffect, useState } from "preact/hooks";
import { ask, LONG, newId } from "../shared/api.js";
import { html, Icon } from "../shared/html.js";
import { Field, Members } from "../editions/fields.js";
import { rowsOn, Wrong } from "../editions/marks.js";
import { grouped } from "../editions/state/copies.js";
import { document, edition, mine as box, parts, sheet as form, told, waiting } from "../editions/state/draft.js";
import { open, openRow } from "../editions/state/open.js";
import { aboveOf, isIn, same, stepsOf, valueAt } from "../editions/state/places.js";
import { leave, left } from "../editions/state/queue.js";
import { sheetOf } from "../editions/state/sheet.js";
import { wayTo } from "../editions/state/way.js";
import { Frame } from "./frame.js";
import { styled } from "./linking.js";
import { rowsOf } from "./state/facing.js";
import { Offering } from "./offering.js";
import { played, takeOver, withOffer } from "./state/offering.js";
import { mine, note, notice } from "./state/queue.js";
import { tagIn } from "./state/sending.js";
import { closeSheet } from "./state/sheets.js";
import { table, you } from "./state/table.js";

export { Blanks, mayAmend } from "./blanks.js";

/** Ends when its style is here. */
export const dressed = styled("../pages/learning.css");

/** The component set whose document is here. */
let known = "";
/** Read what the set of the table holds, and the sheet of its game. */
const readBox = async () => {
  const { id, game, component_set: set } = table.value;
  if (known === set) return true;
  const [asked, read] = await Promise.all([form.value ? null : ask(`/v1/games/${game}/sheet`, { longest: LONG }), ask(`/v1/component-sets/${set}`, { longest: LONG })]);
  if ((asked && asked.status !== 200) || read.status !== 200) return false;
  // Nothing of it is sent from the fields: they change what is recorded as one entry.
  box.id = `table-${id}`;
  edition.value = { holder: "editor" };
  form.value ??= sheetOf(asked.body);
  told.value = { document: read.body.document, revision: 0, faults: [], warnings: [], unconfirmed: [] };
  known = set;
  return true;
};

/** The address of the row that a card or place stands for; undefined: it has none. */
export const partOf = async (id) => {
  if (!(await readBox())) return undefined;
  return rowsOf(id).flatMap((name) => parts.value.filter(({ value }) => value?.id === name)).map(({ at }) => at)[0];
};

/** Whether nobody has said of a row that it is as in the box: the document lists places, or sentences about much of it. */
const isInvented = (at) => told.value.document.invented?.some((one) => valueAt(told.value.document, one) === undefined || isIn(at, one) || isIn(one, at)) ?? true;

/** Whether nobody has entered anything of a card in this document: there is nothing to compare with the box. */
const isEmpty = (at, box = document.value) => {
  const { list } = wayTo(form.value, box, at);
  const value = valueAt(box, at);
  return Boolean(list?.field.deck) && same(value, { ...list.field.blank, id: value?.id });
};

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

const send = (body) => ask(`/v1/sessions/${mine.session}/amendments`, { method: "POST", token: mine.token, body: withOffer(body), headers: { "If-Match": "*", "Idempotency-Key": newId() }, longest: LONG });
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
    const { status, body: answer, headers } = await send(body);
    off(false);
    if (status !== 201) {
      told.value = { ...told.value, faults: faultsOf((answer?.errors ?? []).filter(({ pointer }) => pointer.startsWith("/parts/"))) };
      say(answer?.detail ?? "No answer from the service. Try again.");
      return;
    }
    note(tagIn(headers));
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
