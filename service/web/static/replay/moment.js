// The moment: what the entry that is looked at says, and what it changed.
import { useRef } from "preact/hooks";
import { html, Icon } from "../shared/html.js";
import { Says } from "../table/says.js";
import { isFlagged, seats } from "../table/state/table.js";
import { drawn, head } from "./state/frames.js";
import { byNumber, notesHere } from "./state/log.js";
import { open } from "./state/moving.js";

const figuresOf = (all) =>
  new Map(all.flatMap(({ seat, label, score, lines = [] }) => [
    ...((score ?? null) === null ? [] : [[`${seat} score`, { seat, label, name: "score", value: String(score) }]]),
    ...lines.map((line) => [`${seat} ${line.label}`, { seat, label, name: line.label, value: String(line.value) }]),
  ]));

/** What the seats' figures were before and are now, where they differ. */
const changes = (before, after) =>
  [...after].filter(([key, now]) => before.has(key) && before.get(key).value !== now.value).map(([key, now]) => ({ ...now, was: before.get(key).value }));

/** The change that led to the table that is drawn; it stays as long as that table does. */
const useChanges = () => {
  const kept = useRef({ drawn: 0, figures: new Map(), found: [] });
  const figures = figuresOf(seats.value);
  if (kept.current.drawn !== drawn.value) {
    const found = kept.current.drawn ? changes(kept.current.figures, figures) : [];
    kept.current = { drawn: drawn.value, figures, found };
  }
  return kept.current.found;
};

export const Moment = () => {
  const found = useChanges();
  const entry = byNumber.value.get(drawn.value);
  return html`<section class="moment" aria-label="This entry">
    <p class="says" aria-live="polite"><span class="number">№ ${drawn.value}</span> ${entry && html`
      ${isFlagged(entry) && html`<${Icon} name="flag" /><span class="ears">Flagged: </span>`}${!entry.live && html`<span class="gone">Undone: </span>`}
      <${Says} runs=${entry.words?.says} />${(entry.words?.effects ?? []).map((effect, place) => html` <small key=${place}><${Says} runs=${effect} /></small>`)}`}</p>
    ${entry?.broken?.length > 0 && html`<p class="broken"><${Icon} name="flag" /> Against the rules: ${entry.broken.map((rule) => html`<a key=${rule} href=${`/rules/${head.value.game}/${rule}?session=${head.value.id}`}>${rule}</a> `)}${entry.reason && html`“${entry.reason}”`}</p>`}
    ${found.length > 0 && html`<ul class="changes" aria-label="What changed">${found.slice(0, 8).map((one) => html`<li key=${`${one.seat} ${one.name}`}><b>${one.label}</b> ${one.name} <s>${one.was}</s> → <b>${one.value}</b></li>`)}
      ${found.length > 8 && html`<li>and ${found.length - 8} more</li>`}</ul>`}
    ${notesHere.value.map((note) => html`<p key=${note.number} class="note-of"><${Icon} name="message-square" /> ${note.text}</p>`)}
    <p class="moment-ways"><a href=${`/t/${head.value.id}/entry/${drawn.value}`}>Full entry</a>
      <button type="button" class="quiet-button" onClick=${() => (open.value = { kind: "branch" })}>What if…</button>
      <button type="button" class="quiet-button" onClick=${() => (open.value = { kind: "share" })}><${Icon} name="share-2" /> Share</button>
      ${["owner", "scribe", "recorder", "seat"].includes(head.value.you.role) && html`<button type="button" class="quiet-button" onClick=${() => (open.value = { kind: "note" })}><${Icon} name="pencil" /> Note</button>`}</p>
  </section>`;
};
