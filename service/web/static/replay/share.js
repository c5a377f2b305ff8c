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
const toldOf = ({ visibility, you }) => {
  if (visibility !== "private") return "Whoever has the link may look.";
  if (you.role !== "owner") return "This table is private: the link is for those who hold a link of it already. Its owner can make one for others.";
  if (!isOver()) return "This table is private and goes on: the link is for those at it. Once the game is over you can make one for others.";
  return "";
};

export const Share = () => {
  const { id, visibility, you } = head.value;
  const tokens = kept(id)?.tokens ?? {};
  const mayLend = visibility === "private" && you.role === "owner" && isOver();
  const [token, setToken] = useState(mayLend ? tokens.spectator : undefined);
  const [to, setTo] = useState(at.value);
  const [said, say] = useState("");
  const renew = async (then) => {
    const body = { holders: ["spectator"] };
    const { status, body: made } = await ask(`/v1/sessions/${id}/tokens`, { method: "POST", token: tokens.owner, body });
    if (status !== 201) return say(made?.detail ?? "Nobody answers. Try again.");
    keep(id, made.tokens);
    setToken(made.tokens.spectator);
    say(then);
  };
  const link = addressOf(at.value, to, token);
  const lacks = mayLend && !token;
  const copy = () => navigator.clipboard.writeText(link).then(() => say("Copied."));
  return html`<${Sheet} title="Share">
    <p>${mayLend ? "This table is private. Whoever has this link may look at all of it, and do nothing else; you can take it back." : toldOf(head.value)}</p>
    ${!lacks && html`<label class="field">Link<input readonly value=${link} onFocus=${(event) => event.target.select()} /></label>`}
    <label class="field">Plays from № ${at.value} to<input type="number" min=${at.value} max=${last.value} value=${to} onInput=${(event) => setTo(Number(event.target.value))} /></label>
    <div class="buttons">
      ${lacks && html`<button type="button" class="primary" onClick=${() => renew("A link that watchers had before leads nowhere now.")}>Make a link</button>`}
      ${!lacks && navigator.clipboard && html`<button type="button" class="primary" onClick=${copy}><${Icon} name="copy" /> Copy</button>`}
      ${!lacks && navigator.share && html`<button type="button" class="option" onClick=${() => navigator.share({ url: link }).catch(() => {})}><${Icon} name="share-2" /> Share</button>`}
      ${mayLend && token && html`<button type="button" class="option" onClick=${() => renew("The link that was shared before leads nowhere now.")}><${Icon} name="refresh-cw" /> Take it back</button>`}
    </div>
    <p role="status">${said}</p>
  </${Sheet}>`;
};
