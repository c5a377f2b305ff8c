// Signs: a seat's shape, letter and colour.
import { html, memo } from "../shared/html.js";
import { own } from "../shared/own.js";
import { lettersOf } from "./state/names.js";
import { steady } from "./state/sharing.js";
import { seats } from "./state/table.js";

export const SHAPES = [
  "M12 1.5a10.5 10.5 0 1 1 0 21a10.5 10.5 0 0 1 0-21z",
  "M3.5 2h17a1.5 1.5 0 0 1 1.5 1.5v17a1.5 1.5 0 0 1-1.5 1.5h-17a1.5 1.5 0 0 1-1.5-1.5v-17a1.5 1.5 0 0 1 1.5-1.5z",
  "M12 1.2L23.4 22H.6z",
  "M12 .6L23.4 12L12 23.4L.6 12z",
  "M12 .8L23.2 9.2L19 22.6H5L.8 9.2z",
  "M12 .6l3.3 7.4l8 .8l-6 5.3l1.8 7.9L12 17.9L4.9 22l1.8-7.9l-6-5.3l8-.8z",
];
const COLORS = ["red", "blue", "green", "yellow", "purple", "black"];

const signs = steady(() => {
  const letters = lettersOf(seats.value.map((seat) => seat.label));
  return Object.fromEntries(
    seats.value.map((seat, at) => {
      const sign = {
        label: seat.label,
        letter: letters[at],
        color: seat.color ?? COLORS[at % COLORS.length],
        shape: SHAPES[at % SHAPES.length],
      };
      return [seat.seat, sign];
    }),
  );
});
/** What a seat is known by: {label, letter, color, shape}. */
export const seatOf = (seat) => own(signs.value, seat);

/** A shape with a letter or a symbol on it; without a path, the shape of its seat. low: whether the letter stands lower. */
export const Drawn = ({ path, low, seat, face, icon, kind = "sign" }) => {
  const known = seatOf(seat);
  const letter = face ?? known?.letter ?? "";
  const shape = path ?? known?.shape ?? SHAPES[1];
  return html`<svg class=${`drawn ${kind} color-${known?.color ?? "none"}`} viewBox="0 0 24 24" aria-hidden="true">
    <path d=${shape} />
    ${icon && html`<use class="icon-of" href=${`#icon-${icon}`} x="5" y=${low ? 8 : 5} width="14" height="14" />`}
    ${letter && html`<text x="12" y=${low || shape === SHAPES[2] ? 20 : 16.5} class=${letter.length > 1 ? "two" : ""}>${letter}</text>`}
  </svg>`;
};

/** The sign of a seat: shape and letter by its place at the table, colour by the game. */
export const SeatSign = memo(({ seat }) => html`<${Drawn} seat=${seat} />`);
