// Range: few numbers as one row; many by a stepper, preset to the most; a change, which may be up or down, to none.
import { useState } from "preact/hooks";
import { html } from "../../shared/html.js";
import { valueKey } from "../state/domains.js";
import { labelOf } from "../state/labels.js";
import { Done, Options } from "./options.js";
import { Stepper } from "./stepper.js";

const ROW = 7;

export const RangeWidget = ({ domain, words, answer, allows }) => {
  const { least, most } = domain;
  const [value, setValue] = useState(least < 0 && most > 0 ? 0 : most);
  const all = Array.from({ length: most - least + 1 > 2 * ROW ? 0 : most - least + 1 }, (_, at) => least + at);
  const told = all.some((one) => words.values?.[valueKey(one)]);
  if (all.length && (told || all.length <= ROW)) {
    return html`<div class=${told ? "" : "numbers"}><${Options} values=${all} words=${words} onTake=${answer} closed=${(one) => !allows(one)} /></div>`;
  }
  const says = words.values?.[valueKey(value)] ? labelOf(words, value) : "";
  return html`<${Stepper} value=${value} least=${least} most=${most} set=${setValue} />
    <${Done} open=${allows(value)} says=${says} onDone=${() => answer(value)} />`;
};
