// Listed: a growing list, each value in one of several domains.
import { useState } from "preact/hooks";
import { html } from "../../shared/html.js";
import { admits, canonical } from "../state/domains.js";
import { labelOf } from "../state/narrow.js";
import { Done, Options } from "./options.js";

/** What tells one kind of value from the others: the members that can only be one thing. */
const headOf = (of) =>
  Object.values(of.keys ?? {}).flatMap((part) => (part.kind === "choice" && part.values.length === 1 ? part.values : []));
const saysOf = (words, value) =>
  (value !== null && typeof value === "object" ? Object.values(value).flat() : [value]).map((one) => labelOf(words, one)).join(" · ");

export const ListedWidget = ({ domain, words, answer, Widget, allows }) => {
  const [taken, take] = useState([]);
  const [of, begin] = useState(domain.of.length === 1 && domain.least ? domain.of[0] : null);
  const add = (value) => {
    take([...taken, value]);
    begin(null);
  };
  const heads = domain.of.map((one, at) => [headOf(one)[0] ?? `${at + 1}`, one]);
  const start = (head) => begin(heads.find(([one]) => canonical(one) === canonical(head))[1]);
  return html`<ol class="rows">
      ${taken.map((value, at) => html`<li key=${at}>${saysOf(words, value)}
        <button type="button" class="option" onClick=${() => take(taken.toSpliced(at, 1))}>Take back</button></li>`)}
    </ol>
    ${of && html`<${Widget} key=${taken.length} domain=${of} words=${words} answer=${add} allows=${(value) => admits(of, value)} />`}
    ${!of && taken.length < domain.most && html`<${Options} values=${heads.map(([head]) => head)} words=${words} onTake=${start} />`}
    ${!of && html`<${Done} open=${allows(taken)} says=${`${taken.length} so far`} onDone=${() => answer(taken)} />`}`;
};
