// Undo: one tap takes the last step back; where others' entries go, or something seen, it asks why first.
import { send, settling, waiting } from "./outbox.js";
import { openSheet } from "./sheets.js";
import { now } from "./table.js";

export const takeBack = (to, reason) =>
  send("retractions", reason ? { to, reason } : { to }, `Takes back everything after № ${to}`);

export const undo = () => {
  const step = now.value.undo;
  if (!step || settling.value || waiting.value.length) return;
  if (step.others || step.exposed) openSheet("undo", step);
  else takeBack(step.to);
};
