// Keys: digits press the panel's buttons in their order, Esc goes back, U undoes, G finds a place, N notes.
import { back, choice, tapped } from "./choosing.js";
import { trouble } from "./outbox.js";
import { closeSheet, openSheet, sheet } from "./sheets.js";
import { finished, mayRecord } from "./table.js";
import { undo } from "./undo.js";

const typing = (target) => target.matches("input:not([type=checkbox]):not([type=radio]), textarea, select");

const LETTERS = {
  u: () => mayRecord.value && undo(),
  g: () => !finished.value && openSheet("goto"),
  n: () => mayRecord.value && openSheet("note"),
  "?": () => openSheet("keys"),
};

const escape = () => {
  if (sheet.value) closeSheet();
  else if (choice.value || tapped.value) back();
};

export const listenToKeys = (root) =>
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") return escape();
    if (typing(event.target)) return;
    if (/^[1-9]$/.test(event.key)) {
      const buttons = [...root.querySelectorAll(".panel [data-key]:not(:disabled)")];
      const button = buttons[Number(event.key) - 1];
      button?.focus();
      button?.click();
    } else if (!trouble.value && !sheet.value) {
      const does = LETTERS[event.key.toLowerCase()];
      if (does) event.preventDefault();
      does?.();
    }
  });
