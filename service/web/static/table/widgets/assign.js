// Assign: first the thing, then what it gets; what is given shows at once.
import { useState } from "preact/hooks";
import { html } from "../../shared/html.js";
import { counted, valueKey } from "../state/domains.js";
import { labelOf } from "../state/narrow.js";
import { Done, Options } from "./options.js";
import { useBoard } from "./picked.js";

export const AssignWidget = ({ domain, words, answer, allows }) => {
  const [given, give] = useState({});
  const [key, setKey] = useState(null);
  const used = counted(Object.values(given).map((value) => valueKey(value)));
  const stock = counted(domain.values.map((value) => valueKey(value)));
  const values = [...new Map(domain.values.map((value) => [valueKey(value), value])).values()];
  const left = values.filter((value) => (stock.get(JSON.stringify(valueKey(value))) ?? 0) > (used.get(JSON.stringify(valueKey(value))) ?? 0));
  const take = (value) => {
    if (key === null) {
      const { [value]: gone, ...rest } = given;
      if (value in given) give(rest);
      else setKey(value);
    } else {
      give({ ...given, [key]: value });
      setKey(null);
    }
  };
  useBoard(key === null ? domain.keys : left, take);
  const chosen = new Map(Object.entries(given).map(([name, value]) => [name, labelOf(words, value)]));
  const count = Object.keys(given).length;
  if (key !== null) {
    return html`<h3 class="part">${labelOf(words, key)} gets</h3>
      <${Options} values=${left} words=${words} onTake=${take} />
      <div class="done"><button type="button" class="option" onClick=${() => setKey(null)}>Another one first</button></div>`;
  }
  return html`<${Options} values=${domain.keys} words=${words} onTake=${take} chosen=${chosen}
      closed=${(name) => !chosen.has(name) && count >= domain.most} />
    <${Done} open=${allows(given)} says=${`${count} given`} onDone=${() => answer(given)} />`;
};
