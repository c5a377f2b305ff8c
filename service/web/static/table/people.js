// People: the names beside the seats. They stand beside the log, never in it, and can be erased.
import { useState } from "preact/hooks";
import { ask } from "../shared/api.js";
import { html } from "../shared/html.js";
import { tokenOf } from "../shared/tokens.js";
import { SeatSign } from "./signs.js";
import { board, isScribe, table, you } from "./state/table.js";

const Person = ({ seat }) => {
  const [name, setName] = useState(table.value.labels?.[seat.seat] ?? "");
  const [told, tell] = useState("");
  const path = `/v1/sessions/${table.value.id}/people/${seat.seat}`;
  const put = async () => {
    const given = name.trim();
    const { status, body } = await ask(path, {
      method: given ? "PUT" : "DELETE",
      token: tokenOf(table.value.id),
      body: given ? { name: given } : undefined,
    });
    tell(status && status < 300 ? (given ? "Kept." : "Erased.") : (body?.detail ?? "Nobody answers. Try again."));
  };
  return html`<li><${SeatSign} seat=${seat.seat} />
    <label class="field">${seat.label}<input value=${name} maxlength="80" onInput=${(event) => setName(event.target.value)} /></label>
    <button type="button" class="option" onClick=${put}>${name.trim() ? "Keep" : "Erase"}</button>
    <span role="status">${told}</span></li>`;
};

export const People = () => {
  const mine = board.value.seats.filter((seat) => isScribe.value || seat.seat === you.value.seat);
  return html`<p class="quiet">Names stand beside the log, never in it. Leave one empty to erase it.</p>
    <ul class="rows people">${mine.map((seat) => html`<${Person} key=${seat.seat} seat=${seat} />`)}</ul>`;
};
