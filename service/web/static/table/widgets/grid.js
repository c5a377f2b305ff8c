// Grid: places in rows, filled with values in the order of tapping, each once.
import { useState } from "preact/hooks";
import { html } from "../../shared/html.js";
import { valueKey } from "../state/domains.js";
import { labelOf } from "../state/labels.js";
import { Done, Options } from "./options.js";
import { useBoard } from "./picked.js";

const rowsOf = (values, columns) =>
  Array.from({ length: Math.ceil(values.length / columns) }, (_, row) =>
    values.slice(row * columns, (row + 1) * columns),
  );

export const GridWidget = ({ domain, words, answer, allows }) => {
  const [laid, lay] = useState([]);
  const left = domain.values.filter((value) => !laid.some((one) => valueKey(one) === valueKey(value)));
  const take = (value) => lay(left.length === 2 ? [...laid, value, left.find((one) => one !== value)] : [...laid, value]);
  useBoard(left, take);
  const slots = domain.values.map((_, at) => laid[at]);
  return html`<ol class="slots" aria-label="Placed so far" style=${{ "--columns": String(domain.columns) }}>
      ${slots.map((value, at) => html`<li key=${at} class=${value === undefined ? "empty" : ""}>
        ${value === undefined ? (at === laid.length ? "next" : "") : labelOf(words, value)}
      </li>`)}
    </ol>
    ${left.length > 0 && html`<${Options} values=${left} words=${words} onTake=${take} />`}
    <${Done} open=${!left.length && allows(rowsOf(laid, domain.columns))} says=${`${laid.length} of ${domain.values.length}`}
      onDone=${() => answer(rowsOf(laid, domain.columns))}>
      <button type="button" class="option" disabled=${!laid.length} onClick=${() => lay(laid.slice(0, -1))}>Undo one</button>
    </${Done}>`;
};
