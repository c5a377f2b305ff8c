// Outcome: what the dice or the cards showed; or the service draws it.
import { html, Icon } from "../../shared/html.js";
import { admits } from "../state/domains.js";

export const OutcomeWidget = ({ domain, words, answer, Widget, draw }) => html`
  <${Widget} domain=${domain.of} words=${words} answer=${answer} allows=${(value) => admits(domain.of, value)} />
  <div class="done">
    ${domain.chosen
      ? html`<button type="button" class="option" data-key onClick=${() => answer(undefined)}>It did not happen</button>`
      : draw && html`<button type="button" class="option" data-key onClick=${draw}><${Icon} name="dices" /> Draw it for us</button>`}
  </div>`;
