// Links: the way to the table, one link for everybody, and one a holder; one code is shown at a time. For the owner.
import { render } from "preact";
import { useState } from "preact/hooks";
import { ask } from "../shared/api.js";
import { Code } from "../shared/code.js";
import { html, Icon } from "../shared/html.js";
import { zoneTold } from "../shared/opener.js";
import { own } from "../shared/own.js";
import { keep, kept, tokenOf } from "../shared/tokens.js";

const root = document.getElementById("links");
const { session } = root.dataset;
const ZONE = zoneTold(session);
/** Hosts that each device takes for itself. */
const THIS_DEVICE = ["localhost", "127.0.0.1", "[::1]"];

const TOLD = {
  guest: ["Everyone", "One link for the whole table. Each person picks a free seat, or watches."],
  scribe: ["Scribe", "Records for every seat and sees everything."],
  spectator: ["Watchers", "Watch and see what everyone may see. Any number of people can use it."],
  owner: ["Owner", "Can do everything, including replacing these links. Keep it private."],
  recorder: ["One phone for all", "Records for every seat and sees what everyone may see."],
};
const toldOf = (holder, called) => {
  if (TOLD[holder]) return TOLD[holder];
  const [role, seat] = holder.split(":");
  if (role === "recorder") return [`Recorder, ${called(seat)}`, "Records for every seat and sees what this seat sees."];
  return [called(seat), "Records this seat’s moves and sees what this seat sees."];
};
const address = (token) => `${location.origin}/j#${token}`;

const Shown = ({ holder, token, title, text, onReplace }) => {
  const [said, say] = useState("");
  const [sure, setSure] = useState(false);
  const link = address(token);
  const copy = async () => {
    await navigator.clipboard.writeText(link);
    say("Copied.");
  };
  return html`<p class="quiet">${text}</p>
    ${holder !== "owner" && html`<${Code} text=${link} />`}
    <label class="field">Link for ${title}<input readonly value=${link} onFocus=${(event) => event.target.select()} /></label>
    <div class="buttons">
      ${navigator.clipboard && html`<button type="button" class="option" onClick=${copy}><${Icon} name="copy" /> Copy</button>`}
      ${navigator.share && html`<button type="button" class="option" onClick=${() => navigator.share({ url: link }).catch(() => {})}><${Icon} name="share-2" /> Share</button>`}
      ${sure
        ? html`<button type="button" class="option warn" onClick=${() => onReplace(holder).then(() => setSure(false))}>Replace; the old link stops working</button>`
        : html`<button type="button" class="option" onClick=${() => setSure(true)}><${Icon} name="refresh-cw" /> Replace</button>`}
    </div>
    <p role="status">${said}</p>`;
};

/** A name to tap, and below it the link of the one that was tapped last. */
const Link = ({ holder, small, open, onOpen, ...told }) => html`<li class="pane">
  <h3><button type="button" class="quiet-button" aria-expanded=${open} onClick=${onOpen}><${Icon} name="qr-code" /> <b>${told.title}</b>${small && html` <small>${small}</small>`}</button></h3>
  ${open && html`<${Shown} holder=${holder} ...${told} />`}
</li>`;

const issue = async (holder) => {
  const { status, body } = await ask(`/v1/sessions/${session}/tokens`, { method: "POST", token: kept(session).tokens.owner, body: { holders: [holder] } });
  if (status === 201) keep(session, body.tokens);
};

const Links = ({ seats, labels }) => {
  const [tokens, setTokens] = useState(kept(session).tokens);
  const [open, setOpen] = useState(tokens.guest ? "guest" : "");
  const called = (seat) => own(labels, seat) ?? own(seats, seat)?.label ?? seat;
  const replace = async (holder) => {
    await issue(holder);
    setTokens(kept(session).tokens);
  };
  const link = (holder) => {
    const [title, text] = toldOf(holder, called);
    const [, seat] = holder.split(":");
    const small = own(labels, seat) && own(seats, seat)?.label;
    return html`<${Link} key=${holder} holder=${holder} token=${tokens[holder]} title=${title} text=${text} small=${small}
      open=${open === holder} onOpen=${() => setOpen(open === holder ? "" : holder)} onReplace=${replace} />`;
  };
  const each = (holders) => html`<ul class="panes links">${holders.filter((holder) => tokens[holder]).map(link)}</ul>`;
  const known = Object.keys(tokens);
  const of = (role) => known.filter((holder) => holder.startsWith(`${role}:`));
  return html`
    <p class="ways"><a class="primary" href=${`/t/${session}`}>To the table</a></p>
    ${ZONE && html`<p class="note-box" role="status">${ZONE}</p>`}
    ${THIS_DEVICE.includes(location.hostname) && html`<p class="note-box">Other phones cannot open this address (${location.hostname}). Start Tablelog with <code>tablelog up --lan</code> and open the address that it prints.</p>`}
    ${!navigator.clipboard && html`<p class="note-box">Over plain HTTP, the browser cannot copy or share for you. Tap a link below to select it and copy it by hand, or let the others scan the code. Phones cannot install Tablelog, and a reload without a network shows nothing.</p>`}
    <h2>Let the others scan</h2>
    ${each(["guest"])}
    <h2>Or one link for each person</h2>
    ${each([...of("seat"), "spectator"])}
    <details><summary>Other links</summary>
      ${each(["recorder", ...of("recorder"), "scribe", "owner"])}
      <p>If one player holds the only phone, that player can record for every seat and see what their own seat sees.</p>
      <p class="buttons">${Object.keys(seats).filter((seat) => !tokens[`recorder:${seat}`]).map((seat) => html`<button type="button"
        class="option" key=${seat} onClick=${() => replace(`recorder:${seat}`)}>Recorder’s link for ${called(seat)}</button>`)}</p>
    </details>`;
};

const begin = async () => {
  const { tokens } = kept(session) ?? { tokens: {} };
  root.replaceChildren();
  if (!tokens.owner) {
    render(html`<p class="note-box">Only the owner sees the links, on the device that opened the table.</p>`, root);
    return;
  }
  if (!tokens.guest) await issue("guest");
  // As who this device is: with the owner's token a player's phone would be sent every hand.
  const { status, body } = await ask(`/v1/sessions/${session}?with=words&without=view`, { token: tokenOf(session) });
  if (status === 200) render(html`<${Links} seats=${body.words.seats} labels=${body.labels} />`, root);
  else render(html`<p class="note-box">The links could not be loaded. Your link may no longer work.</p><p class="buttons"><button type="button" onClick=${() => location.reload()}>Try again</button></p>`, root);
};
begin();
