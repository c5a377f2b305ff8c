// The transcript: every entry in words; a tap on a line goes there.
import { useEffect, useRef } from "preact/hooks";
import { html, Icon, memo } from "../shared/html.js";
import { Says } from "../table/says.js";
import { isFlagged } from "../table/state/table.js";
import { at, head } from "./state/frames.js";
import { found, sought } from "./state/log.js";
import { to } from "./state/moving.js";

export const Line = memo(({ entry, session }) => {
  const { says, effects = [], tone } = entry.words ?? {};
  return html`<li class=${`entry tone-${tone ?? "plain"} ${entry.live ? "" : "gone"}`} data-entry=${entry.number}>
    <button type="button" class="line-of" onClick=${() => to(entry.number)}><span class="number">${entry.number}</span>
    <span class="text">
      ${isFlagged(entry) && html`<${Icon} name="flag" /><span class="ears">Flagged: </span>`}
      ${!entry.live && html`<span class="ears">Taken back: </span>`}
      <${Says} runs=${says} />
      ${effects.map((effect, place) => html` <small key=${place}><${Says} runs=${effect} /></small>`)}
      ${entry.reason && html` <small class="reason">“${entry.reason}”</small>`}
    </span></button>
    <a class="whole" href=${`/t/${session}/entry/${entry.number}`} aria-label=${`All of entry ${entry.number}`}><${Icon} name="link" /></a>
  </li>`;
});

const show = (list, line) => {
  if (!line || !list.clientHeight) return;
  const [frame, box] = [list.getBoundingClientRect(), line.getBoundingClientRect()];
  if (box.top < frame.top || box.bottom > frame.bottom) list.scrollTop += box.top - frame.top - frame.height / 3;
};

/** So many frames it takes until the heights between are known. */
const FRAMES = 4;

/** `shown`: whether it stands before the board, on a phone. */
export const Transcript = ({ shown }) => {
  const root = useRef();
  const lines = found.value;
  const number = at.value;
  useEffect(() => {
    const list = root.current;
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const line = list.querySelector(`[data-entry="${number}"]`);
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
  }, [number, lines, shown]);
  return html`<section class="transcript" aria-label="Log">
    <header><h2>Log</h2><input type="search" id="sought" placeholder="Seek a seat, a place, a word" aria-label="Seek in the log"
      value=${sought.value} onInput=${(event) => (sought.value = event.target.value)} /></header>
    <ol ref=${root} tabindex="0" aria-label="Entries">${lines.map((entry) => html`<${Line} key=${entry.number} entry=${entry} session=${head.value.id} />`)}</ol>
    ${!lines.length && html`<p class="quiet">${sought.value ? "No entry says that." : "Reading the log…"}</p>`}
  </section>`;
};
