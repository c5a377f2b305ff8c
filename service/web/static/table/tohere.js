// Undo to here: a button on each line of the log that this phone may go back to.
import { computed } from "@preact/signals";
import { html, Icon } from "../shared/html.js";
import { openSheet } from "./state/sheets.js";
import { entries, line, mayRecord, table, you } from "./state/table.js";

const isStep = ({ kind, live }) => live && ["recorded", "corrected"].includes(kind);
/** {least, most}: entries from one up to before the other may be gone back to from this phone, as far as it can tell. */
const reach = computed(() => {
  const steps = entries.value.filter(isStep);
  if (!mayRecord.value || table.value?.closed || !steps.length) return { least: 0, most: 0 };
  const { role, seat } = you.value;
  const others = steps.findLast(({ by }) => by?.role !== role || by?.seat !== seat);
  return { least: role === "seat" ? (others?.number ?? 1) : 1, most: steps.at(-1).number };
});

/** Where one may go back to from a line: a note is no place of its own. */
const placeOf = ({ number, kind, live }, { least, most }) =>
  live && line.value === "live" && kind !== "noted" && number >= least && number < most ? number : null;

/** On a phone the sheet stands where the table is. */
const goBackTo = (to) => {
  location.hash = "";
  openSheet("undo", { to });
};

export const ToHere = ({ of }) => {
  const to = placeOf(of, reach.value);
  return to && html`<button type="button" class="undo to-here" aria-label=${`Undo to here: № ${to}`} title="Undo to here"
    onClick=${() => goBackTo(to)}><${Icon} name="undo-2" /></button>`;
};
