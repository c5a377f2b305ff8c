// Meanwhile: what a phone offers that has nothing to do: its own cards, the rulebook, the log.
import { html, Icon } from "../shared/html.js";
import { AskForAlerts, Nudge } from "./alerts.js";
import { board, mayRecord, table, you } from "./state/table.js";

/** Where the cards of the own seat lie: in a zone of its own, else before the seat. */
const ownCards = () => {
  const seat = you.value.role === "seat" && you.value.seat;
  const zone = seat && board.value.zones.find(({ of, cards }) => of === seat && cards?.length);
  if (zone) return document.getElementById(`zone-${zone.id}`);
  return seat && board.value.seats.some((one) => one.seat === seat && one.cards?.length) && document.querySelector(".board > .mat");
};

const showCards = () => ownCards()?.scrollIntoView({ block: "start" });

export const Meanwhile = () => html`
  <p class="meanwhile">
    ${mayRecord.value && ownCards() && html`<button type="button" class="quiet-button" onClick=${showCards}><${Icon} name="gallery-horizontal-end" /> My cards</button>`}
    <a class="quiet-button" href=${`/rules/${table.value.game}`} target="_blank" rel="noopener"><${Icon} name="scale" /> Rulebook</a>
    <a class="quiet-button" href="#log"><${Icon} name="list" /> Log</a>
    <${Nudge} />
  </p>
  <${AskForAlerts} />`;
