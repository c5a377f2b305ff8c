// Putting right: the board as a mat, as a file of its own. What lies beside it and its numbers stand in the panel.
import { useEffect, useState } from "preact/hooks";
import { html, Icon } from "../shared/html.js";
import { Frame } from "./frame.js";
import { PieceSign } from "./pieces.js";
import { SeatSign } from "./signs.js";
import { count, hold, letGo, nameOf, putInto, setMark, turn } from "./state/gestures.js";
import { begin, done, held, mat, record, several, takeBack, whose, why } from "./state/putting.js";
import { openSheet } from "./state/sheets.js";
import { board, line, seats } from "./state/table.js";
import { listen } from "./taps.js";

const Sign = ({ thing }) => (thing.card || !thing.kind ? html`<${Icon} name="gallery-horizontal-end" />` : html`<${PieceSign} piece=${thing} />`);
const Step = ({ name, says, onTake }) => html`<button type="button" class="option round" aria-label=${says} onClick=${onTake}><${Icon} name=${name} /></button>`;
const Stepper = ({ label, value, onStep }) => html`<li><span>${label}</span>
  <${Step} name="minus" says=${`${label}: one less`} onTake=${() => onStep(-1)} /><output>${value}</output><${Step} name="plus" says=${`${label}: one more`} onTake=${() => onStep(1)} /></li>`;

const isOf = (seat) => (tray) => (tray.seat ?? "") === seat;
/** Whether a tray takes cards, or pieces: an empty one takes both. */
const takes = (card, { pieces = [], cards = [] }) => (card ? cards.length > 0 || !pieces.length : pieces.length > 0 || !cards.length);
/** Where what is in the hand may go beside the board: the trays of its seat and nobody's, else also before a seat. */
const goalsFor = ({ seat, source, card }) => {
  const trays = mat.value.trays.filter((tray) => tray.id !== source && takes(card, tray) && (!seat || [seat, ""].includes(tray.seat ?? "")));
  const known = trays.map(({ id, name }) => [id, name]);
  const supply = trays.some(({ id }) => id === "supply") ? [] : [["supply", "The supply"]];
  return [...known, ...supply, ...(seat ? [] : seats.value.map(({ seat: of, label }) => [of, `Before ${label}`]))];
};

const MOST_FOUND = 6;
const places = () => board.value.zones.flatMap((zone) => zone.places ?? []);
const pieces = () => places().flatMap((place) => (place.pieces ?? []).map((piece) => ({ name: `${piece.label}, ${place.name}`, take: () => hold(piece, place.id) })));
const goals = () => places().map(({ id, name }) => ({ name, take: () => putInto(id) }));
/** What stands on the board, by its name: for who does not tap it. */
const ByName = ({ label, all }) => {
  const [sought, seek] = useState("");
  const found = sought.trim() ? all().filter(({ name }) => name.toLowerCase().includes(sought.trim().toLowerCase())) : [];
  return html`<label class="field seek">${label} <input type="search" value=${sought} onInput=${(event) => seek(event.target.value)} /></label>
    ${found.slice(0, MOST_FOUND).map(({ name, take }) => html`<button type="button" class="option" key=${name} onClick=${take}>${name}</button>`)}`;
};

const Held = () => {
  const thing = held.value;
  const faces = mat.value.faces[thing.id] ?? [];
  const take = (by) => (held.value = { ...thing, count: Math.max(1, Math.min(thing.most, thing.count + by)) });
  return html`<div class="in-hand">
    <p><${Sign} thing=${thing} /> <span><b>${thing.label}</b> <span class="quiet">${nameOf(thing.source)}</span></span>
      <button type="button" class="quiet-button" onClick=${letGo}>Put down</button></p>
    ${thing.most > 1 && html`<ul class="rows"><${Stepper} label="How many" value=${`${thing.count} of ${thing.most}`} onStep=${take} /></ul>`}
    <p class="quiet hint">Tap where it goes on the board, or:</p>
    <div class="grid">
      ${faces.map((face) => html`<button type="button" class="option" key=${face} onClick=${() => turn(face)}><${Icon} name="refresh-cw" /> Shows ${face}</button>`)}
      ${goalsFor(thing).map(([id, name]) => html`<button type="button" class="option" key=${id} onClick=${() => putInto(id)}>${name}</button>`)}
    </div>
    <${ByName} key="goal" label="Or a place by its name" all=${goals} />
  </div>`;
};

const Pick = ({ thing, source }) => html`<button type="button" class="option" onClick=${() => hold(thing, source)}>
  <${Sign} thing=${thing} /> <span>${thing.label}</span></button>`;

const Tray = ({ tray }) => {
  const { id, name, pieces = [], cards = [] } = tray;
  if (!pieces.length && !cards.length) return null;
  return html`<h3>${name}</h3><div class="grid">
    ${pieces.map((piece) => html`<${Pick} key=${piece.id} thing=${piece} source=${id} />`)}
    ${cards.filter((card) => card.id).map((card) => html`<${Pick} key=${card.id} thing=${{ ...card, card: true }} source=${id} />`)}
  </div>`;
};

