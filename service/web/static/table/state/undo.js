// Undo: one tap takes the last move back or brings it back; where more goes, or a reason is owed, it says so first.
import { textOf } from "../../shared/html.js";
import { send } from "./outbox.js";
import { settling, waiting } from "./queue.js";
import { openSheet } from "./sheets.js";
import { now } from "./table.js";

/** What a step says; of several moves, how many entries there are. */
export const named = ({ moves, count, says }) => (moves > 1 ? `${count} entries` : textOf(says));

export const goBack = (step, reason) =>
  send("retractions", { to: step.to, ...(reason && { reason }) }, `${step.redo ? "Redo" : "Undo"}: ${named(step)}`);

const take = (step) => {
  if (!step || settling.value || waiting.value.length) return;
  if (step.needs_reason || step.moves > 1) openSheet("undo", step);
  else goBack(step);
};
export const undo = () => take(now.value.undo);
export const redo = () => take(now.value.redo);
