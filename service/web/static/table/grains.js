// Grains: what each ground is strewn with. A board is complete without it, so it comes after the first view.
import { html } from "../shared/html.js";

/** What each ground is strewn with, on a tile of ten. */
const GRAINS = {
  land: "M2 2h.01M7 7h.01",
  order: "M2 5l1-3l1 3M7 10l1-3l1 3",
  warm: "M0 4l2.5-3l2.5 3l2.5-3l2.5 3",
  water: "M0 3q2.5-3 5 0t5 0M-2.5 8q2.5-3 5 0t5 0t5 0",
  cold: "M5 3v4M3 5h4",
  closed: "M0 10L10 0",
  chaos: "M0 0L10 10M-2 8l4 4M8-2l4 4",
};
export const Grains = () => html`<svg class="grains" width="0" height="0" aria-hidden="true"><defs>
  ${Object.entries(GRAINS).map(([tone, path]) => html`<pattern id=${`grain-${tone}`} width="10" height="10" patternUnits="userSpaceOnUse"><path class=${`grain of-${tone}`} d=${path} /></pattern>`)}
</defs></svg>`;
