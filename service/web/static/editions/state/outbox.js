// Outbox: what somebody changes or confirms here, as items that wait for the service. Knows no DOM.
import { document, parts, sheet, waiting } from "./draft.js";
import { forCopies } from "./copies.js";
import { same, setting } from "./places.js";
import { leave, left, own, renew, wait } from "./queue.js";
import { isSent, pump } from "./sending.js";
import { wayTo } from "./way.js";

/** Milliseconds without another stroke after which a typed text is sent. */
const QUIET = 700;
/** So many changes one request can make. */
const MOST = 200;

/** Take up what waited when the page was left. */
export const takeUp = () => {
  waiting.value = left();
  pump();
};

let typing = 0;

const changedBy = ({ changes, lay = [] }) => [...changes.map(({ at }) => at), ...lay.map(({ place }) => place)];

/**
 * Change places of the document. typed: more of it may follow at once, so that it is one change when it is sent.
 * lay: places of maps that come to lie elsewhere, in the same request.
 */
export const change = (given, { typed = false, lay } = {}) => {
  const changes = forCopies(given);
  const last = waiting.value.at(-1);
  if (last?.typed && !isSent(last) && same(changedBy(last), changedBy({ changes, lay }))) {
    renew({ ...last, changes, lay, typed });
  } else if (lay) wait({ changes, lay, typed });
  else for (let first = 0; first < changes.length; first += MOST) wait({ changes: changes.slice(first, first + MOST), typed });
  clearTimeout(typing);
  typing = setTimeout(pump, typed ? QUIET : 0, true);
};

/** What stands for a place that the document leaves out. */
const usual = (at) => wayTo(sheet.value, document.value, at).field?.default;

/** Give a place a value; undefined takes it away. */
export const put = (at, value, options) => {
  const one = setting(document.value, at, value, usual);
  if (one) change([one], options);
  else if (!options?.typed) pump();
};

/** Say that a part is as in the box, or that nobody has compared it. seen: its content as it was shown. */
export const confirm = (part, confirmed) => {
  wait({ part, confirmed, seen: parts.value.find(({ at }) => at === part)?.value });
  pump();
};

/** Take back the last change that this device made: what waits here goes first. */
export const undo = () => {
  const last = waiting.value.at(-1);
  if (last?.changes && !isSent(last)) {
    leave(last);
    return;
  }
  wait({ undo: true, of: own() });
  pump();
};
