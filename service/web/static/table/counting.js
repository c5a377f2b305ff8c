// Whether the session counts, and opening it again, for the owner: entries that everybody sees.
import { useState } from "preact/hooks";
import { ask, newId } from "../shared/api.js";
import { html } from "../shared/html.js";
import { NO_ANSWER } from "../shared/whose.js";
import { Frame } from "./frame.js";
import { ownersToken } from "./state/owner.js";
import { table } from "./state/table.js";

/** What the menu calls it. */
export const countingLabel = () => {
  const counts = table.value.void ? "Count again" : "Leave out of statistics";
  return table.value.closed ? `Reopen, or ${counts[0].toLowerCase()}${counts.slice(1)}` : counts;
};

/** Ask the service, and show the table as it is then; answers what went wrong. A closed table has no stream, so the page starts anew. */
const put = async (path, reason) => {
  const headers = { "If-Match": "*" };
  const { status, body } = await ask(`/v1/sessions/${table.value.id}/${path}`, { method: "POST", token: ownersToken(), headers, body: { reason, action_id: newId() } });
  if (status !== 201) return body?.detail ?? NO_ANSWER;
  location.reload();
  return "";
};

export const Counting = () => {
  const [reason, write] = useState("");
  const [fault, say] = useState("");
  const without = table.value.void;
  const button = (path, label, kind) => html`<button type="button" class=${kind} disabled=${!reason.trim()} onClick=${async () => say(await put(path, reason.trim()))}>${label}</button>`;
  return html`<${Frame} title=${countingLabel()}>
    ${without && html`<p>This session does not count: ${without.reason}</p>`}
    ${table.value.closed && html`<p>Open it again to correct it or to play on, and close it afterwards.</p>`}
    <p class="quiet">The log tells everybody, with the reason.</p>
    <label class="field">Reason <input value=${reason} maxlength="2000" onInput=${(event) => write(event.target.value)} /></label>
    <p role="alert">${fault}</p>
    <div class="buttons">
      ${table.value.closed && button("reopen", "Reopen", "primary")}
      ${without ? button("counts", "Count it again", "primary") : button("void", "Leave it out", "primary warn")}
    </div>
  </${Frame}>`;
};
