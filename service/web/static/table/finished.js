// Finished: the result first, then what can come next.
import { signal } from "@preact/signals";
import { html, Icon } from "../shared/html.js";
import { tokenOf } from "../shared/tokens.js";
import { played } from "../shared/whose.js";
import { download } from "../reading/download.js";
import { SeatSign } from "./signs.js";
import { seats as all, table } from "./state/table.js";
import { mayMend } from "./state/owner.js";
import { openSheet } from "./state/sheets.js";

/** How the log compares with the one that this phone saw, in a sentence; "" until that is known. */
export const compared = signal("");

/** What lies before a seat at the end, by which its score was made and ties are broken. */
const partsOf = (seat) => (seat.lines ?? []).map((line) => `${line.label} ${line.value}`.replaceAll(" ", "\u00a0")).join(" · ");

const check = ({ currentTarget: button }) => download(button, button.nextElementSibling, tokenOf(table.value.id));

export const Finished = () => {
  const ranks = new Map(table.value.standing.seats.map(({ seat, rank }) => [seat, rank]));
  const rankOf = ({ seat }) => ranks.get(seat) ?? 0;
  const seats = [...all.value].sort((one, other) => rankOf(one) - rankOf(other));
  const winners = seats.filter((seat) => seat.winner).map((seat) => seat.label);
  const mine = seats.filter(({ seat }) => played(table.value.id).includes(seat));
  const { closed, digest, game, id } = table.value;
  const head = winners.length ? `${winners.join(" and ")} win${winners[1] ? "" : "s"}` : table.value.standing.finished ? "Nobody wins" : "The session is over";
  return html`<div class="finished">
    <header><h2 tabindex="-1" data-head><${Icon} name="trophy" /> ${head}</h2></header>
    ${table.value.void && html`<p><b>This session does not count:</b> ${table.value.void.reason}</p>`}
    <ol class="result">${seats.map((seat) => html`<li key=${seat.seat} class=${seat.winner ? "winner" : ""}>
      <span>${rankOf(seat)}.</span> <${SeatSign} seat=${seat.seat} />
      <b>${seat.label}</b> ${seat.role && seat.role !== seat.label && html`<small>${seat.role}</small>`} <span class="score">${seat.score ?? ""}</span> <small>${partsOf(seat)}</small></li>`)}</ol>
    <div class="buttons stay">
      ${mayMend.value && !closed && html`<button type="button" class="option" onClick=${() => openSheet("close")}>Close the session</button>`}
      <a class="primary" href=${`/open/${game}?again=${id}`}>Play again</a>
    </div>
    ${mine.length > 0 && html`<p class="buttons">${mine.map((seat) => html`<a class="option" key=${seat.seat} href=${`/t/${id}/replay?at=1&as=${seat.seat}`}><${Icon} name="eye" /> Replay as ${mine.length > 1 ? seat.label : "I"} saw it</a>`)}</p>`}
    <p><button type="button" class="option" data-file=${`/v1/sessions/${id}/proof`} data-name=${`${id}.proof.json`} onClick=${check}>Proof file</button>
      <span role="status"></span></p>
    ${compared.value && html`<p class="quiet">${compared.value}</p>`}
    <p class="quiet digest">Log digest (take a photo to keep it): <code>${digest}</code></p>
  </div>`;
};
