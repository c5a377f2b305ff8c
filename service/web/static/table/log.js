// The log: every move in words under its round, the last one first; what was taken back is struck.
import { computed } from "@preact/signals";
import { html, Icon, memo } from "../shared/html.js";
import { Move } from "./moves.js";
import { Says } from "./says.js";
import { SeatSign } from "./signs.js";
import { hasEarlier, readEarlier } from "./state/earlier.js";
import { inMoves, secretOf } from "./state/moves.js";
import { waiting } from "./state/queue.js";
import { entries, isFlagged } from "./state/table.js";
import { ToHere } from "./tohere.js";
import { lasted } from "./turn.js";

const MINUTE = 60_000;
/** Minutes without an entry after which the log says so. */
const PAUSE = 30;

/** When it happened at the table, as far as somebody says so; an entry that cannot be read has no time. */
const timeOf = ({ at, moved_at }) => new Date(moved_at ?? at ?? NaN);
const Clock = ({ of }) => !isNaN(of) && html`<time datetime=${of.toISOString()}>${of.toTimeString().slice(0, 5)}</time>`;
const seatOfEntry = ({ action, by }) => action?.seat ?? by?.seat;

/** What says its reason in its own words does not say it twice. */
const reasonOf = ({ kind, reason }) => kind === "recorded" && reason;

/** Which live correction names an entry: number → number. */
const corrected = computed(() => new Map(entries.value.filter((one) => one.live && one.kind === "corrected" && one.about).map((one) => [one.about, one.number])));

/** When an entry happened, and whose it is. */
const When = ({ entry, children }) => {
  const seat = seatOfEntry(entry);
  return html`<span class="number">${children}<${Clock} of=${timeOf(entry)} /></span>
    <span class="sign">${seat && html`<${SeatSign} seat=${seat} />`}</span>`;
};

const Part = memo(({ entry, by, isLine }) => {
  const { says, effects = [], tone } = entry.words ?? {};
  return html`<li class=${`entry tone-${tone ?? "plain"} ${entry.live ? "" : "gone"}`} data-entry=${entry.number}>
    <${When} entry=${entry}>${entry.number}<//>
    <span class=${`text ${secretOf([entry])}`}>
      ${isFlagged(entry) && html`<${Icon} name="flag" /><span class="ears">Flagged: </span>`}
      ${!entry.live && html`<b class="mark">Undone</b> `}
      <${Says} runs=${says} />
      ${effects.map((effect, at) => html` <small key=${at}><${Says} runs=${effect} /></small>`)}
      ${entry.imported && html` <small>imported ${entry.imported.at.slice(0, 10)}</small>`}
      ${reasonOf(entry) && html` <small class="reason">“${entry.reason}”</small>`}
      ${by && html` <b class="mark">Corrected by № ${by}</b>`}
    </span>
    ${isLine && html`<${ToHere} of=${entry} />`}
  </li>`;
});

const Line = (move) =>
  move.length > 1
    ? html`<${Move} key=${move[0].number} move=${move} Part=${Part} When=${When}><${ToHere} of=${move.at(-1)} /><//>`
    : html`<${Part} key=${move[0].number} entry=${move[0]} by=${corrected.value.get(move[0].number)} isLine />`;

/** What stands above a move, the next newer one being known: its round and turn, or how long nothing came after it. */
const above = (move, newer) => {
  const [{ number, words }] = move;
  const pause = newer ? Math.floor((timeOf(newer[0]) - timeOf(move.at(-1))) / MINUTE) : 0;
  const isFirst = words?.under && words.under !== newer?.[0].words?.under;
  return [
    ...(pause >= PAUSE ? [html`<li key=${`pause-${number}`} class="pause">${lasted(pause)} later</li>`] : []),
    ...(isFirst ? [html`<li key=${`under-${number}`} class="chapter"><h3>${words.under}</h3></li>`] : []),
  ];
};

export const Log = () => {
  const shown = inMoves(entries.value).reverse();
  return html`<section class="log" id="log" aria-label="Log" tabindex="0">
    <h2>Log</h2>
    <ol reversed>
      ${[...waiting.value].reverse().map((item) => html`<li key=${item.id} class="entry waits"><span class="number">…</span>
        <span class="text">${item.says} <small>waits</small></span></li>`)}
      ${shown.flatMap((move, at) => [...above(move, shown[at - 1]), Line(move)])}
    </ol>
    ${hasEarlier.value && html`<button type="button" class="quiet-button" onClick=${readEarlier}>Show earlier entries</button>`}
    <p><a href=${`${location.pathname}/log`}>Full log, for printing</a></p>
  </section>`;
};
