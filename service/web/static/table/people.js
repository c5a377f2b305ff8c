// People: the names beside the seats. They stand beside the log, never in it, and can be erased.
import { useEffect, useState } from "preact/hooks";
import { ask } from "../shared/api.js";
import { html } from "../shared/html.js";
import { own } from "../shared/own.js";
import { playerOf, returning } from "../shared/players.js";
import { SeatSign } from "./signs.js";
import { mayMend, ownersToken } from "./state/owner.js";
import { board, table, you } from "./state/table.js";
import { mine } from "./state/queue.js";

/** The player whom a name stands for at this seat: the one who sits there while it is the same name. */
const named = (known, seat, name) => {
  const { players = {}, labels = {} } = table.value;
  if (own(players, seat) && own(labels, seat) === name) return players[seat];
  return playerOf(known, name, Object.entries(players).filter(([other]) => other !== seat).map(([, player]) => player));
};

const Person = ({ seat, coming }) => {
  const [name, setName] = useState(own(table.value.labels, seat.seat) ?? "");
  const [told, tell] = useState("");
  const path = `/v1/sessions/${table.value.id}/people/${seat.seat}`;
  const put = async () => {
    const given = name.trim();
    const known = await coming;
    const { status, body } = await ask(path, {
      method: given ? "PUT" : "DELETE",
      token: ownersToken() ?? mine.token,
      body: given ? { player: named(known, seat.seat, given), name: given } : undefined,
    });
    tell(status && status < 300 ? (given ? "Saved." : "Erased.") : (body?.detail ?? "No answer from the service. Try again."));
  };
  return html`<li><${SeatSign} seat=${seat.seat} />
    <label class="field">${seat.label}<input value=${name} maxlength="80" list="known" autocomplete="off" onInput=${(event) => setName(event.target.value)} /></label>
    <button type="button" class="option" onClick=${put}>${name.trim() ? "Save" : "Erase"}</button>
    <span role="status">${told}</span></li>`;
};

export const People = () => {
  const [coming] = useState(returning);
  const [known, setKnown] = useState(new Map());
  useEffect(() => void coming.then(setKnown), []);
  const mine = board.value.seats.filter((seat) => mayMend.value || seat.seat === you.value.seat);
  return html`<p class="quiet">Names are never written to the log. To erase a name, leave it empty.</p>
    <ul class="rows people">${mine.map((seat) => html`<${Person} key=${seat.seat} seat=${seat} coming=${coming} />`)}</ul>
    <datalist id="known">${[...known.keys()].map((name) => html`<option key=${name} value=${name} />`)}</datalist>`;
};
