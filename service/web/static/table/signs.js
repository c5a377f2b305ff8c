// Signs: a seat's shape, letter and colour, and pieces drawn with them.
import { html, memo } from "../shared/html.js";
import { own } from "../shared/own.js";
import { steady } from "./state/sharing.js";
import { seats } from "./state/table.js";

const SHAPES = [
  "M12 1.5a10.5 10.5 0 1 1 0 21a10.5 10.5 0 0 1 0-21z",
  "M3.5 2h17a1.5 1.5 0 0 1 1.5 1.5v17a1.5 1.5 0 0 1-1.5 1.5h-17a1.5 1.5 0 0 1-1.5-1.5v-17a1.5 1.5 0 0 1 1.5-1.5z",
  "M12 1.2L23.4 22H.6z",
  "M12 .6L23.4 12L12 23.4L.6 12z",
  "M12 .8L23.2 9.2L19 22.6H5L.8 9.2z",
  "M12 .6l3.3 7.4l8 .8l-6 5.3l1.8 7.9L12 17.9L4.9 22l1.8-7.9l-6-5.3l8-.8z",
];
const COLORS = ["red", "blue", "green", "yellow", "purple", "black"];
const PAWN = "M12 1.5a5 5 0 0 1 3.2 8.8c1 4.6 2.8 7.7 5.3 10.7v2h-17v-2c2.5-3 4.3-6.1 5.3-10.7A5 5 0 0 1 12 1.5z";
const FIGURE = "M12 1.5a4 4 0 0 1 4 4a4 4 0 0 1-1.8 3.3l5.8 3.2v4h-4v7h-8v-7h-4v-4l5.8-3.2A4 4 0 0 1 8 5.5a4 4 0 0 1 4-4z";
const BUILDING = "M12 1.5l10 8v13H2v-13z";
const FLAG = "M4 1.5h2v2h15l-4 5l4 5H6v9H4z";

/** A letter a label; labels that begin alike add the first letter in which they differ from all the others. */
const lettersOf = (labels) => {
  const plain = labels.map((label) => label.toLowerCase());
  const letters = labels.map((label, at) => {
    const alike = plain.filter((other, place) => place !== at && other[0] === plain[at][0]);
    if (!alike.length) return label[0].toUpperCase();
    const differs = [...label].findIndex((_, place) => place && alike.every((other) => other[place] !== plain[at][place]));
    return label[0].toUpperCase() + (differs > 0 ? label[differs] : "");
  });
  return letters.map((letter, at) => (letters.indexOf(letter) === letters.lastIndexOf(letter) ? letter : `${letter[0]}${at + 1}`));
};

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

const lower = new Set([SHAPES[2], PAWN, FIGURE, BUILDING]);
const Drawn = ({ path, seat, face, kind = "sign" }) => {
  const known = seatOf(seat);
  const letter = face ?? known?.letter ?? "";
  return html`<svg class=${`drawn ${kind} color-${known?.color ?? "none"}`} viewBox="0 0 24 24" aria-hidden="true">
    <path d=${path ?? known?.shape ?? SHAPES[1]} />
    ${letter && html`<text x="12" y=${lower.has(path ?? known?.shape) ? 20 : 16.5} class=${letter.length > 1 ? "two" : ""}>${letter}</text>`}
  </svg>`;
};

/** The sign of a seat: shape and letter by its place at the table, colour by the game. */
export const SeatSign = memo(({ seat }) => html`<${Drawn} seat=${seat} />`);

const PATHS = { pawn: PAWN, figure: FIGURE, building: BUILDING, flag: FLAG };

/** A piece as it stands on a place; `data-piece` is what gliding knows it by. */
export const PieceSign = memo(({ piece }) => html`<span class=${`piece ${piece.kind}`} data-piece=${piece.id}>
  <${Drawn} path=${PATHS[piece.kind] ?? (piece.seat ? undefined : SHAPES[piece.kind === "token" ? 0 : 1])}
    seat=${piece.seat} face=${piece.face} kind=${piece.kind} />
  ${(piece.count ?? 1) > 1 && html`<span class="times">×${piece.count}</span>`}
</span>`);
