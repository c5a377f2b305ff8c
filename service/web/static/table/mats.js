// Mats: what lies before every seat.
import { html } from "../shared/html.js";
import { SeatMat } from "./cards.js";
import { seats } from "./state/table.js";

export const Mats = () => html`<div class="all-seats" tabindex="0" role="region" aria-label="Player areas">
  ${seats.value.map((seat) => html`<${SeatMat} key=${seat.seat} panel=${seat} />`)}
</div>`;
