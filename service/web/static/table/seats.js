// The seats: a chip each, with shape, letter, score and what counts beside it.
import { html, Icon } from "../shared/html.js";
import { SeatSign } from "./signs.js";
import { acting, awaited, showSeat } from "./state/choosing.js";
import { board, finished } from "./state/table.js";

const Figure = ({ line }) => html`<span class=${["figure", line.alarm && "alarm", /\d/.test(line.value) || "word"].filter(Boolean).join(" ")} title=${`${line.label}: ${line.value}`}>
  ${line.icon && html`<${Icon} name=${line.icon} />`}<span aria-hidden="true">${line.value}</span>
</span>`;

const spoken = (seat) =>
  [
    seat.label,
    seat.score === undefined || seat.score === null ? "" : `${seat.score} points`,
    ...(seat.lines ?? []).filter((line) => line.short).map((line) => `${line.label} ${line.value}`),
    seat.winner ? "wins" : seat.active && !finished.value ? "is awaited" : "",
  ]
    .filter(Boolean)
    .join(", ");

const Chip = ({ seat }) => {
  const shown = acting.value === seat.seat;
  const classes = ["chip", shown && "shown", seat.active && !finished.value && "active", seat.winner && "winner"];
  return html`<li>
    <button type="button" class=${classes.filter(Boolean).join(" ")} aria-pressed=${shown} aria-label=${spoken(seat)}
      onClick=${() => showSeat(seat.seat)}>
      <${SeatSign} seat=${seat.seat} />
      <span class="label" aria-hidden="true">${seat.label}</span>
      ${seat.winner && html`<${Icon} name="trophy" />`}
      <span class="score" aria-hidden="true">${seat.score ?? ""}${(seat.score ?? null) !== null && html`<${Icon} name="star" />`}</span>
      <span class="figures" aria-hidden="true">
        ${(seat.lines ?? []).filter((line) => line.short).map((line) => html`<${Figure} key=${line.label} line=${line} />`)}
      </span>
    </button>
  </li>`;
};

export const Seats = () => {
  const seats = board.value.seats;
  const table = awaited.value.includes("") && awaited.value.length > 1;
  return html`<nav class=${`seats of-${seats.length}`} aria-label="Seats">
    <ul>
      ${seats.map((seat) => html`<${Chip} key=${seat.seat} seat=${seat} />`)}
      ${table &&
      html`<li><button type="button" class=${acting.value === "" ? "chip shown" : "chip"} aria-pressed=${acting.value === ""}
        onClick=${() => showSeat("")}><span class="label">The table</span></button></li>`}
    </ul>
  </nav>`;
};
