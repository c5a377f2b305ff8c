// Links and keys of a club: one code is shown at a time. The keeper's device offers all of them, any other one its own.
import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { HOLDERS, heldClub, keepClub } from "../shared/clubs.js";
import { html, Icon } from "../shared/html.js";
import { Applications } from "./applications.js";
import { Handed } from "./handed.js";
import { faultOf, once, speaker } from "./state.js";

const root = document.getElementById("keys");
const { club } = root.dataset;
const request = speaker(club);

const TOLD = {
  member: ["Members", "See all evenings of the club and open tables in it."],
  organiser: ["Organisers", "Take sessions into the club and out of it, and export everything. They also do what members do."],
  keeper: ["Keeper", "Changes the club and its keys. Keep it private."],
};

/** A holder's link. The keeper's device gets it from the service, where it does not have it. */
const Link = ({ holder, mayAll, open, onOpen }) => {
  const [token, set] = useState(heldClub(club).keys[holder]);
  const [fault, say] = useState("");
  const [title, text] = TOLD[holder];
  const get = async (replace) => {
    const answer = await request("/links", { method: "POST", body: { holder, replace }, headers: once() });
    if (answer.status !== 201) return say(faultOf(answer));
    say("");
    const made = answer.body.tokens[holder];
    if (heldClub(club).keys[holder]) keepClub(club, answer.body.tokens);
    set(made);
  };
  useEffect(() => void (open && !token && get(false)), [open]);
  return html`<li class="pane"><h3><button type="button" class="quiet-button" aria-expanded=${open} onClick=${onOpen}><${Icon} name="qr-code" /> <b>${title}</b></button></h3>
    <p class="quiet">${text}</p>
    ${open && token && html`<${Handed} title=${title} link=${`${location.origin}/c#${token}`} hidden=${holder === "keeper"} onReplace=${mayAll && (() => get(true))} />`}
    <p role="alert" class=${fault ? "note-box" : ""}>${fault}</p></li>`;
};

const Name = ({ given }) => {
  const [name, write] = useState(given);
  const [now, called] = useState(given);
  const [said, say] = useState("");
  const rename = async (event) => {
    event.preventDefault();
    const answer = await request("", { method: "PATCH", body: { name: name.trim() } });
    if (answer.status !== 200) return say(faultOf(answer));
    keepClub(club, {}, { name: answer.body.name });
    called(answer.body.name);
    say("The name is changed.");
  };
  return html`<form onSubmit=${rename}><label class="field">Name of the club <input value=${name} maxlength="80" autocomplete="off" onInput=${({ target }) => write(target.value)} /></label>
    <p class="buttons"><button class="option" disabled=${!name.trim() || name.trim() === now}>Rename</button></p><p role="status">${said}</p></form>`;
};

const Keys = ({ told, keys }) => {
  const mayAll = told.you.rights.includes("keep");
  const mine = HOLDERS.toReversed().filter((holder) => mayAll || heldClub(club).keys[holder]);
  const [open, show] = useState(mine[0] ?? "");
  return html`<p class="lead">${told.name}</p>
    ${mine.length > 0 ? html`<h2>Let the others scan</h2>
      <ul class="panes links">${mine.map((holder) => html`<${Link} key=${holder} holder=${holder} mayAll=${mayAll} open=${open === holder} onOpen=${() => show(open === holder ? "" : holder)} />`)}</ul>`
      : html`<p>This device has no link that you could hand on. Ask the person who keeps the club.</p>`}
    ${mayAll && html`<h2>Keys for applications</h2><${Applications} request=${request} first=${keys} /><h2>Name</h2><${Name} given=${told.name} />`}`;
};

const begin = async () => {
  const known = heldClub(club);
  const told = known ? await request("") : { status: 404 };
  const mayAll = told.status === 200 && told.body.you.rights.includes("keep");
  const keys = mayAll ? await request("/keys") : null;
  root.replaceChildren();
  if (told.status === 200 && (!keys || keys.status === 200)) return render(html`<${Keys} told=${told.body} keys=${keys?.body.items ?? []} />`, root);
  const away = [401, 404].includes(told.status);
  render(html`<p class="note-box">${away ? "This device has no link to the club, or it no longer works." : faultOf(told)}</p>
    <p class="ways">${away ? html`<a class="option" href="/c">Join with a link</a>` : html`<button type="button" class="option" onClick=${() => location.reload()}>Try again</button>`}</p>`, root);
};
begin();
