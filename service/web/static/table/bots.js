// Bots: the seats of a live table that a newcomer may take over.
import { useEffect, useState } from "preact/hooks";
import { ask } from "../shared/api.js";
import { html, Icon } from "../shared/html.js";
import { play } from "../shared/whose.js";
import { seatOf } from "./signs.js";
import { table, you } from "./state/table.js";

export const Bots = () => {
  const [seats, setSeats] = useState([]);
  const [fault, setFault] = useState("");
  const session = table.value.id;
  const look = async () => {
    const { status, body } = await ask(`/v1/sessions/${session}/live-table`);
    setSeats(status === 200 ? body.seats.filter((seat) => seat.played_by === "bot") : []);
  };
  useEffect(() => void (table.value.sandbox && look()), []);
  const take = async (seat) => {
    const { status, body } = await ask(`/v1/sessions/${session}/seats/${seat}/claim`, { method: "POST" });
    if (status !== 201) {
      setFault(body?.detail ?? "No answer from the service. Try again.");
      return look();
    }
    play(session, seat, body.tokens);
    location.reload();
  };
  if (you.value.role === "guest") return html`<p class="buttons"><a class="primary" href=${`/t/${session}/who`}>Who are you?</a></p>`;
  return seats.length > 0 && html`<p>Bots are playing. You can take over a seat:</p>
    <div class="grid">${seats.map(({ seat }) => html`<button type="button" class="option" key=${seat} data-key onClick=${() => take(seat)}>
      <${Icon} name="hand" /> <b>Play ${seatOf(seat)?.label ?? seat}</b></button>`)}</div>
    <p role="alert">${fault}</p>`;
};
