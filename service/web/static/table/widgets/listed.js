// Listed: a growing list, each value in one of several domains.
import { useState } from "preact/hooks";
import { html } from "../../shared/html.js";
import { admits } from "../state/domains.js";
import { labelOf, memberOf } from "../state/labels.js";
import { Done, Options } from "./options.js";

const membersOf = (of) => Object.keys(of.keys ?? {});
/** What can only be one thing in it. */
const onlyOf = (of) => Object.values(of.keys ?? {}).find((part) => part.values?.length === 1)?.values[0];
/** What a value is made of, each with the words of the member that holds it. */
const partsOf = (value, words) =>
  value === null || typeof value !== "object"
    ? [[value, words]]
    : Object.entries(value).flatMap(([name, one]) => [one].flat().map((part) => [part, memberOf(words, name)]));

/** What tells each domain from the others: what can only be one thing in it alone, else members that not all have. */
const headsOf = (domains) => {
  const all = domains.map(onlyOf);
  return domains.map((of, at) => {
    const only = all[at];
    if (only !== undefined && all.filter((one) => one === only).length === 1) return only;
    const own = membersOf(of).filter((name) => !domains.every((one) => membersOf(one).includes(name)));
    return own.join(", ") || `${at + 1}`;
  });
};

export const ListedWidget = ({ domain, words, answer, Widget, allows }) => {
  const [taken, take] = useState([]);
  const [among, narrow] = useState(domain.of.length === 1 && domain.least ? domain.of : []);
  const heads = headsOf(domain.of);
  const begin = (head) => narrow(domain.of.filter((_, at) => heads[at] === head));
  const told = (value) => {
    const head = heads[domain.of.findIndex((one) => admits(one, value))];
    const parts = partsOf(value, words);
    const told = parts.map(([one, of]) => labelOf(of, one));
    return parts.some(([one]) => one === head) || domain.of.length === 1 ? told : [labelOf(words, head), ...told];
  };
  const [of] = among;
  return html`<ol class="rows">
      ${taken.map((value, at) => html`<li key=${at}>${told(value).join(" · ")}
        <button type="button" class="option" onClick=${() => take(taken.toSpliced(at, 1))}>Remove</button></li>`)}
    </ol>
    ${among.length > 1
      ? html`<${Options} values=${among.map(onlyOf)} words=${words} onTake=${(only) => narrow(among.filter((one) => onlyOf(one) === only))} />`
      : of
        ? html`<${Widget} domain=${of} words=${words} answer=${(value) => (narrow([]), take([...taken, value]))} allows=${(value) => admits(of, value)} />`
        : html`${taken.length < domain.most && html`<${Options} values=${[...new Set(heads)]} words=${words} onTake=${begin} />`}
          <${Done} open=${allows(taken)} says=${`${taken.length} so far`} onDone=${() => answer(taken)} />`}`;
};
