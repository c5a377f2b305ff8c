// Slotted: asks what was dealt or rolled slot by slot, and waits for the file that does so; what has no slots goes on as before.
import { effect, signal } from "@preact/signals";
import { html } from "../../shared/html.js";
import { Coming } from "../later.js";
import { line, mayRecord } from "../state/table.js";

const QUIET = 2000;
const MANY = 12;
const FILLED = new Set(["assign", "dealt", "each", "grid", "joined", "outcome", "several"]);
/** Whether it may have slots. */
const isFilled = ({ kind, values }) => FILLED.has(kind) || (kind === "choice" && values.length > MANY);

/** What entering.js exports; null until it is here. */
const entering = signal(null);
let loading;
const load = () => (loading ??= import("../entering.js").then((got) => got.dressed.then(() => (entering.value = got))).catch(() => (loading = null)));
/** Ends when that file is here, or cannot be had. */
export const wantEntering = load;

/** Fetch it in a quiet moment, for whoever may record. */
export const fetchEntering = () =>
  effect(() => {
    if (line.value === "live" && mayRecord.value && !entering.value) setTimeout(() => (window.requestIdleCallback ?? setTimeout)(load), QUIET);
  });

/** A widget of that file. */
export const entered = (name) => (props) => {
  if (!entering.value) load();
  const Found = entering.value?.[name] ?? Coming;
  return html`<${Found} ...${props} />`;
};

/** Buttons with a field to find one; without it as long as the file is not here. */
export const Seek = ({ Buttons, ...props }) => {
  if (!entering.value) load();
  const Found = entering.value?.Seek;
  return Found ? html`<${Found} ...${props} Buttons=${Buttons} />` : html`<${Buttons} ...${props} found />`;
};

/** Slots of a domain one after another, else `Else`. */
export const Slotted = ({ Else, ...props }) => {
  const here = entering.value;
  const may = isFilled(props.domain);
  if (may && !here) load();
  if (may && !here && line.value !== "offline") return html`<${Coming} />`;
  const made = may && here?.slotsOf(props.domain, props.words);
  return made ? html`<${here.Fill} ...${props} made=${made} />` : html`<${Else} ...${props} />`;
};

/** The widget that asks slot by slot where it can, `Else` where it cannot. */
export const slotted = (Else) => (props) => html`<${Slotted} ...${props} Else=${Else} />`;
