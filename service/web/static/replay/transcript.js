// The transcript: every move in words; a tap on a line goes to its end.
import { computed, signal } from "@preact/signals";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { html, Icon, memo } from "../shared/html.js";
import { Move } from "../table/moves.js";
import { Says } from "../table/says.js";
import { inMoves } from "../table/state/moves.js";
import { isFlagged } from "../table/state/table.js";
import { head, whenPainted } from "./state/frames.js";
import { found, sought } from "./state/log.js";
import { to } from "./state/moving.js";

export const Line = memo(({ entry, session }) => {
  const { says, effects = [], tone } = entry.words ?? {};
  return html`<li class=${`entry tone-${tone ?? "plain"} ${entry.live ? "" : "gone"}`} data-entry=${entry.number}>
    <button type="button" class="line-of" onClick=${() => to(entry.number)}><span class="number">${entry.number}</span>
    <span class="text">
      ${isFlagged(entry) && html`<${Icon} name="flag" /><span class="ears">Flagged: </span>`}
      ${!entry.live && html`<span class="ears">Undone: </span>`}
      <${Says} runs=${says} />
      ${effects.map((effect, place) => html` <small key=${place}><${Says} runs=${effect} /></small>`)}
      ${entry.imported && html` <small>imported ${entry.imported.at.slice(0, 10)}</small>`}
      ${entry.reason && html` <small class="reason">“${entry.reason}”</small>`}
    </span></button>
    <a class="whole" href=${`/t/${session}/entry/${entry.number}`} aria-label=${`Full entry ${entry.number}`}><${Icon} name="link" /></a>
  </li>`;
});

/** Bring a line into sight. */
const show = (list, line) => {
  if (!line || !list.clientHeight) return;
  const [frame, box] = [list.getBoundingClientRect(), line.getBoundingClientRect()];
  if (box.top < frame.top || box.bottom > frame.bottom) list.scrollTop += box.top - frame.top - frame.height / 3;
};

/** So many frames it takes until the heights between are known. */
const FRAMES = 4;

/** So many lines are drawn at a time: a browser paints a list of a thousand for longer than a step may take. */
const BLOCK = 20;
/** Lines around an entry: its block, one before and one behind, and as many more as were asked for. */
const around = (lines, number, before, behind) => {
  const place = lines.findIndex((line) => line.at(-1).number >= number);
  const block = Math.floor((place < 0 ? lines.length : place) / BLOCK);
  return [Math.max(0, block - 1 - before) * BLOCK, Math.min(lines.length, (block + 2 + behind) * BLOCK)];
};

/** The log in lines, each a list of entries; who searches is shown the entries that were found. */
const lined = computed(() => (sought.value.trim() ? found.value.map((entry) => [entry]) : inMoves(found.value)));

const Lines = memo(({ lines, session }) => {
  const Part = useMemo(() => ({ entry }) => html`<${Line} entry=${entry} session=${session} />`, [session]);
  return lines.map((move) =>
    move.length > 1
      ? html`<${Move} key=${move[0].number} move=${move} Part=${Part} onGo=${() => to(move.at(-1).number)} />`
      : html`<${Part} key=${move[0].number} entry=${move[0]} />`);
});

/** The entry at which the log stands: the one that is drawn, once the board is painted. */
const standing = signal(0);
whenPainted((number) => (standing.value = number));

/** `shown`: whether it stands before the board, on a phone. */
export const Transcript = ({ shown }) => {
  const root = useRef();
  const lines = lined.value;
  const number = standing.value;
  const [[before, behind], more] = useState([0, 0]);
  const [first, end] = around(lines, number, before, behind);
  const kept = useRef([]);
  if (kept.current.all !== lines || kept.current.first !== first || kept.current.end !== end) {
    kept.current = { all: lines, first, end, part: lines.slice(first, end) };
  }
  useEffect(() => {
    const list = root.current;
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const line = list.querySelector(`[data-entry="${number}"]`) ?? list.querySelector(`[data-entries~="${number}"]`);
    line?.setAttribute("aria-current", "true");
    // Lines out of sight have a height that is guessed: it is known a frame after they come into sight.
    let frame;
    const again = (times) => {
      show(list, line);
      frame = times && requestAnimationFrame(() => again(times - 1));
    };
    again(FRAMES);
    const resized = new ResizeObserver(() => show(list, line));
    resized.observe(list);
    return () => {
      cancelAnimationFrame(frame);
      resized.disconnect();
    };
  }, [number, kept.current, shown]);
  return html`<section class="transcript" aria-label="Log">
    <header><h2>Log</h2><input type="search" id="sought" placeholder="Search for a seat, a place, a word" aria-label="Search the log"
      value=${sought.value} onInput=${(event) => (sought.value = event.target.value)} /></header>
    <ol ref=${root} tabindex="0" aria-label="Entries">
      ${first > 0 && html`<li><button type="button" class="option" onClick=${() => more([before + 2, behind])}>Show earlier entries</button></li>`}
      <${Lines} lines=${kept.current.part} session=${head.value.id} />
      ${end < lines.length && html`<li><button type="button" class="option" onClick=${() => more([before, behind + 2])}>Later entries</button></li>`}</ol>
    ${!lines.length && html`<p class="quiet">${sought.value ? "No matching entries." : "Loading the log…"}</p>`}
  </section>`;
};
