// Away: why there is no table to show, in one sentence, and what can be done.
import { html, Icon } from "../shared/html.js";
import { isGone, line, retryIn } from "./state/table.js";

const TOLD = {
  opening: ["Opening the table…", ""],
  offline: ["No connection yet.", "The page keeps trying. Check that this device is on the right network."],
  missing: ["Table not found.", "Ask the person who opened it for a link."],
  expired: ["This table has expired.", "Sandboxes expire when nobody records in them."],
  revoked: ["This link was replaced.", "Ask the person who opened the table for a new one."],
  busy: ["The service is busy.", "The page tries again by itself."],
  broken: ["This table cannot be shown right now.", "Something went wrong in the service. The page keeps trying."],
};

export const Away = () => {
  const [head, more] = TOLD[line.value] ?? TOLD.opening;
  return html`<div class="away">
    <h2 tabindex="-1">${head}</h2>
    ${more && html`<p>${more}${line.value === "busy" ? ` Again in ${retryIn.value} s.` : ""}</p>`}
    ${line.value === "offline" && html`<p class="buttons"><button type="button" class="option" onClick=${() => dispatchEvent(new Event("online"))}>Try again</button></p>`}
    ${isGone.value && html`<p class="buttons"><a class="option" href="/j">Use another link</a>
      <a class="option" href="/"><${Icon} name="house" /> Home</a></p>`}
  </div>`;
};
