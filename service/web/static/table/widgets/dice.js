// Dice: a row of faces for each die; the last one ends.
import { html } from "../../shared/html.js";
import { PieceSign } from "../pieces.js";
import { seatOf } from "../signs.js";
import { choice } from "../state/choosing.js";
import { valueKey } from "../state/domains.js";
import { labelOf } from "../state/labels.js";
import { groupLabel, leftFor, slotWords, wholeLabel } from "../state/slots.js";

const PIPS = /^[1-6]$/;

/** A face: pips in the colour of whoever rolls, else what it is called. */
const Face = ({ label, hint, seat }) => (PIPS.test(label)
  ? html`<${PieceSign} piece=${{ kind: "die", face: label, seat }} />`
  : html`<span><b>${label}</b>${hint && html` <small>${hint}</small>`}</span>`);

/** Whether its faces are words rather than pips. */
const isNamed = ({ pools, slots }, told, at) => !pools[slots[at].pool].every((value) => PIPS.test(labelOf(told, value)));

export const Dice = ({ made, words, filled, groups, onTake }) => {
  const now = filled.indexOf(undefined);
  const own = choice.value?.verb.seat;
  return html`<div class="dice">${groups.map((places) => {
    const { group } = made.slots[places[0]];
    const seat = group !== undefined && seatOf(group) ? group : own;
    return html`<section key=${places[0]}>${group !== undefined && html`<h3 class="part">${groupLabel(words, group)}</h3>`}
      ${places.map((at) => {
        const told = slotWords(words, made.slots[at]);
        const name = wholeLabel(words, made.slots[at]);
        return html`<div key=${at} class=${`faces ${at === now ? "now" : ""} ${isNamed(made, told, at) ? "named" : ""}`} role="group" aria-label=${name}>
          ${leftFor(made, filled, at).map((value) => {
            const key = valueKey(value);
            const label = labelOf(told, value);
            return html`<button type="button" class="option" key=${key} data-key=${at === now ? "" : undefined} aria-label=${`${name}: ${label}`}
              aria-pressed=${filled[at] !== undefined && valueKey(filled[at]) === key} onClick=${() => onTake(at, value)}><${Face} label=${label} hint=${told.values?.[key]?.hint} seat=${seat} /></button>`;
          })}
        </div>`;
      })}
    </section>`;
  })}
  <p class="ears" role="status">${filled.filter((one) => one !== undefined).length} of ${filled.length}</p></div>`;
};
