// Pieces: what stands and lies on places, drawn with the shape, letter and colour of its seat; dice with their pips.
import { html, memo } from "../shared/html.js";
import { Drawn, SHAPES, seatOf } from "./signs.js";

const PAWN = "M12 1.5a5 5 0 0 1 3.2 8.8c1 4.6 2.8 7.7 5.3 10.7v2h-17v-2c2.5-3 4.3-6.1 5.3-10.7A5 5 0 0 1 12 1.5z";
const FIGURE = "M12 1.5a4 4 0 0 1 4 4a4 4 0 0 1-1.8 3.3l5.8 3.2v4h-4v7h-8v-7h-4v-4l5.8-3.2A4 4 0 0 1 8 5.5a4 4 0 0 1 4-4z";
const BUILDING = "M12 1.5l10 8v13H2v-13z";
const FLAG = "M4 1.5h2v2h15l-4 5l4 5H6v9H4z";
const PATHS = { pawn: PAWN, figure: FIGURE, building: BUILDING, flag: FLAG };
/** Their letter stands lower. */
const LOW = new Set([PAWN, FIGURE, BUILDING]);

const DIE = "M6 1.5h12a4.5 4.5 0 0 1 4.5 4.5v12a4.5 4.5 0 0 1-4.5 4.5h-12a4.5 4.5 0 0 1-4.5-4.5v-12a4.5 4.5 0 0 1 4.5-4.5z";
/** Where the pips of a face lie, of the nine places of a die from the top left on. */
const PIPS = { 1: [4], 2: [2, 6], 3: [2, 4, 6], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };
const Die = ({ color, pips }) => html`<svg class=${`drawn color-${color}`} viewBox="0 0 24 24" aria-hidden="true"><path d=${DIE} />
  ${pips.map((at) => html`<circle class="pip" cx=${6.5 + 5.5 * (at % 3)} cy=${6.5 + 5.5 * Math.floor(at / 3)} r="2.2" />`)}</svg>`;

const Sign = ({ piece: { kind, seat, face, icon } }) => {
  const path = PATHS[kind] ?? (kind === "die" ? DIE : seat ? undefined : SHAPES[kind === "token" ? 0 : 1]);
  return html`<${Drawn} path=${path} low=${LOW.has(path)} seat=${seat} face=${icon ? "" : face} icon=${icon} kind=${kind} />`;
};

/** A piece as it stands on a place; `data-piece` is what gliding knows it by. A die has its seat's letter beside it. */
export const PieceSign = memo(({ piece }) => {
  const pips = piece.kind === "die" && PIPS[piece.face];
  const known = seatOf(piece.seat);
  return html`<span class=${`piece ${piece.kind} ${piece.secret ? "secret" : ""}`} data-piece=${piece.id}>
    ${pips ? html`<${Die} color=${known?.color ?? "none"} pips=${pips} />` : html`<${Sign} piece=${piece} />`}
    ${pips && known && html`<small>${known.letter}</small>`}
    ${(piece.count ?? 1) > 1 && html`<span class="times">×${piece.count}</span>`}
  </span>`;
});
