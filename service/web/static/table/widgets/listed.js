// Listed: a growing list, each value in one of several domains.
import { useState } from "preact/hooks";
import { html } from "../../shared/html.js";
import { admits } from "../state/domains.js";
import { labelOf } from "../state/narrow.js";
import { Done, Options } from "./options.js";

const membersOf = (of) => Object.keys(of.keys ?? {});
/** What can only be one thing in it. */
const onlyOf = (of) => Object.values(of.keys ?? {}).find((part) => part.values?.length === 1)?.values[0];
const partsOf = (value) => (typeof value === "object" ? Object.values(value ?? {}).flat() : [value]);

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
    const parts = partsOf(value);
    return parts.includes(head) || domain.of.length === 1 ? parts : [head, ...parts];
  };
  const [of] = among;
  return html`<ol class="rows">
      ${taken.map((value, at) => html`<li key=${at}>${told(value).map((one) => labelOf(words, one)).join(" · ")}
        <button type="button" class="option" onClick=${() => take(taken.toSpliced(at, 1))}>Take back</button></li>`)}
    </ol>
    ${among.length > 1
      ? html`<${Options} values=${among.map(onlyOf)} words=${words} onTake=${(only) => narrow(among.filter((one) => onlyOf(one) === only))} />`
      : of
        ? html`<${Widget} domain=${of} words=${words} answer=${(value) => (narrow([]), take([...taken, value]))} allows=${(value) => admits(of, value)} />`
        : html`${taken.length < domain.most && html`<${Options} values=${[...new Set(heads)]} words=${words} onTake=${begin} />`}
          <${Done} open=${allows(taken)} says=${`${taken.length} so far`} onDone=${() => answer(taken)} />`}`;
};
