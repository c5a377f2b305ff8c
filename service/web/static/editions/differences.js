// Differences: what has changed in a part, each member with what it was and what it is.
import { html } from "../shared/html.js";
import { document, sheet } from "./state/draft.js";
import { openPart } from "./state/open.js";
import { linesOf, marked } from "./state/differing.js";
import { partsOf } from "./state/parts.js";
import { stepsOf, valueAt } from "./state/places.js";
import { nameOf, spoken } from "./state/sheet.js";
import { wayTo } from "./state/way.js";

/** From this many characters on, what differs in a text is marked in it. */
const LONG = 40;

const Text = ({ text }) => text || html`<span class="quiet">nothing</span>`;
const Marked = ({ was, is }) => {
  const runs = marked(was, is);
  return html`<span class="ears">was: ${was}; is: ${is}</span><span aria-hidden="true">${runs.map(({ text, of }, at) => (of === "both" ? text : html`${at > 0 && runs.length === 2 && " "}<${of === "was" ? "del" : "ins"}>${text}</${of === "was" ? "del" : "ins"}>`))}</span>`;
};
const Line = ({ line, kind }) => {
  const { title, was, is } = line;
  const isLong = kind === "changed" && was && is && Math.max(was.length, is.length) >= LONG;
  return html`<div>${title && html`<dt>${title}</dt>`}<dd>${
    kind === "added" ? is : kind === "removed" ? was : isLong ? html`<${Marked} was=${was} is=${is} />` : html`<span class="ears">was: </span><span class="was"><${Text} text=${was} /></span> <span aria-hidden="true">→</span> <span class="ears">is: </span><span class=${is.length < LONG ? "is" : ""}><${Text} text=${is} /></span>`
  }</dd></div>`;
};
export const Lines = ({ lines, kind }) => lines.length > 0 && html`<dl class="differs">${lines.map((line) => html`<${Line} key=${line.title} line=${line} kind=${kind} />`)}</dl>`;

/** The content of each part of a document, by its address. */
export const contentsOf = (read) => new Map(partsOf(sheet.value, read).map(({ at, value }) => [at, value]));

/** What differs in the part: `before` or `after` is undefined where the part is missing. documents: where each is from. */
export const linesIn = (part, before, after, documents) => {
  const of = documents[after === undefined ? 0 : 1];
  const { field } = wayTo(sheet.value, of, part);
  if (!field) return [];
  return linesOf(sheet.value, field, "", ...told(before, after), documents);
};
/** Rows by the names that people read: an empty one goes by its id. What is new or gone is called so already, and is there once. */
const told = (before, after) => {
  const isBoth = before !== undefined && after !== undefined;
  return [before, after].map((row) => {
    if (!row?.id) return row;
    const { name, count, ...more } = row;
    return { ...more, ...(isBoth && { name: nameOf(row) }), ...((isBoth || count !== 1) && { count }) };
  });
};

export const sectionOf = (part) => sheet.value.sections.find(({ key }) => key === stepsOf(part)[0]);
/** What people call a part: its row by its name, a side by its key, else its section. */
export const calledPart = (part, value, read) => {
  const steps = stepsOf(part);
  const isRow = steps.length > 1 && Array.isArray(valueAt(read, steps[0]));
  if (isRow) return value?.id ? nameOf(value) : `${sectionOf(part)?.title} ${Number(steps.at(-1)) + 1}`;
  return steps.length > 1 ? spoken(steps.at(-1)) : (sectionOf(part)?.title ?? spoken(steps[0]));
};

/** A part by its name; a button that opens it where the draft has it. */
export const PartName = ({ part, name }) => {
  const isHere = valueAt(document.value, part) !== undefined;
  const { row } = isHere ? wayTo(sheet.value, document.value, part) : { row: "" };
  const address = `/editions/${location.pathname.split("/")[2]}/${stepsOf(part)[0]}${row ? `#${encodeURIComponent(row).replaceAll("%2F", "/")}` : ""}`;
  const go = (event) => {
    event.preventDefault();
    openPart({ at: part, section: stepsOf(part)[0] }, row);
  };
  return isHere ? html`<a href=${address} onClick=${go}>${name}</a>` : name;
};
