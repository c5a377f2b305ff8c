// Sheets beside the game: notes, undo with a reason, a place by its name, the keys.
import { useEffect, useState } from "preact/hooks";
import { ask } from "../shared/api.js";
import { html, Icon } from "../shared/html.js";
import { Frame } from "./frame.js";
import { Left } from "./left.js";
import { All, Menu } from "./menu.js";
import { send } from "./state/outbox.js";
import { mender } from "./state/owner.js";
import { drafts, mine, trouble } from "./state/queue.js";
import { pictures } from "./state/picturing.js";
import { closeSheet, openSheet, sheet } from "./state/sheets.js";
import { board, finished, line, table } from "./state/table.js";
import { tap } from "./shining.js";
import { goBack } from "./state/undo.js";
import { People } from "./people.js";
import { Settings } from "./settings.js";
import { Says } from "./says.js";
import { Trouble } from "./trouble.js";
import { Counting } from "./counting.js";
import { When } from "./when.js";
import { Unlit } from "./unlit.js";
import { entered } from "./widgets/slotted.js";

const Note = () => {
  const [text, write] = useState("");
  const say = () => {
    const timed = line.value === "live" ? {} : { moved_at: new Date().toISOString() };
    send("notes", { text: text.trim(), ...timed }, `Note: ${text.trim()}`);
    closeSheet();
  };
  return html`<${Frame} title="Write a note">
    <label class="field">Notes stay in the log for good, and everyone at the table can read them. Name people only if they agree.
      <textarea rows="3" maxlength="2000" value=${text} onInput=${(event) => write(event.target.value)}></textarea></label>
    <div class="buttons"><button type="button" class="primary" disabled=${!text.trim()} onClick=${say}>Save note</button></div>
  </${Frame}>`;
};

const why = ({ others, redo }) => {
  if (redo) return "someone else undid it";
  return others ? "others recorded part of it" : "someone learned something from it";
};

/** What goes, line by line, before it goes; where the sheet was opened for a line of the log, the service says it. */
const Undo = () => {
  const [reason, write] = useState("");
  const [told, tell] = useState(sheet.value.entries ? sheet.value : null);
  const [fault, say] = useState("");
  const { to } = sheet.value;
  useEffect(() => {
    if (told) return;
    const { id, version } = table.value;
    const headers = { "If-Match": `"${version}"` };
    ask(`/v1/sessions/${id}/retractions?dry_run=true`, { method: "POST", token: mine.token, body: { to }, headers }).then(
      ({ status, body }) => (status === 200 ? tell(body.takes) : say(body?.detail ?? "No answer from the service. Try again.")),
    );
  }, []);
  if (!told) return html`<${Frame} title="Undo?"><p role="status">${fault || "A moment…"}</p></${Frame}>`;
  const { count, entries, needs_reason, redo, splits } = told;
  const take = () => {
    goBack(told, reason.trim());
    closeSheet();
  };
  return html`<${Frame} title=${redo ? "Redo?" : "Undo?"}>
    <p>${redo ? "Redoes" : "Undoes"} ${count > 1 ? `${count} entries` : "one entry"}:</p>
    <ul class="goes">${entries.map(({ number, says }) => html`<li key=${number}>№ ${number} <${Says} runs=${says} /></li>`)}
      ${count > entries.length && html`<li>and ${count - entries.length} earlier</li>`}</ul>
    ${splits && html`<p>№ ${splits} to № ${to}, the beginning of the same move, stay.</p>`}
    <p class="quiet">${redo ? "" : "The log keeps the entries, struck through. Notes are unaffected."}${needs_reason ? ` Give a reason: ${why(told)}.` : ""}</p>
    ${needs_reason && html`<label class="field">Why? <input value=${reason} maxlength="200" onInput=${(event) => write(event.target.value)} /></label>`}
    <div class="buttons"><button type="button" class="primary" disabled=${needs_reason && !reason.trim()} onClick=${take}>${redo ? "Redo" : "Undo"}</button></div>
  </${Frame}>`;
};

const GoTo = () => {
  const [sought, seek] = useState("");
  const lit = [...document.querySelectorAll(".spot")].map((spot) => spot.dataset.place);
  const places = board.value.zones.flatMap((zone) => (zone.places ?? []).map((place) => ({ place, zone })));
  const shown = places.filter(({ place }) => lit.includes(place.id) && place.name.toLowerCase().includes(sought.toLowerCase()));
  const go = (place) => {
    closeSheet();
    tap(place);
  };
  return html`<${Frame} title="Go to a place">
    <label class="field">Name <input type="search" value=${sought} onInput=${(event) => seek(event.target.value)} /></label>
    <div class="grid">${shown.slice(0, 9).map(({ place, zone }) => html`<button type="button" class="option" data-key key=${place.id}
      onClick=${() => go(place)}><span><b>${place.name}</b> <small>${zone.title}</small></span></button>`)}</div>
  </${Frame}>`;
};

const KEYS = [
  ["1 … 9", "press a button"],
  ["Esc", "back"],
  ["U", "undo"],
  ["G", "find a place by name"],
  ["N", "write a note"],
];
const Keys = () => html`<${Frame} title="Keys">
  <dl class="lines">${KEYS.map(([key, does]) => html`<div key=${key}><dt><kbd>${key}</kbd></dt><dd>${does}</dd></div>`)}</dl>
</${Frame}>`;

const Close = () => {
  const close = () => {
    send("close", { outcome: finished.value ? "finished" : "abandoned" }, "Session closed", undefined, mender());
    closeSheet();
  };
  return html`<${Frame} title="Close the session?">
    <p>${finished.value ? "The game is finished." : "The game is not finished, so it closes as abandoned."} After that, only notes can be recorded.</p>
    <div class="buttons"><button type="button" class="primary warn" onClick=${close}>Close session</button></div>
  </${Frame}>`;
};

const Sitting = () => html`<${Frame} title="Who sits where?"><${People} /></${Frame}>`;

/** Few ever put something right, so what does so is a file of its own. */
const Right = () => {
  const [Shown, show] = useState(null);
  useEffect(() => void import("./putting.js").then(({ PutRight }) => show(() => PutRight), () => openSheet("correct")), []);
  return Shown ? html`<${Shown} />` : html`<${Frame} title="Put right"><p role="status">A moment…</p></${Frame}>`;
};

const SHEETS = { all: All, people: Sitting, menu: Menu, note: Note, undo: Undo, goto: GoTo, keys: Keys, close: Close, right: Right, correct: entered("Correct"), else: entered("SomethingElse"), settings: Settings, when: When, counting: Counting, unlit: Unlit, left: Left, outcome: () => html`<${drafts.Asked} />`, learn: () => html`<${sheet.value.Learn} ...${sheet.value} />`, thing: () => html`<${pictures.Sheet} />` };
export const Sheet = () => (trouble.value ? html`<${Trouble} />` : html`<${SHEETS[sheet.value.kind]} />`);
