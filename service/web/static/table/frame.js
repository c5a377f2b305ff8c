// The frame of a sheet: its title, and what leads back.
import { html } from "../shared/html.js";
import { Back } from "./asking.js";
import { closeSheet } from "./state/sheets.js";

export const Frame = ({ title, children }) => html`<div class="sheet asking">
  <header><${Back} onBack=${closeSheet} /><h2 tabindex="-1" data-head>${title}</h2></header>
  ${children}
</div>`;
