// Sheets of the replay page: a link to share, a note, a branch, a place's history, the keys.
import { useState } from "preact/hooks";
import { ask, LONG, newId } from "../shared/api.js";
import { html, Icon } from "../shared/html.js";
import { opener } from "../shared/opener.js";
import { keep, tokenOf } from "../shared/tokens.js";
import { SeatSign } from "../table/signs.js";
import { tapped } from "../table/state/choosing.js";
import { seats } from "../table/state/table.js";
import { at, head } from "./state/frames.js";
import { historyOf, readMarks, readNews } from "./state/log.js";
import { open, TOLD } from "./state/moving.js";
import { Share } from "./share.js";
import { Sheet } from "./sheet.js";
import { Line } from "./transcript.js";

const Note = () => {
  const [text, write] = useState("");
  const [said, say] = useState("");
  const { id } = head.value;
  const put = async () => {
    const body = { text: text.trim(), about: at.value, action_id: newId() };
    const { status, body: answer } = await ask(`/v1/sessions/${id}/notes`, { method: "POST", token: tokenOf(id), body });
    if (status !== 201) return say(answer?.detail ?? "No answer from the service. Try again.");
    await readNews(id);
    open.value = null;
    readMarks(id);
  };
  return html`<${Sheet} title=${`A note at № ${at.value}`}>
    <label class="field">Notes stay in the log for good, and everyone at the table can read them. Name people only if they agree.
      <textarea rows="3" maxlength="2000" value=${text} onInput=${(event) => write(event.target.value)}></textarea></label>
    <p role="alert">${said}</p>
    <div class="buttons"><button type="button" class="primary" disabled=${!text.trim()} onClick=${put}>Save note</button></div>
  </${Sheet}>`;
};

const mayBranch = () => head.value.you.sees_all;
const Branch = () => {
  const [mine, choose] = useState(new Set(seats.value.map(({ seat }) => seat)));
  const [said, say] = useState("");
  const { id, visibility } = head.value;
  const turn = (seat) => choose(new Set(mine.has(seat) ? [...mine].filter((one) => one !== seat) : [...mine, seat]));
  const branch = async () => {
    const body = { at: at.value, action_id: newId() };
    const { status, body: made } = await ask(`/v1/sessions/${id}/forks`, { method: "POST", token: tokenOf(id) ?? opener(), body, longest: LONG });
    if (status !== 201) return say(made?.detail ?? "No answer from the service. Try again.");
    keep(made.session.id, made.tokens, { use: "owner", bots: seats.value.map(({ seat }) => seat).filter((seat) => !mine.has(seat)) });
    location.assign(`/t/${made.session.id}`);
  };
  if (!mayBranch()) {
    return html`<${Sheet} title="What if…"><p>Only the scribe can branch a game that is still in play or keeps secrets. When a game is finished and fully revealed, anyone who can watch it can play on from any entry.</p></${Sheet}>`;
  }
  return html`<${Sheet} title=${`What if… from № ${at.value}`}>
    <p>A separate practice table, as it stood after this entry. It counts in no statistics and expires on its own. Which seats do you play? Bots play the others.</p>
    <div class="choices">${seats.value.map(({ seat, label }) => html`<label key=${seat}><input type="checkbox" checked=${mine.has(seat)} onChange=${() => turn(seat)} /><${SeatSign} seat=${seat} /> <span>${label}</span></label>`)}</div>
    <p role="alert">${said}</p>
    <div class="buttons"><button type="button" class="primary" onClick=${branch}>Play on from here</button></div>
    ${visibility !== "private" && html`<p class="quiet">The branch is private until you share its link.</p>`}
  </${Sheet}>`;
};

const Keys = () => html`<${Sheet} title="Keys">
  <dl class="lines">${TOLD.map(([key, does]) => html`<div key=${key}><dt><kbd>${key}</kbd></dt><dd>${does}</dd></div>`)}</dl>
</${Sheet}>`;

/** What happened at the place that was tapped, and to the pieces that stand there. */
export const History = () => {
  const place = tapped.value;
  const [piece, choose] = useState(null);
  const pieces = place.pieces ?? [];
  const entries = historyOf(new Set([piece ?? place.id]));
  const shut = () => (tapped.value = null);
  return html`<${Sheet} title=${place.name} onClose=${shut}>
    ${pieces.length > 0 && html`<p class="buttons"><button type="button" class="option" aria-pressed=${!piece} onClick=${() => choose(null)}>Here</button>
      ${pieces.map(({ id, label }) => html`<button type="button" key=${id} class="option" aria-pressed=${piece === id} onClick=${() => choose(id)}>${label}</button>`)}</p>`}
    <ol class="history">${entries.map((entry) => html`<${Line} key=${entry.number} entry=${entry} session=${head.value.id} />`)}</ol>
    ${!entries.length && html`<p class="quiet">No entries about it.</p>`}
  </${Sheet}>`;
};

const SHEETS = { note: Note, branch: Branch, keys: Keys, share: Share };
export const Opened = () => {
  if (open.value) return html`<${SHEETS[open.value.kind]} key=${open.value.kind} />`;
  return tapped.value ? html`<${History} key=${tapped.value.id} />` : null;
};
