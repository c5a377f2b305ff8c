// Split: a stepper a row, counted together; a tap on a place adds one.
import { useState } from "preact/hooks";
import { html } from "../../shared/html.js";
import { own } from "../../shared/own.js";
import { KEYS, labelOf, memberOf } from "../state/labels.js";
import { Done } from "./options.js";
import { useBoard } from "./picked.js";
import { Stepper } from "./stepper.js";

const whole = (count) => (Number.isNaN(count) ? 0 : count);

export const SplitWidget = ({ domain, words: told, answer, allows }) => {
  const words = memberOf(told, KEYS);
  const [given, give] = useState({});
  const keys = Object.keys(domain.limits);
  const totalOf = (counts) => Object.values(counts).reduce((sum, count) => sum + whole(count), 0);
  const total = totalOf(given);
  const set = (key, change) =>
    give((before) => {
      const { [key]: now = 0, ...rest } = before;
      const count = typeof change === "function" ? change(now) : change;
      return count === 0 ? rest : { ...before, [key]: count };
    });
  const room = (key, counts = given) => Math.min(domain.limits[key], domain.most - totalOf(counts) + whole(own(counts, key) ?? 0));
  useBoard(keys, (key) => set(key, (now) => Math.min(room(key), whole(now) + 1)));
  const says = domain.least === domain.most ? `${total} of ${domain.most}` : `${total} of ${domain.least} to ${domain.most}`;
  return html`<ul class="rows split">
      ${keys.map((key) => html`<li key=${key}>
        <span>${labelOf(words, key)} <small>up to ${domain.limits[key]}</small></span>
        <${Stepper} value=${own(given, key) ?? 0} least=${0} most=${room(key)} set=${(change) => set(key, change)} name=${labelOf(words, key)} lowest=${false} />
      </li>`)}
    </ul>
    <${Done} open=${allows(given)} says=${says} onDone=${() => answer(given)} />`;
};
