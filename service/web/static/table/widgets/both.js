// Both: two lists on one screen. What there is several times is a number; one button ends both.
import { useState } from "preact/hooks";
import { html } from "../../shared/html.js";
import { sorted } from "../state/both.js";
import { valueKey } from "../state/domains.js";
import { labelOf } from "../state/labels.js";
import { Done, Options } from "./options.js";
import { useBoard } from "./picked.js";

/** How many of a value are taken. */
const Many = ({ asks, label, count, now, onTake }) => html`<div class="numbers" role="group" aria-label=${`${asks} ${label}`}>
  <p>${label}</p><div class="options"><div class="grid">${Array.from({ length: count + 1 }, (_, number) => html`<button type="button" class="option" key=${number} data-key
    aria-label=${`${asks} ${label}: ${number}`} aria-pressed=${number === now} onClick=${() => onTake(number)}><b>${number}</b></button>`)}</div></div></div>`;

export const BothWidget = ({ domain: { parts }, words, answer, allows }) => {
  const names = Object.keys(parts);
  const [lists, set] = useState(() => Object.fromEntries(names.map((name) => [name, []])));
  const has = (name, value, all = lists) => all[name].filter((one) => valueKey(one) === valueKey(value)).length;
  /** A second tap may come before the first one is shown. */
  const take = (name, value, change) =>
    set((all) => {
      const others = all[name].filter((one) => valueKey(one) !== valueKey(value));
      const count = change(has(name, value, all));
      return others.length + count <= parts[name].most ? { ...all, [name]: [...others, ...Array(count).fill(value)] } : all;
    });
  const toggle = (name, value) => take(name, value, (count) => 1 - count);
  const chosen = new Map(names.flatMap((name) => sorted(parts[name], valueKey).once.filter((value) => has(name, value)).map((value) => [valueKey(value), "✓"])));
  const nameOf = (value) => names.find((name) => parts[name].values.some((one) => valueKey(one) === valueKey(value)));
  useBoard(names.flatMap((name) => sorted(parts[name], valueKey).once), (value) => toggle(nameOf(value), value), chosen);
  return html`${names.map((name, at) => {
    const { asks } = words.of[name];
    const { once, often } = sorted(parts[name], valueKey);
    return html`<section key=${name}>
      <h3 class="part"><span class=${at ? "" : "ears"}>${asks}</span> <span class="quiet">${lists[name].length} of up to ${parts[name].most}</span></h3>
      ${once.length > 0 && html`<${Options} values=${once} words=${words.of[name]} onTake=${(value) => toggle(name, value)}
        chosen=${new Map(once.filter((value) => has(name, value)).map((value) => [valueKey(value), "✓"]))} />`}
      ${often.map(({ value, count }) => html`<${Many} key=${valueKey(value)} asks=${asks} label=${labelOf(words.of[name], value)} count=${count} now=${has(name, value)}
        onTake=${(number) => take(name, value, () => number)} />`)}
    </section>`;
  })}
  <${Done} open=${allows(lists)} says=${names.some((name) => lists[name].length) ? "" : "nothing yet"} onDone=${() => answer(lists)} />`;
};