/** The numbers of a seat, or of nobody: its lines, those beside the board, and where it stands on tracks. */
const Numbers = ({ seat, trays }) => {
  const panel = seats.value.find((one) => one.seat === seat);
  const who = panel ? `${panel.label}: ` : "";
  const lines = [...(panel?.lines ?? board.value.zones.filter(({ of }) => !of).flatMap((zone) => zone.lines ?? [])), ...trays.flatMap((tray) => tray.lines ?? [])].filter((one) => one.id);
  const marked = seat ? board.value.zones.flatMap((zone) => zone.tracks ?? []).map((track) => [track, track.marks?.find((mark) => mark.seat === seat)?.at]) : [];
  const tracks = marked.filter(([, at]) => at !== undefined);
  return html`<ul class="rows numbers">
    ${lines.map((one) => html`<${Stepper} key=${one.id} label=${one.label} value=${one.value} onStep=${(by) => count(one, who, by)} />`)}
    ${tracks.map(([track, at]) => html`<${Stepper} key=${track.id} label=${track.title} value=${at} onStep=${(by) => setMark(track, seat, at + by, who)} />`)}
  </ul>`;
};

const Whose = () => html`<div class="buttons whose-mat" role="group" aria-label="Whose">
  ${seats.value.map(({ seat, label }) => html`<button type="button" class="option" key=${seat} aria-pressed=${whose.value === seat} onClick=${() => (whose.value = seat)}><${SeatSign} seat=${seat} /> ${label}</button>`)}
  <button type="button" class="option" aria-pressed=${whose.value === ""} onClick=${() => (whose.value = "")}>The table</button>
</div>`;

const Beside = () => {
  const trays = mat.value.trays.filter(isOf(whose.value));
  return html`<p class="hint">Tap a piece on the board, then where it goes.</p>
    ${several.value.map(({ piece, source }) => html`<${Pick} key=${piece.id} thing=${piece} source=${source} />`)}
    <${Whose} />
    <${Numbers} seat=${whose.value} trays=${trays} />
    ${trays.map((tray) => html`<${Tray} key=${tray.id} tray=${tray} />`)}
    <${ByName} key="piece" label="A piece on the board, by its name" all=${pieces} />`;
};

/** The last thing that was done, with its way back; and what leads to the end. */
const Bar = ({ onDone }) => {
  const last = done.value.at(-1);
  return html`<div class="bar">
    <span><b>${done.value.length}</b> ${last.says}</span>
    <${Step} name="undo-2" says=${`Take back: ${last.says}`} onTake=${() => takeBack(done.value.length - 1)} />
    <button type="button" class="primary" onClick=${onDone}>Done</button>
  </div>`;
};

const REASONS = ["Moved by mistake", "Forgotten", "We misread a rule"];
/** All that was done, each with its way back; a reason records it. */
const Finish = ({ onBack }) => {
  const [other, write] = useState(null);
  const reason = other?.trim();
  return html`<ul class="rows">${done.value.map(({ says }, at) => html`<li key=${says}><span>${says}</span>
      <${Step} name="x" says=${`Take back: ${says}`} onTake=${() => takeBack(at)} /></li>`)}</ul>
    <p><b>Why?</b> <span class="quiet">A reason records it as one correction.</span></p>
    <div class="grid">
      ${REASONS.map((text) => html`<button type="button" class="option" key=${text} onClick=${() => record(text)}>${text}</button>`)}
      <button type="button" class="option" aria-pressed=${other !== null} onClick=${() => write(other === null ? "" : null)}>Other…</button>
    </div>
    ${other !== null && html`<label class="field">Why? <input value=${other} maxlength="200" onInput=${(event) => write(event.target.value)} /></label>`}
    <div class="buttons"><button type="button" class="option" onClick=${onBack}>Change more</button>
      ${other !== null && html`<button type="button" class="primary" disabled=${!reason} onClick=${() => record(reason)}>Record it</button>`}</div>`;
};

const Mat = () => {
  const [ends, end] = useState(false);
  if (ends && done.value.length) return html`<${Finish} onBack=${() => end(false)} />`;
  return html`<div class="lies-beside"><${held.value ? Held : Beside} /></div>
    ${done.value.length > 0 && !held.value && html`<${Bar} onDone=${() => end(true)} />`}`;
};

export const PutRight = () => {
  const live = line.value === "live";
  useEffect(() => {
    const ends = [begin(), listen()];
    return () => ends.forEach((end) => end());
  }, []);
  return html`<${Frame} title="Put right">
    ${why.value && html`<p role="alert">${why.value}</p>`}
    ${live && mat.value ? html`<${Mat} />` : !why.value && html`<p role="status">${live ? "A moment…" : "This works when you are online again."}</p>`}
    ${!done.value.length && !held.value && html`<p><button type="button" class="quiet-button" onClick=${() => openSheet("correct")}>Correct the table as facts…</button></p>`}
  </${Frame}>`;
};
