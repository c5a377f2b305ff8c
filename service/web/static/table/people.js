// People: the names beside the seats. They stand beside the log, never in it, and can be erased.
import { useEffect, useState } from "preact/hooks";
import { ask } from "../shared/api.js";
import { html } from "../shared/html.js";
import { own } from "../shared/own.js";
import { playerOf, returning } from "../shared/players.js";
import { SeatSign } from "./signs.js";
import { mayMend, ownersToken } from "./state/owner.js";
import { board, finished, table, you } from "./state/table.js";
import { mine } from "./state/queue.js";

/** The player whom a name stands for at this seat: the one who sits there while it is the same name. */
const named = (known, seat, name) => {
  const { players = {}, labels = {} } = table.value;
  if (own(players, seat) && own(labels, seat) === name) return players[seat];
  return playerOf(known, name, Object.entries(players).filter(([other]) => other !== seat).map(([, player]) => player));
};

const path = (seat = "") => `/v1/sessions/${table.value.id}/people${seat && `/${seat}`}`;
const asked = (where, more = {}) => ask(where, { token: ownersToken() ?? mine.token, ...more });

const Person = ({ seat, coming, former, onLeft }) => {
  const [name, setName] = useState(own(table.value.labels, seat.seat) ?? "");
  const [told, tell] = useState("");
  const sits = own(table.value.labels, seat.seat) ?? "";
  const given = name.trim();
  const assignment = async () => (given ? { player: named(await coming, seat.seat, given), name: given } : {});
  const say = ({ status, body }, words) => tell(status && status < 300 ? words : (body?.detail ?? "No answer from the service. Try again."));
  const put = async () => {
    const more = given ? { method: "PUT", body: await assignment() } : { method: "DELETE" };
    say(await asked(path(seat.seat), more), given ? "Saved." : "Erased.");
  };
  /** A substitute is another name than the one that stands there; with the same name, nobody takes the seat. */
  const follows = given && given !== sits;
  const leave = async () => {
    const body = follows ? await assignment() : {};
    const answer = await asked(`${path(seat.seat)}/departures`, { method: "POST", body });
    if (answer.status === 200) onLeft(answer.body.items);
    if (answer.status === 200 && !follows) setName("");
    say(answer, follows ? `${given} plays on for ${sits}.` : `${sits} has left.`);
  };
  return html`<li><${SeatSign} seat=${seat.seat} />
    <label class="field">${seat.label}<input value=${name} maxlength="80" list="known" autocomplete="off" onInput=${(event) => setName(event.target.value)} /></label>
    <button type="button" class="option" onClick=${put}>${given ? "Save" : "Erase"}</button>
    ${sits && given && !finished.value && html`<button type="button" class="option" onClick=${leave}>${follows ? `Takes over from ${sits}` : `${sits} leaves`}</button>`}
    ${former.map((one) => html`<small key=${one.number}>${one.name ?? "Somebody"} left after № ${one.until}.</small>`)}
    <span role="status">${told}</span></li>`;
};

export const People = () => {
  const [coming] = useState(returning);
  const [known, setKnown] = useState(new Map());
  const [former, setFormer] = useState(new Map());
  const keepFormer = (items) => setFormer(new Map(items.map((one) => [one.seat, one.former])));
  useEffect(() => {
    coming.then(setKnown);
    asked(path()).then(({ status, body }) => status === 200 && keepFormer(body.items));
  }, []);
  const mine = board.value.seats.filter((seat) => mayMend.value || seat.seat === you.value.seat);
  return html`<p class="quiet">Names are never written to the log. To erase a name, leave it empty. The result counts for who sits there at the end.</p>
    <ul class="rows people">${mine.map((seat) => html`<${Person} key=${seat.seat} seat=${seat} coming=${coming} former=${former.get(seat.seat) ?? []} onLeft=${keepFormer} />`)}</ul>
    <datalist id="known">${[...known.keys()].map((name) => html`<option key=${name} value=${name} />`)}</datalist>`;
};
