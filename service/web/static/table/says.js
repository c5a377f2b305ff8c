// Sentences of runs, with their places and seats as what they are.
import { html } from "../shared/html.js";
import { seatOf } from "./signs.js";
import { textIn } from "./state/table.js";

/** A sentence; a seat stands in its colour, a rule leads to nothing but is told apart. */
export const Says = ({ runs }) =>
  (runs ?? []).map((run, at) => {
    if (typeof run === "string") return run;
    if (run.seat) return html`<b key=${at} class=${`who color-${seatOf(run.seat)?.color ?? "none"}`}>${textIn(run)}</b>`;
    if (run.rule) return html`<code key=${at}>${run.text}</code>`;
    return html`<b key=${at} class="what">${run.text}</b>`;
  });
