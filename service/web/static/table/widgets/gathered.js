// Gathered: a growing list; each part gives one value, a part of several its own, an optional one perhaps none.
import { useState } from "preact/hooks";
import { html } from "../../shared/html.js";
import { admits } from "../state/domains.js";
import { labelOf } from "../state/narrow.js";

export const GatheredWidget = ({ domain, words, answer, Widget, allows }) => {
  const [given, give] = useState([]);
  const part = domain.parts[given.length];
  const taken = given.flat();
  const take = (value) => {
    const list = value === undefined ? [] : Array.isArray(value) ? value : [value];
    const now = [...given, list];
    if (now.length === domain.parts.length && allows(now.flat())) answer(now.flat());
    else give(now);
  };
  if (!part) {
    return html`<p>Too few were taken: at least ${domain.least}.</p>
      <button type="button" class="option" onClick=${() => give([])}>Begin again</button>`;
  }
  return html`<p class="quiet">${taken.length ? `Taken: ${taken.map((value) => labelOf(words, value)).join(", ")}` : "Nothing is taken yet."}
      Part ${given.length + 1} of ${domain.parts.length}.</p>
    <${Widget} key=${given.length} domain=${part} words=${words} answer=${take} allows=${(value) => admits(part, value)} />`;
};
