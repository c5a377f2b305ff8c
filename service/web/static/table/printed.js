// What is printed on places and steps: a name as long as there is room for it, and figures with their symbols.
import { html, Icon, memo } from "../shared/html.js";
import { widthOf } from "./geometry.js";

/** Its name in full where there is room for it, else in short: both are there, and the style shows one. */
export const PlaceName = ({ place }) => {
  const { name, short, caption } = place;
  const brief = caption ?? (short || name);
  const both = caption == null && brief !== name;
  if (!brief) return null;
  return html`<span class="name" style=${{ "--full": widthOf(both ? name : brief) }}>
    ${both && html`<span class="full">${name}</span>`}<span class=${both ? "short" : "short only"} style=${{ "--w": widthOf(brief) }}>${brief}</span>
  </span>`;
};

/** What is printed on a place: its price, and what it gives. */
export const Amounts = memo(({ costs = [], gives = [] }) => {
  const told = (amounts) => amounts.map(({ icon, amount, either }, at) => html`${at > 0 && (either ? html`<i>/</i>` : " ")}<b>${amount}<${Icon} name=${icon} /></b>`);
  if (!costs.length && !gives.length) return null;
  const wide = [...costs, ...gives].reduce((sum, { amount }) => sum + 1.9 + 0.65 * String(amount ?? "").length, 0);
  return html`<span class="amounts" style=${{ "--w": wide }}>${told(costs)}${costs.length > 0 && gives.length > 0 && html`<i>→</i>`}${told(gives)}</span>`;
});
