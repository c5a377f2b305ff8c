// Listed: a growing list, each value in one of several domains.
import { useState } from "preact/hooks";
import { html } from "../../shared/html.js";
import { admits } from "../state/domains.js";
import { labelOf } from "../state/narrow.js";
import { Done, Options } from "./options.js";

/** What tells one kind of value from the others: the member that can only be one thing. */
const headOf = (of) => Object.values(of.keys ?? {}).find((part) => part.values?.length === 1)?.values[0];
const partsOf = (value) => (typeof value === "object" ? Object.values(value ?? {}).flat() : [value]);

export const ListedWidget = ({ domain, words, answer, Widget, allows }) => {
  const [taken, take] = useState([]);
  const [of, begin] = useState(domain.of.length === 1 && domain.least ? domain.of[0] : null);
  const heads = new Map(domain.of.map((one, at) => [headOf(one) ?? `${at + 1}`, one]));
  return html`<ol class="rows">
      ${taken.map((value, at) => html`<li key=${at}>${partsOf(value).map((one) => labelOf(words, one)).join(" · ")}
        <button type="button" class="option" onClick=${() => take(taken.toSpliced(at, 1))}>Take back</button></li>`)}
    </ol>
    ${of
      ? html`<${Widget} domain=${of} words=${words} answer=${(value) => (begin(null), take([...taken, value]))} allows=${(value) => admits(of, value)} />`
      : html`${taken.length < domain.most && html`<${Options} values=${[...heads.keys()]} words=${words} onTake=${(head) => begin(heads.get(head))} />`}
        <${Done} open=${allows(taken)} says=${`${taken.length} so far`} onDone=${() => answer(taken)} />`}`;
};
