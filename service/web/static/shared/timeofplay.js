// The time of play: a day and, if somebody knows them, the clock at the beginning and at the end.
import { html } from "./html.js";

const FIELDS = [
  ["played_on", "Day", "date"],
  ["start", "Began", "time"],
  ["end", "Ended", "time"],
];

/** The day, the beginning and the end as they are typed; an empty one is not said. */
export const TimeOfPlay = ({ given, onChange }) => html`<div class="seat-row">
  ${FIELDS.map(([name, label, type]) => html`<label class="field" key=${name}>${label} <input type=${type} value=${given[name] ?? ""}
    onInput=${(event) => onChange({ ...given, [name]: event.target.value })} /></label>`)}
</div>`;

/** The members that are said, as the service takes them. */
export const said = (given) => Object.fromEntries(FIELDS.map(([name]) => [name, given[name]]).filter(([, value]) => value));
