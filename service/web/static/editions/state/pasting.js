// Pasting: cells from a spreadsheet as values of the grid, from a cell to the right and down. Knows no DOM.
import { document, sheet } from "./draft.js";
import { change } from "./outbox.js";
import { below, setting, valueAt } from "./places.js";
import { checkOf, optionsOf, resolved, written } from "./sheet.js";
import { amountsIn } from "./words.js";

const YES = ["yes", "true", "x", "1", "✓"];
/** The value that a text stands for in a field; undefined: none. */
export const READS = {
  text: (field, text) => text,
  number: (field, text) => {
    if (!text) return field.optional ? null : undefined;
    const number = /^[-−+]?\d+$/.test(text) ? Number(text.replace("−", "-")) : NaN;
    return Number.isNaN(number) || checkOf(field, number) ? undefined : number;
  },
  amounts: (field, text) => amountsIn(field, text) ?? undefined,
  tick: (field, text) => YES.includes(text.toLowerCase()),
  choice: (field, text, at) => optionsOf(sheet.value, field, document.value, at).find(({ value, label }) => [label, String(value)].some((name) => name.toLowerCase() === text.toLowerCase()))?.value,
};

/** The cells of a text from a spreadsheet; null: it is one cell, which the browser pastes itself. */
export const cellsIn = (text) => {
  const lines = text.replace(/\r?\n$/, "").split(/\r?\n/);
  return lines.length > 1 || lines[0].includes("\t") ? lines.map((line) => line.split("\t")) : null;
};

/** Write cells into these rows (addresses) and columns (fields). Returns how many were not understood. */
export const paste = (cells, rows, columns) => {
  const changes = [];
  let unread = 0;
  rows.slice(0, cells.length).forEach((row, down) =>
    columns.slice(0, cells[down].length).forEach((given, right) => {
      const field = resolved(sheet.value, given);
      const at = below(row, field.key);
      const value = READS[field.is]?.(field, cells[down][right].trim(), at);
      if (value === undefined) unread += 1;
      else if (valueAt(document.value, row) !== undefined) changes.push(setting(document.value, at, written(field, value)));
    }));
  change(changes.filter(Boolean));
  return unread;
};
