// Sheets beside the game: the menu, notes, undo with a reason, a place by its name, the keys.
import { mayStayAwake } from "./awake.js";
import { useState } from "preact/hooks";
import { html, Icon } from "../shared/html.js";
import { Frame } from "./frame.js";
import { Correct, SomethingElse } from "./mending.js";
import { choice, tapped } from "./state/choosing.js";
import { send, trouble } from "./state/outbox.js";
import { closeSheet, openSheet, sheet } from "./state/sheets.js";
import { board, finished, isScribe, line, mayRecord, table, you } from "./state/table.js";
import { takeBack } from "./state/undo.js";
import { People } from "./people.js";
import { Trouble } from "./trouble.js";

const Menu = () => html`<${Frame} title="More">
  <div class="grid">
    ${mayRecord.value && html`<button type="button" class="option" data-key onClick=${() => openSheet("note")}><${Icon} name="message-square" /> Write a note</button>`}
    ${you.value.role === "owner" && html`<a class="option" href=${`/t/${table.value.id}/links`}><${Icon} name="qr-code" /> Links and QR codes</a>`}
    ${mayRecord.value && html`<button type="button" class="option" data-key onClick=${() => openSheet("people")}><${Icon} name="users" /> Who sits where</button>`}
    ${isScribe.value && !table.value.closed && html`<button type="button" class="option" data-key onClick=${() => openSheet("correct")}><${Icon} name="pencil" /> Correct the table…</button>`}
    <button type="button" class="option" data-key onClick=${() => openSheet("keys")}><${Icon} name="circle-question-mark" /> Keys</button>
    ${isScribe.value && !table.value.closed && html`<button type="button" class="option" data-key onClick=${() => openSheet("close")}><${Icon} name="x" /> Close the session</button>`}
    <a class="option" href="/"><${Icon} name="house" /> Home</a>
  </div>
  ${!mayStayAwake && html`<p>Over plain HTTP a page may not keep the screen on: let the phone's own settings do it.</p>`}
  ${table.value.invented.length > 0 && html`<details><summary>${table.value.invented.length} parts of this edition are invented: no publisher has attested them</summary>
    <ul>${table.value.invented.map((part) => html`<li key=${part}>${part}</li>`)}</ul></details>`}
</${Frame}>`;

const Note = () => {
  const [text, write] = useState("");
  const say = () => {
    const timed = line.value === "live" ? {} : { moved_at: new Date().toISOString() };
    send("notes", { text: text.trim(), ...timed }, `Note: ${text.trim()}`);
    closeSheet();
  };
  return html`<${Frame} title="Write a note">
    <label class="field">Notes stand in the log for ever, for everybody at the table. Name nobody who would not like it.
      <textarea rows="3" maxlength="2000" value=${text} onInput=${(event) => write(event.target.value)}></textarea></label>
    <div class="buttons"><button type="button" class="primary" disabled=${!text.trim()} onClick=${say}>Write it down</button></div>
  </${Frame}>`;
};

const why = ({ others, exposed }) =>
  [others && "others recorded a part of it", exposed && "something that was hidden has been seen"].filter(Boolean).join(", and ");

const Undo = () => {
  const [reason, write] = useState("");
  const step = sheet.value;
  const take = () => {
    takeBack(step.to, reason.trim());
    closeSheet();
  };
  return html`<${Frame} title="Take it back?">
    <p>Everything after № ${step.to} is taken back. Say why: ${why(step)}. The entries stay in the log, struck through.</p>
    <label class="field">Why? <input value=${reason} maxlength="200" onInput=${(event) => write(event.target.value)} /></label>
    <div class="buttons"><button type="button" class="primary" disabled=${!reason.trim()} onClick=${take}>Take it back</button></div>
  </${Frame}>`;
};

const GoTo = () => {
  const [sought, seek] = useState("");
  const lit = [...document.querySelectorAll(".spot")].map((spot) => spot.dataset.place);
  const places = board.value.zones.flatMap((zone) => (zone.places ?? []).map((place) => ({ place, zone })));
  const shown = places.filter(({ place }) => lit.includes(place.id) && place.name.toLowerCase().includes(sought.toLowerCase()));
  const go = (place) => {
    closeSheet();
    if (!choice.value) tapped.value = place;
    else document.querySelector(`.spot[data-place="${CSS.escape(place.id)}"]`)?.click();
  };
  return html`<${Frame} title="Go to a place">
    <label class="field">Name <input type="search" value=${sought} onInput=${(event) => seek(event.target.value)} /></label>
    <div class="grid">${shown.slice(0, 9).map(({ place, zone }) => html`<button type="button" class="option" data-key key=${place.id}
      onClick=${() => go(place)}><span><b>${place.name}</b> <small>${zone.title}</small></span></button>`)}</div>
  </${Frame}>`;
};

const KEYS = [
  ["1 … 9", "the buttons in their order"],
  ["Esc", "back"],
  ["U", "undo"],
  ["G", "go to a place by its name"],
  ["N", "write a note"],
];
const Keys = () => html`<${Frame} title="Keys">
  <dl class="lines">${KEYS.map(([key, does]) => html`<div key=${key}><dt><kbd>${key}</kbd></dt><dd>${does}</dd></div>`)}</dl>
</${Frame}>`;

const Close = () => {
  const close = () => {
    send("close", { outcome: finished.value ? "finished" : "abandoned" }, "The session is closed");
    closeSheet();
  };
  return html`<${Frame} title="Close the session?">
    <p>${finished.value ? "The game is finished." : "The game is not finished: it is closed as abandoned."} Nothing can be recorded afterwards but notes.</p>
    <div class="buttons"><button type="button" class="primary warn" onClick=${close}>Close it</button></div>
  </${Frame}>`;
};

const Sitting = () => html`<${Frame} title="Who sits where?"><${People} /></${Frame}>`;

const SHEETS = { people: Sitting, menu: Menu, note: Note, undo: Undo, goto: GoTo, keys: Keys, close: Close, correct: Correct, else: SomethingElse };
export const Sheet = () => (trouble.value ? html`<${Trouble} />` : html`<${SHEETS[sheet.value.kind]} />`);
