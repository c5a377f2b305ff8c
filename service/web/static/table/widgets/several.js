// Several: toggles; with an order, numbers in the order of tapping.
import { useState } from "preact/hooks";
import { html } from "../../shared/html.js";
import { counted, valueKey } from "../state/domains.js";
import { Done, Options } from "./options.js";
import { useBoard } from "./picked.js";
import { Slotted } from "./slotted.js";

const wanted = ({ least, most }) => (least === most ? `of ${most}` : `of ${least} to ${most}`);

/** What is taken out of many is typed. */
const MANY = 8;
const FEW = 3;

export const SeveralWidget = (props) => {
  const isMany = props.domain.most > FEW && props.domain.values.length > MANY;
  return isMany ? html`<${Slotted} ...${props} Else=${Toggles} />` : html`<${Toggles} ...${props} />`;
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
    const count = taken.filter((one) => valueKey(one) === key).length;
    const room = taken.length < domain.most && count < (stock.get(key) ?? 1);
    if (room) setTaken([...taken, value]);
    else if (count) setTaken(taken.filter((one) => valueKey(one) !== key));
  };
  useBoard(values, take, chosen);
  const full = taken.length >= domain.most;
  return html`<${Options} values=${values} words=${words} onTake=${take} chosen=${chosen}
      closed=${(value) => !single && full && !chosen.has(valueKey(value))} />
    ${!single &&
    html`<${Done} open=${allows(taken)} says=${`${taken.length} ${wanted(domain)}`} onDone=${() => answer(taken)} />`}`;
};
