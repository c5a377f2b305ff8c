// Clubs: those whose keys this device holds; making one in one step.
import { render } from "preact";
import { useState } from "preact/hooks";
import { ask, newId } from "../shared/api.js";
import { bestHolder, clubKey, forgetClub, heldClubs, keepClub } from "../shared/clubs.js";
import { html, Icon } from "../shared/html.js";
import { fixedZone, opener, zone } from "../shared/opener.js";
import { own } from "../shared/own.js";

const root = document.getElementById("clubs");
const HOLDERS = { keeper: "you keep it", organiser: "you organise it", member: "you are a member" };
const toldOf = (id) => own(HOLDERS, bestHolder(id)) ?? (bestHolder(id) ? "you hold a key" : "the link no longer works");

const Club = ({ one, onGone }) => {
  const [sure, ask2] = useState(false);
  const forget = () => {
    forgetClub(one.id);
    onGone();
  };
  return html`<li class="pane"><h2><a href=${`/c/${one.id}`}>${one.name ?? "A club"}</a></h2>
    <p class="quiet">${toldOf(one.id)}</p>
    ${sure
      ? html`<p class="buttons"><button type="button" class="option warn" onClick=${forget}>Remove; without a link you cannot come back</button></p>`
      : html`<button type="button" class="quiet-button" onClick=${() => (clubKey(one.id) ? ask2(true) : forget())}>Remove from this device</button>`}</li>`;
};

const make = async (name, action_id) => {
  const post = (timezone) => ask("/v1/clubs", { method: "POST", token: opener(), body: { name, timezone, action_id } });
  const answer = await post(zone());
  return answer.body?.errors?.some(({ pointer }) => pointer === "/timezone") ? post(fixedZone()) : answer;
};

const Making = () => {
  const [name, write] = useState("");
  const [fault, say] = useState("");
  const [busy, setBusy] = useState(false);
  const [id] = useState(newId);
  const send = async (event) => {
    event.preventDefault();
    setBusy(true);
    const { status, body } = await make(name.trim(), id);
    setBusy(false);
    if (status !== 201) return say(body?.errors?.map(({ detail }) => detail).join(" ") || body?.detail || "No answer from the service. Try again.");
    keepClub(body.club, body.tokens, { name: name.trim() });
    location.assign(`/c/${body.club}`);
  };
  return html`<form onSubmit=${send}><label class="field">Name of the club <input value=${name} maxlength="80" autocomplete="off" placeholder="such as: Thursday table" required onInput=${({ target }) => write(target.value)} /></label>
    <p role="alert" class=${fault ? "note-box" : ""}>${fault}</p>
    <p class="buttons"><button class="primary" disabled=${busy || !name.trim()}><${Icon} name="plus" /> Make the club</button></p></form>`;
};

const Clubs = () => {
  const [held, set] = useState(heldClubs());
  return html`${held.length > 0 && html`<ul class="panes">${held.map((one) => html`<${Club} key=${one.id} one=${one} onGone=${() => set(heldClubs())} />`)}</ul>`}
    <details open=${!held.length}><summary><h2>Make a club</h2></summary><${Making} /></details>
    <p class="ways"><a class="option" href="/c">Join with a link</a></p>`;
};
root.replaceChildren();
render(html`<${Clubs} />`, root);
