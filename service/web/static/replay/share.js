// Sharing: a link to an entry or a passage, with a seat's eyes or everybody's; of a private session with a token that only looks.
import { useState } from "preact/hooks";
import { ask } from "../shared/api.js";
import { html, Icon } from "../shared/html.js";
import { keep, kept } from "../shared/tokens.js";
import { Sheet } from "./sheet.js";
import { as, at, head, last } from "./state/frames.js";
import { isOver } from "./state/moving.js";

const addressOf = (from, to, token) => {
  const passage = to > from ? `&from=${from}&to=${to}` : "";
  const eyes = as.value ? `&as=${as.value}` : "";
  return `${location.origin}/t/${head.value.id}/replay?at=${from}${passage}${eyes}${token ? `#${token}` : ""}`;
};

/** Whether a link without a token leads there, and if not, who can make one that does. */
const toldOf = ({ visibility }, isOwner) => {
  if (visibility !== "private") return "Anyone with the link can watch.";
  if (!isOwner) return "This table is private. The link only works for people who already have one. The owner can make a link for others.";
  if (!isOver()) return "This table is private and still in play. The link only works for people at the table. After the game you can make a link for others.";
  return "";
};

export const Share = () => {
  const { id, visibility } = head.value;
  const tokens = kept(id)?.tokens ?? {};
  const isOwner = Boolean(tokens.owner);
  const mayLend = visibility === "private" && isOwner && isOver();
  const [token, setToken] = useState(mayLend ? tokens.spectator : undefined);
  const [to, setTo] = useState(at.value);
  const [said, say] = useState("");
  const renew = async (then) => {
    const body = { holders: ["spectator"] };
    const { status, body: made } = await ask(`/v1/sessions/${id}/tokens`, { method: "POST", token: tokens.owner, body });
    if (status !== 201) return say(made?.detail ?? "No answer from the service. Try again.");
    keep(id, made.tokens);
    setToken(made.tokens.spectator);
    say(then);
  };
  const link = addressOf(at.value, to, token);
  const lacks = mayLend && !token;
  const copy = () => navigator.clipboard.writeText(link).then(() => say("Copied."));
  return html`<${Sheet} title="Share">
    <p>${mayLend ? "This table is private. Anyone with this link can see all of it but change nothing. You can revoke it." : toldOf(head.value, isOwner)}</p>
    ${!lacks && html`<label class="field">Link<input readonly value=${link} onFocus=${(event) => event.target.select()} /></label>`}
    <label class="field">Play from № ${at.value} to<input type="number" min=${at.value} max=${last.value} value=${to} onInput=${(event) => setTo(Number(event.target.value))} /></label>
    <div class="buttons">
      ${lacks && html`<button type="button" class="primary" onClick=${() => renew("Earlier links for watchers no longer work.")}>Make a link</button>`}
      ${!lacks && navigator.clipboard && html`<button type="button" class="primary" onClick=${copy}><${Icon} name="copy" /> Copy</button>`}
      ${!lacks && navigator.share && html`<button type="button" class="option" onClick=${() => navigator.share({ url: link }).catch(() => {})}><${Icon} name="share-2" /> Share</button>`}
      ${mayLend && token && html`<button type="button" class="option" onClick=${() => renew("The link you shared no longer works.")}><${Icon} name="refresh-cw" /> Revoke link</button>`}
    </div>
    <p role="status">${said}</p>
  </${Sheet}>`;
};
