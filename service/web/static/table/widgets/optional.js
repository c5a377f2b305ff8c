// Optional: a value of its domain, or none.
import { html } from "../../shared/html.js";
import { admits } from "../state/domains.js";

export const OptionalWidget = ({ domain, words, answer, Widget, allows }) => html`
  <${Widget} domain=${domain.of} words=${words} answer=${answer} allows=${(value) => admits(domain.of, value) && allows(value)} />
  <div class="done"><button type="button" class="option" data-key disabled=${!allows(undefined)} onClick=${() => answer(undefined)}>${words.values?.null?.label ?? "None"}</button></div>`;
