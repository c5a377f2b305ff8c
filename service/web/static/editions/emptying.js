// Emptying: all cards of a table as if nobody had entered them yet, for a box in which they are all others.
import { useState } from "preact/hooks";
import { html } from "../shared/html.js";
import { said } from "./state/draft.js";
import { change } from "./state/outbox.js";
import { below, rowKeys } from "./state/places.js";

export const Emptying = ({ field, at, rows }) => {
  const [sure, ask] = useState(false);
  if (!field.blank || rows.length < 2) return null;
  const empty = () => {
    ask(false);
    change(rowKeys(rows).map((key, index) => ({ do: "set", at: below(at, key), value: { ...structuredClone(field.blank), id: rows[index].id } })));
    said.value = `${rows.length} rows are empty. Undo brings back what they held.`;
  };
  if (!sure) return html`<button type="button" class="quiet-button" onClick=${() => ask(true)}>Empty all ${rows.length} rows…</button>`;
  return html`<div class="note-box"><p>Are they all different in your box? Each row stays, and you enter what it says.</p>
    <p class="buttons"><button type="button" class="option warn" onClick=${empty}>Empty ${rows.length} rows</button> <button type="button" class="option" onClick=${() => ask(false)}>Keep them</button></p></div>`;
};
