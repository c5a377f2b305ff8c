// Shared: a stock is put where it is to be, until none is left. Where little is left, each way to end it is one tap.
import { useMemo, useState } from "preact/hooks";
import { html } from "../../shared/html.js";
import { answers } from "../above.js";
import { Coming } from "../later.js";
import { KEYS, labelOf, memberOf } from "../state/labels.js";
import { leftOf, stepsOf } from "../state/plans.js";
import { board, line } from "../state/table.js";
import { Buttons, Done } from "./options.js";

/** On the board where it can be laid there, else by buttons. */
export const SharedWidget = (props) => {
  const isHere = Boolean(answers.value);
  const stock = useMemo(() => answers.peek()?.stockFor(board.peek(), props.domain, props.words), [isHere]);
  if (!isHere && line.value === "live") return html`<${Coming} />`;
  return stock ? html`<${answers.peek().LayWidget} ...${props} stock=${stock} />` : html`<${Buttoned} ...${props} />`;
};

const Buttoned = ({ domain, words, answer, allows }) => {
  const [plans, go] = useState([{}]);
  const plan = plans[0];
  const take = ({ plan: made }) => (leftOf(domain, made).length ? go([made, ...plans]) : answer(made));
  const told = (name, values, key) =>
    (key ? `${labelOf(memberOf(words.of[name], KEYS), key)}: ` : "") + values.map((value) => labelOf(words.of[name], value)).join(", ");
  return html`${Object.entries(domain.of).map(([name, { keys }]) => html`<h3 class="part">${words.of[name].asks}
        ${" "}<span class="quiet">${keys ? Object.entries(plan[name] ?? {}).map(([key, value]) => told(name, [value], key)).join(", ") : told(name, plan[name] ?? [])}</span> <small>${words.of[name].hint}</small></h3>
      <${Buttons} options=${stepsOf(domain, plan).filter((step) => step.name === name).map((step) => ({ ...step, label: told(name, step.values, step.key) }))} onTake=${take} />`)}
    <${Done} open=${allows(plan)} says=${`${leftOf(domain, plan).length} left`} onDone=${() => answer(plan)}>
      <button type="button" class="option" disabled=${!plans[1]} onClick=${() => go(plans.slice(1))}>Undo one</button>
    </${Done}>`;
};
