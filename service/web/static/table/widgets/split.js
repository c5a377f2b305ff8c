// Split: a stepper a row, counted together.
import { useState } from "preact/hooks";
import { html, Icon } from "../../shared/html.js";
import { own } from "../../shared/own.js";
import { KEYS, labelOf, memberOf } from "../state/labels.js";
import { Done } from "./options.js";
import { useBoard } from "./picked.js";

export const SplitWidget = ({ domain, words: told, answer, allows }) => {
  const words = memberOf(told, KEYS);
  const [given, give] = useState({});
  const keys = Object.keys(domain.limits);
  const total = Object.values(given).reduce((sum, count) => sum + count, 0);
  const step = (key, by) => {
    const count = (own(given, key) ?? 0) + by;
    if (count < 0 || count > domain.limits[key] || (by > 0 && total >= domain.most)) return;
    const { [key]: gone, ...rest } = given;
    give(count ? { ...rest, [key]: count } : rest);
  };
  useBoard(keys, (key) => step(key, 1));
  const says = domain.least === domain.most ? `${total} of ${domain.most}` : `${total} of ${domain.least} to ${domain.most}`;
  return html`<ul class="rows">
      ${keys.map((key) => html`<li key=${key}>
        <span>${labelOf(words, key)} <small>up to ${domain.limits[key]}</small></span>
        <button type="button" class="option round" aria-label=${`${labelOf(words, key)}: one fewer`} onClick=${() => step(key, -1)}><${Icon} name="minus" /></button>
        <output>${own(given, key) ?? 0}</output>
        <button type="button" class="option round" aria-label=${`${labelOf(words, key)}: one more`} onClick=${() => step(key, 1)}><${Icon} name="plus" /></button>
      </li>`)}
    </ul>
    <${Done} open=${allows(given)} says=${says} onDone=${() => answer(given)} />`;
};
