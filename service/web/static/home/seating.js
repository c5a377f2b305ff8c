// Seating: who sits at the table that is opened, and as whom this device sits there.
import { ask } from "../shared/api.js";
import { html } from "../shared/html.js";
import { newlyKept } from "../shared/durable.js";
import { keep } from "../shared/tokens.js";
import { claim, play } from "../shared/whose.js";
import { Field } from "./questions.js";

/** Players who were here before: a tap seats one in the first free seat. */
export const Returning = ({ names, onSeat }) => names.length > 0 && html`<div class="returning" role="group" aria-labelledby="returning">
  <p id="returning">Who is playing again?</p>
  <div class="buttons">${names.map((name) => html`<button type="button" class="option" key=${name} onClick=${() => onSeat(name)}>${name}</button>`)}</div>
</div>`;

export const Seat = ({ seat, given, calledBy, names, onChange, onName }) => html`<fieldset>
  <legend>${names.label}</legend>
  <div class="seat-row">
    <label class="field">Who sits here? <input value=${names.name} maxlength="80" autocomplete="off" placeholder="a name"
      onInput=${(event) => onName(event.target.value)} />${names.again && html`<small>played here before</small>`}</label>
    ${Object.entries(seat.parameters).map(([name, question]) => html`<${Field} key=${name} label=${question.words.asks}
      name=${`${seat.seat}-${name}`} domain=${question.domain} words=${question.words} value=${given[name]}
      onChange=${(value) => onChange({ ...given, [name]: value, ...(name === calledBy && { seat: value }) })} />`)}
  </div>
</fieldset>`;

/** Who somebody can be who plays at no seat of their own, as the holder whose link this device then uses. */
const OTHERS = [
  ["recorder", "One phone for all", "Record for every seat; see what everyone may see."],
  ["owner", "I only write", "Record for every seat; see every hand."],
  ["spectator", "I watch", "Another phone records."],
];
export const Whose = ({ seats, who, onBe }) => html`<fieldset>
  <legend>Who are you?</legend>
  <div class="choices" role="radiogroup" aria-label="Who are you?">
    ${[...seats, ...OTHERS].map(([key, label, hint]) => html`<label key=${key}>
      <input type="radio" name="whose" checked=${who === key} onChange=${() => onBe(key)} />
      <span><b>${label}</b>${hint && html` <small>${hint}</small>`}</span></label>`)}
  </div>
</fieldset>`;

/** Keep the tokens, and be who was chosen: a player's phone claims its seat, and the owner's token stays apart. */
export const begin = async ({ tokens, session: { id, seats } }, who, more) => {
  newlyKept();
  const place = Number(who);
  if (Number.isInteger(place)) {
    const { seat } = seats[place];
    play(id, seat, tokens, more);
    await claim(id, seat, tokens[`seat:${seat}`]);
    return;
  }
  keep(id, tokens, { ...more, use: who, mine: [] });
  if (who !== "recorder") return;
  const { status, body } = await ask(`/v1/sessions/${id}/tokens`, { method: "POST", token: tokens.owner, body: { holders: [who] } });
  if (status === 201) keep(id, body.tokens, { use: who });
};
