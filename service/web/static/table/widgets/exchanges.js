// Exchanges: a growing list of lots given for lots received; the stock is counted down.
import { useState } from "preact/hooks";
import { html } from "../../shared/html.js";
import { labelOf } from "../state/labels.js";
import { Done, Options } from "./options.js";

export const ExchangesWidget = ({ domain, words, answer, allows }) => {
  const [made, make] = useState([]);
  const [giving, setGiving] = useState(null);
  const stock = { ...domain.stock };
  for (const { give, receive } of made) {
    stock[give] -= domain.lots[give];
    stock[receive] = (stock[receive] ?? 0) + domain.lots[receive];
  }
  const things = Object.keys(domain.lots);
  const take = (thing) => {
    if (giving === null) return setGiving(thing);
    make([...made, { give: giving, receive: thing }]);
    setGiving(null);
  };
  const counts = new Map(things.map((thing) => [thing, `${stock[thing] ?? 0} available, ${domain.lots[thing]} per trade`]));
  const full = made.length >= domain.most;
  return html`<ol class="rows">
      ${made.map(({ give, receive }, at) => html`<li key=${at}>${labelOf(words, give)} for ${labelOf(words, receive)}
        <button type="button" class="option" onClick=${() => make(made.slice(0, at))}>Remove</button></li>`)}
    </ol>
    ${!full && html`<h3 class="part">${giving === null ? "Give" : `${labelOf(words, giving)} for`}</h3>
      <${Options} values=${things} words=${words} onTake=${take} chosen=${counts}
        closed=${(thing) => (giving === null ? (stock[thing] ?? 0) < domain.lots[thing] : thing === giving)} />`}
    <${Done} open=${giving === null && allows(made)} says=${`${made.length} of up to ${domain.most}`} onDone=${() => answer(made)} />`;
};
