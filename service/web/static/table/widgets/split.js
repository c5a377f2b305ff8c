// Split: a stepper a row, counted together; a tap on a place adds one. What is to be given away whole is spread beforehand.
import { useState } from "preact/hooks";
import { html } from "../../shared/html.js";
import { own } from "../../shared/own.js";
import { KEYS, labelOf, memberOf } from "../state/labels.js";
import { evenly, resettled } from "../state/plans.js";
import { Done } from "./options.js";
import { useBoard } from "./picked.js";
import { Stepper } from "./stepper.js";

const whole = (count) => (Number.isNaN(count) ? 0 : count);
const totalOf = (counts) => Object.values(counts).reduce((sum, count) => sum + whole(count), 0);
/** Zero is left out. */
const told = (counts) => Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0));

export const SplitWidget = ({ domain, words: all, answer, allows }) => {
  const words = memberOf(all, KEYS);
  const fixed = domain.least === domain.most;
  const [{ given, last }, give] = useState(() => ({ given: fixed ? evenly(domain) : {}, last: [] }));
  const keys = Object.keys(domain.limits);
  const total = totalOf(given);
  const room = (key, counts = given) => (fixed ? domain.limits[key] : Math.min(domain.limits[key], domain.most - totalOf(counts) + whole(own(counts, key) ?? 0)));
  const set = (key, change) =>
    give(({ given: before, last: older }) => {
      const count = typeof change === "function" ? change(own(before, key) ?? 0) : change;
      const now = fixed && count <= domain.limits[key] ? resettled(domain, before, key, count, older) : { ...before, [key]: count };
      return { given: now, last: [key, ...older.filter((one) => one !== key)] };
    });
  useBoard(keys, (key) => set(key, (now) => Math.min(room(key), whole(now) + 1)));
  const says = fixed ? `${total} of ${domain.most}` : `${total} of ${domain.least} to ${domain.most}`;
  return html`<ul class="rows split">
      ${keys.map((key) => html`<li key=${key}>
        <span>${labelOf(words, key)} <small>up to ${domain.limits[key]}</small></span>
        <${Stepper} value=${own(given, key) ?? 0} least=${0} most=${room(key)} set=${(change) => set(key, change)} name=${labelOf(words, key)} lowest=${false} />
      </li>`)}
    </ul>
    <${Done} open=${allows(told(given))} says=${says} onDone=${() => answer(told(given))} />`;
};
