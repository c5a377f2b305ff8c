// Open: which page of the edition is shown, and which row lies open on it; the address of the page says both.
import { signal } from "@preact/signals";
import { mine } from "./draft.js";
import { stepsOf } from "./places.js";

const read = () => ({ section: decodeURIComponent(location.pathname.split("/")[3] ?? ""), row: decodeURIComponent(location.hash.slice(1)), focus: "" });

/** {section: "" for the overview, row: its address or "", focus: the address of a field to go to}. */
export const open = signal({ section: "", row: "", focus: "" });
export const readAddress = () => {
  open.value = read();
};
addEventListener("popstate", () => mine.path && readAddress());

const address = ({ section, row }) => `/editions/${mine.id}${section ? `/${encodeURIComponent(section)}` : ""}${row ? `#${encodeURIComponent(row).replaceAll("%2F", "/")}` : ""}`;
const go = (next, { instead = false } = {}) => {
  const before = open.value;
  const to = { section: "", row: "", focus: "", ...next };
  const isSame = before.section === to.section && before.row === to.row;
  // On a page that is of something else its address stays.
  if (!mine.path) {
    open.value = to;
    return;
  }
  if (instead) history.replaceState(history.state, "", address(to));
  else if (!isSame) history.pushState({ inside: true, from: before.section }, "", address(to));
  open.value = to;
  if (before.section !== to.section) scrollTo(0, 0);
};

/** Open a part: its row, or the place in its section. */
export const openPart = ({ at, section }, row, options) => go({ section, row, focus: row ? "" : at }, options);
export const openSection = (section) => go({ section });
/** Open the page that compares two versions, or a version and the draft. */
export const openCompared = (a, b) => {
  history.pushState({ inside: true }, "", comparedAt(a, b));
  open.value = { section: "compare", row: "", focus: "" };
  scrollTo(0, 0);
};
export const comparedAt = (a, b) => `/editions/${mine.id}/compare?${new URLSearchParams({ a, b })}`;
/** Open the form of a row; in place of another one that is open. */
export const openRow = (at, options) => go({ section: stepsOf(at)[0], row: at }, options);
/** Close the form: where it was opened on this page, Back does the same. */
export const closeRow = () => {
  if (history.state?.inside) history.back();
  else go({ section: open.value.section }, { instead: true });
};
/** Close what lies open beside a map, and stay on it, wherever it was opened. */
export const closeBeside = () => {
  const { section } = open.value;
  if (history.state?.from === section) history.back();
  else go({ section }, { instead: true });
};
/** Open the form that shows this place, and go to its field. */
export const openPlace = (at, row) => go({ section: stepsOf(at)[0], row, focus: at });
