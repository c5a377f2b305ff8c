// Kinds: every action of a game as a button, in the game's words.
import { html } from "../../shared/html.js";
import { chosenOf, shapeOf, titlesOf } from "./shapes.js";

/** lately: types that come first; ofSeat: whether actions of the table come last. onTake: takes the type. */
export const Kinds = ({ told, lately, ofSeat, onTake }) => {
  const { schema, components } = told.schemas.action;
  const shape = shapeOf(schema, components.schemas);
  const names = { ...titlesOf(told.schemas.action), ...told.labels };
  const rank = (type) => {
    const at = lately.indexOf(type);
    const others = ofSeat && !chosenOf(shape, type).properties.seat;
    return (others ? 2 : 0) + (at < 0 ? 1 : at / lately.length);
  };
  const all = Object.keys(shape.of).sort((one, other) => rank(one) - rank(other) || names[one].localeCompare(names[other]));
  return html`<div class="grid">${all.map((type) => html`<button type="button" class="option" data-key key=${type} onClick=${() => onTake(type)}><b>${names[type]}</b></button>`)}</div>`;
};
