// Sets: the boxes that a table can be opened with; those of this device's editions by name.
import { heldEditions, tokenOf } from "../editions/state/held.js";
import { held } from "../shared/held.js";
import { html } from "../shared/html.js";

/** So many tokens the service takes with one question. */
const MOST = 50;
/** The header with the tokens of the editions: their newest versions are listed then. */
export const heldSets = () => held(heldEditions().map(({ id }) => tokenOf(id)).slice(0, MOST));

/** The set that the address names: the page of an edition links here with it. */
export const asksFor = new URLSearchParams(location.search).get("component_set");

/** A set that a table amended goes by its entry there. */
export const nameOfSet = ({ edition, name, hash, version, amended }) =>
  [edition ?? name ?? hash.slice(0, 8), version ? `version ${version}` : amended && `№ ${amended.entry} of table ${amended.session.slice(0, 8)}`].filter(Boolean).join(", ");

/** Which box, and what of it nobody has compared, or differs from the rulebook. */
export const Sets = ({ chosen, sets: listed, onChoose }) => {
  const known = listed.find((one) => one.hash === chosen);
  const { invented = [], warnings = [], parts, confirmed } = known ?? {};
  const sets = known ? listed : [...listed, { hash: chosen, edition: "The version that you chose" }];
  return html`${sets.length > 1 && html`<label class="field">Edition <select value=${chosen} onChange=${({ target }) => onChoose(target.value)}>
      ${sets.map((one) => html`<option key=${one.hash} value=${one.hash}>${nameOfSet(one)}</option>`)}</select></label>`}
    ${parts !== undefined ? html`<p class="quiet">${confirmed} of ${parts} parts confirmed</p>` : invented.length > 0 && html`<p class="note-box">This is a made-up box: its cards and maps are not the published ones. <a href="/editions">Make your own box</a></p>`}
    ${warnings.length > 0 && html`<details class="note-box"><summary>${warnings.length === 1 ? "One part differs" : `${warnings.length} parts differ`} from the rulebook</summary>
      <ul>${warnings.map(({ message, pointer }) => html`<li key=${pointer + message}>${message}</li>`)}</ul></details>`}`;
};
