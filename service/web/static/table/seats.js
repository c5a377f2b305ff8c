// The seats: a chip each, with shape, letter, score and what counts beside it.
import { html, Icon, memo } from "../shared/html.js";
import { SeatSign } from "./signs.js";
import { acting, awaited, showSeat } from "./state/choosing.js";
import { finished, seats as all, you } from "./state/table.js";

const looks = (line) => ["figure", line.alarm && "alarm", /\d/.test(line.value) || "word"].filter(Boolean).join(" ");

const Figure = memo(({ line }) => html`<span class=${looks(line)} title=${`${line.label}: ${line.value}`}>
  ${line.icon && html`<${Icon} name=${line.icon} />`}<span class="ears">, ${line.label} </span><span class=${line.secret && "secret"}>${line.value}</span>
</span>`);

const Chip = memo(({ seat, shown }) => {
  const awaits = seat.active && !finished.value;
  const scored = (seat.score ?? null) !== null;
  const classes = ["chip", shown && "shown", awaits && "active", awaits && you.value.role === "seat" && you.value.seat === seat.seat && "mine", seat.winner && "winner"];
  return html`<li>
    <button type="button" class=${classes.filter(Boolean).join(" ")} aria-pressed=${shown} onClick=${() => showSeat(seat.seat)}>
      <${SeatSign} seat=${seat.seat} />
      <span class="label">${seat.label}${seat.role && seat.role !== seat.label && html` <small>${seat.role}</small>`}</span>
      ${seat.winner && html`<span class="ears">, wins</span>`}
      ${scored && html`<span class="score"><span class="ears">, </span>${seat.score}<span class="ears"> points</span><${Icon} name=${seat.winner ? "trophy" : "star"} /></span>`}
      <span class="figures">
        ${(seat.lines ?? []).filter((line) => line.short).map((line) => html`<${Figure} key=${line.label} line=${line} />`)}
      </span>
      ${awaits && html`<span class="ears">, to act</span>`}
    </button>
  </li>`;
});

export const Seats = () => {
  const seats = all.value;
  const table = awaited.value.includes("") && awaited.value.length > 1;
  return html`<nav class=${`seats of-${seats.length}`} aria-label="Seats">
    <ul>
      ${seats.map((seat) => html`<${Chip} key=${seat.seat} seat=${seat} shown=${acting.value === seat.seat} />`)}
      ${table &&
      html`<li><button type="button" class=${acting.value === "" ? "chip shown" : "chip"} aria-pressed=${acting.value === ""}
        onClick=${() => showSeat("")}><${Icon} name="layout-grid" /><span class="label">The table</span></button></li>`}
    </ul>
  </nav>`;
};
