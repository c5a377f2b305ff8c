// Confirming: a part is as in the box, and on to the next part that nobody has compared.
import { html, Icon } from "../shared/html.js";
import { allCopies } from "./state/copies.js";
import { document, mayEdit, parts, said, sheet, unconfirmed } from "./state/draft.js";
import { closeRow, open, openPart } from "./state/open.js";
import { confirm } from "./state/outbox.js";
import { isIn } from "./state/places.js";
import { wayTo } from "./state/way.js";

/** The next part that nobody has confirmed, in the order of the box, behind this one; undefined: all are. */
export const nextOpen = (at = "") => {
  const own = parts.value.findLastIndex((part) => at && (part.at === at || isIn(at, part.at)));
  const around = [...parts.value.slice(own + 1), ...parts.value.slice(0, own + 1)];
  return around.find((part) => part.at !== at && unconfirmed.value.has(part.at));
};

export const goNext = (at, options = { instead: true }) => {
  const next = nextOpen(at);
  if (next) openPart(next, wayTo(sheet.value, document.value, next.at).row, options);
  else if (open.value.row) closeRow();
  if (!next) said.value = "Everything is as in your box.";
};

/** The button that says that this part is as in the box; pressed once more it takes that back. */
export const Confirming = ({ at, onDone, name = "" }) => {
  const copies = allCopies(at).filter((place) => parts.value.some((part) => part.at === place));
  if (!copies.length || !mayEdit.value) return null;
  const isDone = !copies.some((place) => unconfirmed.value.has(place));
  const press = () => {
    for (const place of copies) confirm(place, !isDone);
    if (!isDone) onDone?.();
  };
  return html`<button type="button" class=${isDone ? "option confirmed" : "primary"} aria-pressed=${isDone} onClick=${press}><${Icon} name="check" /> As in our box${name && html`<span class="ears">: ${name}</span>`}</button>`;
};
