// Keys: digits press the panel's buttons in their order, Esc goes back, U undoes, G finds a place, N notes.
import { back, choice, tapped } from "./choosing.js";
import { typing } from "./guard.js";
import { drafts, trouble } from "./queue.js";
import { closeSheet, openSheet, sheet } from "./sheets.js";
import { finished, mayRecord } from "./table.js";
import { undo } from "./undo.js";

const LETTERS = {
  u: () => mayRecord.value && undo(),
  g: () => !finished.value && openSheet("goto"),
  n: () => mayRecord.value && openSheet("note"),
  "?": () => openSheet("keys"),
};

const escape = () => {
  if (sheet.value) closeSheet();
  else if (choice.value || tapped.value) back();
  else drafts.back?.();
};

/** The letter or digit of a key; where its layout has another script or shifts its digits, that of its place. */
const signOf = ({ key, code, shiftKey }) => {
  if (/^[a-z1-9?]$/i.test(key)) return key.toLowerCase();
  const place = /^(?:Key([A-Z])|Digit([1-9]))$/.exec(code);
  return place?.[1]?.toLowerCase() ?? (shiftKey ? "" : (place?.[2] ?? ""));
};

export const listenToKeys = (root) =>
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") return escape();
    if (typing(event.target)) return;
    const sign = signOf(event);
    if (/^[1-9]$/.test(sign)) {
      const buttons = [...root.querySelectorAll(".panel [data-key]:not(:disabled)")];
      const button = buttons[Number(sign) - 1];
      button?.focus();
      button?.click();
    } else if (!trouble.value && !sheet.value) {
      const does = LETTERS[sign];
      if (does) event.preventDefault();
      does?.();
    }
  });
