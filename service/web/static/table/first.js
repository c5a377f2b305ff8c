// First: whether this page asks if a part is as in the box where an action first names it. What asks is a file of its own.
import { computed, effect, signal } from "@preact/signals";
import { html } from "../shared/html.js";
import { forms } from "./forms.js";
import { chance, line, table, you } from "./state/table.js";

/** What learning.js exports; null until it is wanted. */
const learning = signal(null);
/** The packaged box is a placeholder: who plays with it has no other. */
const isWanted = computed(
  () => line.value === "live" && chance.value.chance === "declared" && ["owner", "scribe", "seat"].includes(you.value.role) && !table.value.closed && forms.value?.packaged?.includes(table.value.component_set) === false,
);

export const FirstUse = () => isWanted.value && learning.value && html`<${learning.value.FirstUse} Learn=${learning.value.Learn} />`;
export const askAtFirstUse = () =>
  effect(() => {
    if (isWanted.value) import("./learning.js").then((got) => got.dressed.then(() => (learning.value = got))).catch(() => {});
  });
