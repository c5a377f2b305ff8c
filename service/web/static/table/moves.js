// A move of several entries: one line of the log, which a tap unfolds.
import { useState } from "preact/hooks";
import { html, Icon } from "../shared/html.js";
import { Says } from "./says.js";
import { numbersOf, saysOf, secretOf } from "./state/moves.js";
import { isFlagged } from "./state/table.js";

const TONES = ["flag", "score", "chaos"];
const toneOf = (move) => TONES.find((tone) => move.some(({ words }) => words?.tone === tone)) ?? "plain";

/** `Part`: how an entry is drawn by itself; `When`: its number, with time and seat. `onGo`: what a tap on the line does, where it does not unfold it. `children`: stand beside the line. */
export const Move = ({ move, Part, When, onGo, children }) => {
  const [isOpen, open] = useState(false);
  const numbers = move.map(({ number }) => number);
  const turn = () => open(!isOpen);
  const { live } = move[0];
  const text = html`<span class=${`text ${secretOf(move)}`}>
    ${move.some(isFlagged) && html`<${Icon} name="flag" /><span class="ears">Flagged: </span>`}
    ${!live && html`<b class="mark">Undone</b> `}
    <${Says} runs=${saysOf(move)} />
  </span>`;
  const more = html`<span class="more">${isOpen ? "−" : `+${move.length - 1}`}<span class="ears"> more entries</span></span>`;
  const number = When ? html`<${When} entry=${move[0]}>${numbersOf(move)}<//>` : html`<span class="number">${numbersOf(move)}</span>`;
  return html`<li class=${`entry move tone-${toneOf(move)} ${live ? "" : "gone"}`} data-entry=${isOpen ? undefined : numbers[0]} data-entries=${numbers.join(" ")}>
    ${onGo
      ? html`<button type="button" class="line-of" onClick=${onGo}>${number}${text}</button>
        <button type="button" class="unfold" aria-expanded=${isOpen} onClick=${turn}>${more}</button>`
      : html`<button type="button" class="line-of" aria-expanded=${isOpen} onClick=${turn}>${number}${text}${more}</button>`}
    ${children}
    ${isOpen && html`<ol class="parts">${move.map((entry) => html`<${Part} key=${entry.number} entry=${entry} />`)}</ol>`}
  </li>`;
};
