// Links: one card a holder, with QR code, copy, share and replace, for the owner.
import { render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { generate } from "lean-qr";
import { ask } from "../shared/api.js";
import { html, Icon } from "../shared/html.js";
import { keep, kept } from "../shared/tokens.js";

const root = document.getElementById("links");
const { session } = root.dataset;

const TOLD = {
  scribe: ["Scribe", "Records for every seat and sees everything."],
  spectator: ["Watchers", "Watch and see what everyone may see. Any number of people can use it."],
  owner: ["Owner", "Can do everything, including replacing these links. Keep it private."],
};
const toldOf = (holder, seats) => {
  if (TOLD[holder]) return TOLD[holder];
  const [role, seat] = holder.split(":");
  if (role === "recorder") {
    return [`Recorder, ${seats[seat]?.label ?? seat}`, "Records for every seat and sees what this seat sees."];
  }
  return [seats[seat]?.label ?? seat, "Records this seat’s moves and sees what this seat sees."];
};
const address = (token) => `${location.origin}/j#${token}`;

const Code = ({ text }) => {
  const canvas = useRef();
  useEffect(() => generate(text).toCanvas(canvas.current), [text]);
  return html`<canvas class="qr" ref=${canvas} role="img" aria-label="QR code of this link"></canvas>`;
};

const Link = ({ holder, token, seats, onReplace }) => {
  const [said, say] = useState("");
  const [sure, setSure] = useState(false);
  const [title, text] = toldOf(holder, seats);
  const link = address(token);
  const copy = async () => {
    await navigator.clipboard.writeText(link);
    say("Copied.");
  };
  return html`<li class="pane">
    <h2>${title}</h2>
    <p class="quiet">${text}</p>
    ${holder !== "owner" && html`<${Code} text=${link} />`}
    <label class="field">Link for ${title}<input readonly value=${link} onFocus=${(event) => event.target.select()} /></label>
    <div class="buttons">
      ${navigator.clipboard && html`<button type="button" class="option" onClick=${copy}><${Icon} name="copy" /> Copy</button>`}
      ${navigator.share && html`<button type="button" class="option" onClick=${() => navigator.share({ url: link }).catch(() => {})}><${Icon} name="share-2" /> Share</button>`}
      ${sure
        ? html`<button type="button" class="primary warn" onClick=${() => onReplace(holder).then(() => setSure(false))}>Replace; the old link stops working</button>`
        : html`<button type="button" class="option" onClick=${() => setSure(true)}><${Icon} name="refresh-cw" /> Replace</button>`}
    </div>
    <p role="status">${said}</p>
  </li>`;
};

const Links = ({ seats }) => {
  const [tokens, setTokens] = useState(kept(session).tokens);
  const replace = async (holder) => {
    const { status, body } = await ask(`/v1/sessions/${session}/tokens`, {
      method: "POST",
      token: kept(session).tokens.owner,
      body: { holders: [holder] },
    });
    if (status !== 201) return;
    keep(session, body.tokens);
    setTokens(kept(session).tokens);
  };
  const known = Object.keys(tokens);
  const own = ["recorder", "seat"].flatMap((role) => known.filter((holder) => holder.startsWith(`${role}:`)));
  const order = ["scribe", ...own, "spectator", "owner"];
  const plain = !navigator.clipboard;
  return html`
    <p class="lead">Each link is for one person. Let them scan the code, or send them the link.</p>
    ${plain && html`<p class="note-box">Over plain HTTP, the browser cannot copy or share for you. Tap a link below to select it and copy it by hand, or let the others scan the code.</p>`}
    <ul class="panes">${order.filter((holder) => tokens[holder]).map((holder) => html`<${Link} key=${holder} holder=${holder} token=${tokens[holder]} seats=${seats} onReplace=${replace} />`)}</ul>
    <h2>One phone for everyone</h2>
    <p>If one player holds the only phone, that player records for every seat and sees what their own seat sees.</p>
    <p class="buttons">${Object.entries(seats).filter(([seat]) => !tokens[`recorder:${seat}`]).map(([seat, { label }]) => html`<button type="button"
      class="option" key=${seat} onClick=${() => replace(`recorder:${seat}`)}>Recorder’s link for ${label}</button>`)}</p>`;
};

const begin = async () => {
  const owner = kept(session)?.tokens.owner;
  root.replaceChildren();
  if (!owner) {
    render(html`<p class="note-box">Only the owner sees the links, on the device that opened the table.</p>`, root);
    return;
  }
  const { status, body } = await ask(`/v1/sessions/${session}?with=words`, { token: owner });
  if (status === 200) render(html`<${Links} seats=${body.words.seats} />`, root);
  else render(html`<p class="note-box">The links could not be loaded. Your link may no longer work.</p><p class="buttons"><button type="button" onClick=${() => location.reload()}>Try again</button></p>`, root);
};
begin();
