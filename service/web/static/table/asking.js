// Asking: the question of a verb that was chosen, and what leads back.
import { html, Icon } from "../shared/html.js";
import { askMore, back, drawForUs, goOn, question } from "./state/choosing.js";
import { rest } from "./later.js";
import { allows, hidden } from "./state/narrow.js";
import { chance } from "./state/table.js";
import { Buttons } from "./widgets/options.js";
import { useBoard } from "./widgets/picked.js";
import { Widget } from "./widgets/widget.js";

export const Back = ({ onBack = back }) =>
  html`<button type="button" class="back" aria-label="Back" onClick=${onBack}><${Icon} name="chevron-left" /></button>`;

const Variants = ({ asked }) => {
  const take = (option) => goOn(option.choice);
  useBoard(asked.options, take);
  return html`<${rest.value?.covers(asked) ?? Buttons} options=${asked.options} onTake=${take} />`;
};

const Value = ({ asked }) => {
  const depth = `${asked.name}/${Object.keys(asked.choice.given).length}`;
  return html`<${Widget} key=${depth} domain=${asked.domain} words=${asked.words}
    answer=${(value) => goOn(asked.put(value))} allows=${(value) => allows(asked.put(value))} />`;
};

export const Asking = () => {
  const asked = question.value;
  const asks = (asked.words ?? asked).asks ?? "How?";
  const more = hidden(asked.choice, chance.value).length > 0 && !asked.choice.more;
  const outcome = asked.domain?.kind === "outcome" && !asked.domain.chosen;
  const draws = outcome && chance.value.chance === "declared";
  return html`<div class="asking">
    <header>
      <${Back} />
      <h2 tabindex="-1" data-head>${asked.choice.verb.words.label}: <span>${asks}</span></h2>
      ${draws && html`<button type="button" class="quiet-button" onClick=${drawForUs}><${Icon} name="dices" /> Draw randomly</button>`}
      ${more && html`<button type="button" class="quiet-button" onClick=${askMore}>More…</button>`}
    </header>
    <div class="body">
      ${asked.domain && html`<${Value} asked=${asked} />`}
      ${asked.options && html`<${Variants} asked=${asked} />`}
    </div>
  </div>`;
};
