// The log: every move in words, the last one first; what was taken back is struck.
import { html, Icon, memo } from "../shared/html.js";
import { rest } from "./later.js";
import { Says } from "./says.js";
import { hasEarlier, readEarlier } from "./state/earlier.js";
import { inMoves } from "./state/moves.js";
import { waiting } from "./state/queue.js";
import { entries, isFlagged } from "./state/table.js";

const Part = memo(({ entry, isLine }) => {
  const { says, effects = [], tone } = entry.words ?? {};
  return html`<li class=${`entry tone-${tone ?? "plain"} ${entry.live ? "" : "gone"}`} data-entry=${entry.number}>
    <span class="number">${entry.number}</span>
    <span class="text">
      ${isFlagged(entry) && html`<${Icon} name="flag" /><span class="ears">Flagged: </span>`}
      ${!entry.live && html`<span class="ears">Undone: </span>`}
      <${Says} runs=${says} />
      ${effects.map((effect, at) => html` <small key=${at}><${Says} runs=${effect} /></small>`)}
      ${entry.imported && html` <small>imported ${entry.imported.at.slice(0, 10)}</small>`}
      ${entry.reason && html` <small class="reason">“${entry.reason}”</small>`}
    </span>
    ${isLine && rest.value && html`<${rest.value.ToHere} of=${entry} />`}
  </li>`;
});

/** A move; until the rest is here, one of several entries is told entry by entry. */
const Line = (move) =>
  move.length > 1 && rest.value
    ? html`<${rest.value.Move} key=${move[0].number} move=${move} Part=${Part}><${rest.value.ToHere} of=${move.at(-1)} /><//>`
    : move.toReversed().map((entry) => html`<${Part} key=${entry.number} entry=${entry} isLine=${move.length < 2} />`);

export const Log = () => html`<section class="log" id="log" aria-label="Log" tabindex="0">
  <h2>Log</h2>
  <ol reversed>
    ${[...waiting.value].reverse().map((item) => html`<li key=${item.id} class="entry waits"><span class="number">…</span>
      <span class="text">${item.says} <small>waits</small></span></li>`)}
    ${inMoves(entries.value).reverse().flatMap(Line)}
  </ol>
  ${hasEarlier.value && html`<button type="button" class="quiet-button" onClick=${readEarlier}>Show earlier entries</button>`}
  <p><a href=${`${location.pathname}/log`}>Full log, for printing</a></p>
</section>`;
