// Finished: the result first, then what can come next.
import { html, Icon } from "../shared/html.js";
import { SeatSign } from "./signs.js";
import { board, isScribe, table } from "./state/table.js";
import { openSheet } from "./state/sheets.js";

const byScore = (one, other) => !!other.winner - !!one.winner || other.score - one.score;

/** What lies before a seat at the end, by which its score was made and ties are broken. */
const partsOf = (seat) => (seat.lines ?? []).map((line) => `${line.label} ${line.value}`.replaceAll(" ", "\u00a0")).join(" · ");

export const Finished = () => {
  const seats = [...board.value.seats].sort(byScore);
  const winners = seats.filter((seat) => seat.winner).map((seat) => seat.label);
  const { closed, digest, game, id } = table.value;
  const head = winners.length ? `${winners.join(" and ")} win${winners[1] ? "" : "s"}` : "The session is over";
  return html`<div class="finished">
    <header><h2 tabindex="-1" data-head><${Icon} name="trophy" /> ${head}</h2></header>
    <ol class="result">${seats.map((seat) => html`<li key=${seat.seat} class=${seat.winner ? "winner" : ""}>
      <span>${1 + seats.filter((other) => byScore(other, seat) < 0).length}.</span> <${SeatSign} seat=${seat.seat} />
      <b>${seat.label}</b> <span class="score">${seat.score ?? "–"}</span> <small>${partsOf(seat)}</small></li>`)}</ol>
    <div class="buttons stay">
      ${isScribe.value && !closed && html`<button type="button" class="option" onClick=${() => openSheet("close")}>Close the session</button>`}
      <a class="primary" href=${`/open/${game}?again=${id}`}>Once more</a>
    </div>
    <p class="quiet digest">Digest of the log, to photograph: <code>${digest}</code></p>
  </div>`;
};
