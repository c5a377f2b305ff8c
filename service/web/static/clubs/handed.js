// Handed: a link or a key to hand on: its code, a field to copy it from, and replacing it.
import { useState } from "preact/hooks";
import { Code } from "../shared/code.js";
import { html, Icon } from "../shared/html.js";

/** `link`: what is handed on; `hidden`: without its code; `onReplace`: makes another one; false: this device may not. */
export const Handed = ({ title, link, hidden, onReplace }) => {
  const [said, say] = useState("");
  const [sure, ask] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(link);
    say("Copied.");
  };
  const replace = async () => {
    await onReplace();
    ask(false);
  };
  return html`${!hidden && html`<${Code} text=${link} />`}
    <label class="field">${hidden && !link.includes("#") ? "Key" : "Link"} for ${title}<input readonly value=${link} onFocus=${(event) => event.target.select()} /></label>
    <div class="buttons">
      ${navigator.clipboard && html`<button type="button" class="option" onClick=${copy}><${Icon} name="copy" /> Copy</button>`}
      ${navigator.share && html`<button type="button" class="option" onClick=${() => navigator.share({ url: link }).catch(() => {})}><${Icon} name="share-2" /> Share</button>`}
      ${onReplace && (sure
        ? html`<button type="button" class="option warn" onClick=${replace}>Replace; the old one stops working</button>`
        : html`<button type="button" class="option" onClick=${() => ask(true)}><${Icon} name="refresh-cw" /> Replace</button>`)}
    </div>
    <p role="status">${said}</p>`;
};
