// Several: toggles; with an order, numbers in the order of tapping.
import { useState } from "preact/hooks";
import { html } from "../../shared/html.js";
import { isTyped, mayTakeAll } from "../state/both.js";
import { counted, valueKey } from "../state/domains.js";
import { Done, Options } from "./options.js";
import { useBoard } from "./picked.js";
import { Slotted } from "./slotted.js";

const wanted = ({ least, most }) => (least === most ? `of ${most}` : `of ${least} to ${most}`);

export const SeveralWidget = (props) => {
  return isTyped(props.domain, props.words) ? html`<${Slotted} ...${props} Else=${Toggles} />` : html`<${Toggles} ...${props} />`;
};

const Toggles = ({ domain, words, answer, allows }) => {
  const [taken, setTaken] = useState([]);
  const single = domain.most === 1 && domain.least === 1;
  const stock = new Map([...counted(domain.values)].map(([text, count]) => [valueKey(JSON.parse(text)), count]));
  const values = [...new Map(domain.values.map((value) => [valueKey(value), value])).values()];
  const chosen = new Map();
  taken.forEach((value, at) => {
    const key = valueKey(value);
    const many = (stock.get(key) ?? 1) > 1;
    const before = chosen.get(key);
    if (domain.ordered) chosen.set(key, before ? `${before}, ${at + 1}` : `${at + 1}`);
    else chosen.set(key, many ? `×${taken.filter((one) => valueKey(one) === key).length}` : "✓");
  });
  const take = (value) => {
    if (single) return answer([value]);
    const key = valueKey(value);
    // A second tap may come before the first one is shown.
    setTaken((now) => {
      const others = now.filter((one) => valueKey(one) !== key);
      return now.length < domain.most && now.length - others.length < (stock.get(key) ?? 1) ? [...now, value] : others;
    });
  };
  useBoard(values, take, chosen);
  const full = taken.length >= domain.most;
  const all = mayTakeAll(domain) && taken.length < values.length && html`<button type="button" class="option" data-key onClick=${() => setTaken(values)}>All ${values.length}</button>`;
  return html`<${Options} values=${values} words=${words} onTake=${take} chosen=${chosen}
      closed=${(value) => !single && full && !chosen.has(valueKey(value))} />
    ${!single &&
    html`<${Done} open=${allows(taken)} says=${taken.length > domain.most ? `${taken.length - domain.most} too many` : `${taken.length} ${wanted(domain)}`} onDone=${() => answer(taken)}>${all}</${Done}>`}`;
};
