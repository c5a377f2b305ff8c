// Asking: the question of a verb that was chosen, and what leads back.
import { html, Icon } from "../shared/html.js";
import { answer, askMore, back, choice, drawForUs, goOn, question } from "./state/choosing.js";
import { allows, hidden } from "./state/narrow.js";
import { chance } from "./state/table.js";
import { useBoard } from "./widgets/picked.js";
import { Widget } from "./widgets/widget.js";

export const Back = ({ onBack = back }) =>
  html`<button type="button" class="back" aria-label="Back" onClick=${onBack}><${Icon} name="chevron-left" /></button>`;

const Buttons = ({ options, onTake }) => html`<div class="options"><div class="grid">
  ${options.map((option) => html`<button type="button" class="option" key=${option.label} data-key onClick=${() => onTake(option)}>
    ${option.icon && html`<${Icon} name=${option.icon} />`}
    <span><b>${option.label}</b>${option.hint && html` <small>${option.hint}</small>`}</span>
  </button>`)}
</div></div>`;

const Variants = ({ asked }) => {
  const take = (option) => goOn(option.choice);
  useBoard(asked.options, take);
  return html`<${Buttons} options=${asked.options} onTake=${take} />`;
};

const Offers = ({ asked }) => {
  const options = asked.offers.map((offer, at) => ({ label: `Way ${at + 1}`, offer }));
  const take = ({ offer }) => goOn({ ...asked.choice, verb: { ...asked.choice.verb, offers: [offer] } });
  return html`<${Buttons} options=${options} onTake=${take} />`;
};

const Value = ({ asked }) => {
  const made = asked.choice;
  const depth = `${asked.name}/${Object.keys(made.given).length}`;
  return html`<${Widget} key=${depth} domain=${asked.domain} words=${asked.words}
    answer=${(value) => answer(asked.name, value)} allows=${(value) => allows(made, asked.name, value)} />`;
};

export const Asking = () => {
  const asked = question.value;
  const made = choice.value;
  const { label, hint } = made.verb.words;
  const asks = asked.kind === "value" ? asked.words.asks : asked.kind === "variant" ? "How?" : "Which of these?";
  const more = hidden(asked.choice ?? made, chance.value).length > 0 && !made.more;
  const outcome = asked.kind === "value" && asked.domain.kind === "outcome" && !asked.domain.chosen;
  const draws = outcome && chance.value.chance === "declared";
  return html`<div class="asking">
    <header>
      <${Back} />
      <h2 tabindex="-1" data-head>${label}: <span>${asks}</span></h2>
      ${draws && html`<button type="button" class="quiet-button" onClick=${drawForUs}><${Icon} name="dices" /> Draw it for us</button>`}
      ${more && html`<button type="button" class="quiet-button" onClick=${askMore}>More…</button>`}
    </header>
    <div class="body" title=${hint}>
      ${asked.kind === "value" && html`<${Value} asked=${asked} />`}
      ${asked.kind === "variant" && html`<${Variants} asked=${asked} />`}
      ${asked.kind === "offer" && html`<${Offers} asked=${asked} />`}
    </div>
  </div>`;
};
