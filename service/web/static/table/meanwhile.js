// Meanwhile: what a phone offers that has nothing to do: its own cards, the rulebook, the log.
import { html, Icon } from "../shared/html.js";
import { AskForAlerts, Nudge } from "./alerts.js";
import { uncover } from "./cover.js";
import { board, table, you } from "./state/table.js";

const own = () => (you.value.role === "seat" ? you.value.seat : null);
/** The zone of the own seat's cards, if it has one. */
const ownZone = () => board.value.zones.find(({ of, cards }) => of && of === own() && cards?.length);
const hasCards = () => ownZone() || board.value.seats.some(({ seat, cards }) => seat === own() && cards?.length);

const showCards = () => {
  uncover();
  const zone = ownZone();
  const shown = zone ? document.getElementById(`zone-${zone.id}`) : document.querySelector(".board > .mat");
  shown?.scrollIntoView({ block: "start" });
};

export const Meanwhile = () => html`
  <p class="meanwhile">
    ${hasCards() && html`<button type="button" class="quiet-button" onClick=${showCards}><${Icon} name="gallery-horizontal-end" /> My cards</button>`}
    <a class="quiet-button" href=${`/rules/${table.value.game}`} target="_blank" rel="noopener"><${Icon} name="scale" /> Rulebook</a>
    <a class="quiet-button" href="#log"><${Icon} name="list" /> Log</a>
    <${Nudge} />
  </p>
  <${AskForAlerts} />`;
