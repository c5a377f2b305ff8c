// Outcome: what the dice or the cards showed. What somebody chose out of what is hidden may not have happened.
import { html } from "../../shared/html.js";
import { admits } from "../state/domains.js";

export const OutcomeWidget = ({ domain, words, answer, Widget }) => html`
  ${domain.chosen &&
  html`<div class="buttons"><button type="button" class="option" data-key onClick=${() => answer(undefined)}>Did not happen</button></div>`}
  <${Widget} domain=${domain.of} words=${words} answer=${answer} allows=${(value) => admits(domain.of, value)} seen />`;
