// Spreadsheet: a table as a CSV file, out, and in again once it is told what the file would change.
import { useState } from "preact/hooks";
import { limit, LONG, newId } from "../shared/api.js";
import { html } from "../shared/html.js";
import { save } from "../shared/saving.js";
import { document, edition, mayEdit, mine, readDraft, said, waiting } from "./state/draft.js";
import { valueAt } from "./state/places.js";
import { keep as keepOwn } from "./state/queue.js";
import { nameOf, spoken } from "./state/sheet.js";

const NO_ANSWER = "No answer from the service. Try again.";
const path = (at) => `${mine.path}/tables/${at.split("/").map(encodeURIComponent).join("/")}`;
const headers = () => ({ Authorization: `Bearer ${mine.token}` });

/** As `ask`, for a text instead of JSON. */
const send = async (at, text, dry) => {
  const id = newId();
  if (!dry) keepOwn(id);
  try {
    const answer = await fetch(`${path(at)}?dry_run=${dry ? 1 : 0}`, {
      method: "POST", body: text, cache: "no-store", signal: limit(LONG), headers: { ...headers(), "Content-Type": "text/csv", "If-Match": "*", "Idempotency-Key": id },
    });
    return { status: answer.status, body: await answer.json() };
  } catch {
    return { status: 0, body: null };
  }
};

const MOST = 12;
const Told = ({ title, texts }) => texts.length > 0 && html`<p><b>${title}</b> ${texts.slice(0, MOST).join(", ")}${texts.length > MOST ? ` and ${texts.length - MOST} more` : ""}</p>`;

/** What a file would change, before it does. */
const Outcome = ({ found, nameOfRow, onTake, onLeave }) => {
  const { changes, added, changed, missing, columns, cells } = found;
  return html`<div class="note-box"><${Told} title="Changed:" texts=${changed.map(nameOfRow)} /><${Told} title="New:" texts=${added.map(nameOfRow)} />
    <${Told} title="Not in the file, so they stay:" texts=${missing.map(nameOfRow)} /><${Told} title="Columns that are not understood:" texts=${columns} />
    ${cells.length > 0 && html`<p><b>Cells that are not understood:</b></p><ul>${cells.slice(0, MOST).map(({ row, column, text, reason }) => html`<li key=${`${row} ${column}`}>Line ${row}, ${column}: “${text}”. ${reason}</li>`)}</ul>${cells.length > MOST && html`<p>and ${cells.length - MOST} more</p>`}`}
    ${changes === 0 && html`<p>The file changes nothing.</p>`}
    <p class="buttons">${changes > 0 && html`<button type="button" class="primary" onClick=${onTake}>Take it over</button>`} <button type="button" class="option" onClick=${onLeave}>Leave it</button></p></div>`;
};

/** at: the address of the table, at the top of the box or in a board. */
export const Table = ({ at, title }) => {
  const [read, keep] = useState(null);
  const [fault, say] = useState("");
  const rows = valueAt(document.value, at) ?? [];
  const nameOfRow = (id) => {
    const row = rows.find((one) => one.id === id);
    return row ? nameOf(row) : spoken(id);
  };
  const fetchIt = async () => {
    try {
      const answer = await fetch(path(at), { headers: headers(), cache: "no-store", signal: limit(LONG) });
      if (!answer.ok) throw new Error("no file");
      save(await answer.blob(), `${edition.value.name} ${title}`.replace(/[^\w-]+/g, "-").concat(".csv"));
      say("");
    } catch {
      say(NO_ANSWER);
    }
  };
  const look = async ({ target }) => {
    const [file] = target.files;
    if (!file) return;
    const text = await file.text();
    target.value = "";
    const { status, body } = await send(at, text, true);
    say(status === 200 ? "" : (body?.errors?.[0]?.detail ?? body?.detail ?? NO_ANSWER));
    keep(status === 200 ? { text, found: body } : null);
  };
  const take = async () => {
    const { status, body } = await send(at, read.text, false);
    if (status === 200) {
      keep(null);
      said.value = `The file is taken over: ${body.changed.length} changed, ${body.added.length} new.`;
      await readDraft();
    } else say(body?.detail ?? NO_ANSWER);
  };
  return html`<details><summary>Spreadsheet</summary>
    <p class="quiet">Save this table as a CSV file, change it in a spreadsheet, and take it over here. Nothing is changed before you have seen what.</p>
    <p class="buttons"><button type="button" class="option" onClick=${fetchIt}>Save as CSV</button></p>
    ${mayEdit.value && html`<label class="field">Take over a CSV file <input type="file" accept=".csv,text/csv" disabled=${waiting.value.length > 0} onChange=${look} /></label>`}
    ${read && html`<${Outcome} found=${read.found} nameOfRow=${nameOfRow} onTake=${take} onLeave=${() => keep(null)} />`}
    <p role="alert" class=${fault ? "note-box" : ""}>${fault}</p></details>`;
};
