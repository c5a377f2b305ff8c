// Range: few numbers as one row; many by a stepper, preset to the most; a change, which may be up or down, to none. What may go along is chosen beside them.
import { useState } from "preact/hooks";
import { html } from "../../shared/html.js";
import { goOn, question } from "../state/choosing.js";
import { valueKey } from "../state/domains.js";
import { labelOf } from "../state/labels.js";
import { alongOf, togetherWith } from "../state/spread.js";
import { chance } from "../state/table.js";
import { Done, Options } from "./options.js";
import { Stepper } from "./stepper.js";

const ROW = 7;

/** Two answers, one of which is pressed. */
const Along = ({ labels, now, onTake }) => html`<div class="buttons" role="group" aria-label="Who goes along">
  ${labels.map((label, at) => html`<button type="button" class="option" key=${label} data-key aria-pressed=${at === now} onClick=${() => onTake(at)}><b>${label}</b></button>`)}</div>`;

export const RangeWidget = ({ domain, words, answer: plain, allows }) => {
  const { least, most } = domain;
  const [value, setValue] = useState(least < 0 && most > 0 ? 0 : most);
  const [along, setAlong] = useState(1);
  const asked = question.value;
  const labels = [asked?.domain, asked?.domain?.of].includes(domain) ? alongOf(asked, chance.value) : undefined;
  const answer = labels ? (one) => goOn(togetherWith(asked, one, labels[along], chance.value)) : plain;
  const beside = labels && html`<${Along} labels=${labels} now=${along} onTake=${setAlong} />`;
  const all = Array.from({ length: most - least + 1 > 2 * ROW ? 0 : most - least + 1 }, (_, at) => least + at);
  const told = all.some((one) => words.values?.[valueKey(one)]);
  if (all.length && (told || all.length <= ROW)) {
    return html`${beside}<div class=${told ? "" : "numbers"}><${Options} values=${all} words=${words} onTake=${answer} closed=${(one) => !allows(one)} /></div>`;
  }
  const says = words.values?.[valueKey(value)] ? labelOf(words, value) : "";
  return html`${beside}<${Stepper} value=${value} least=${least} most=${most} set=${setValue} />
    <${Done} open=${allows(value)} says=${says} onDone=${() => answer(value)} />`;
};
