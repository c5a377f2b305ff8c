// Outcome: what the dice or the cards showed. What somebody chose out of what is hidden may not have happened.
import { html } from "../../shared/html.js";
import { admits } from "../state/domains.js";
import { Slotted } from "./slotted.js";

export const OutcomeWidget = ({ domain, words, answer, Widget }) => html`
  ${domain.chosen &&
  html`<div class="buttons"><button type="button" class="option" data-key onClick=${() => answer(undefined)}>Did not happen</button></div>`}
  <${Slotted} domain=${domain.of} words=${words} answer=${answer} Else=${Widget} Widget=${Widget} allows=${(value) => admits(domain.of, value)} seen />`;
