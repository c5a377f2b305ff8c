// Away: why there is no table to show, in one sentence, and what can be done.
import { html, Icon } from "../shared/html.js";
import { isGone, line, retryIn } from "./state/table.js";

const TOLD = {
  opening: ["Opening the table…", ""],
  offline: ["Nobody answers yet.", "The page tries again by itself. Is this device in the right network?"],
  missing: ["There is no such table for you.", "Ask whoever opened it for a link, and open that."],
  expired: ["This table has expired.", "It was a sandbox, and nothing was recorded in it for long."],
  revoked: ["This link was replaced.", "Ask whoever opened the table for a new one."],
  busy: ["Too much is asked of the service.", "The page tries again by itself."],
  broken: ["This table cannot be shown now.", "The service met something that it did not expect. The page tries again by itself."],
};

export const Away = () => {
  const [head, more] = TOLD[line.value] ?? TOLD.opening;
  return html`<div class="away">
    <h2 tabindex="-1">${head}</h2>
    ${more && html`<p>${more}${line.value === "busy" ? ` Again in ${retryIn.value} s.` : ""}</p>`}
    ${isGone.value && html`<p class="buttons"><a class="option" href="/j">Use another link</a>
      <a class="option" href="/"><${Icon} name="house" /> Home</a></p>`}
  </div>`;
};
