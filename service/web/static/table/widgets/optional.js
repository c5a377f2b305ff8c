// Optional: a value of its domain, or none. Of what was seen, none is right for everybody, and comes first.
import { html } from "../../shared/html.js";
import { admits } from "../state/domains.js";
import { isSaid } from "../state/labels.js";

export const OptionalWidget = ({ domain, words, answer, Widget, allows, seen }) => {
  const none = allows(undefined) && !isSaid(words) && html`<div class=${seen ? "buttons" : "done"}><button type="button" class="option" data-key
    onClick=${() => answer(undefined)}>${words.values?.null?.label ?? "None"}</button></div>`;
  return html`${seen && none}
    <${Widget} domain=${domain.of} words=${words} answer=${answer} allows=${(value) => admits(domain.of, value) && allows(value)} />
    ${!seen && none}`;
};
