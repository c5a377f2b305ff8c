// Managing a person: names, the person's link, seats, merging, erasing; each for who may.
import { useState } from "preact/hooks";
import { ask } from "../shared/api.js";
import { clubKey, forgetKey, heldClub } from "../shared/clubs.js";
import { html, Icon } from "../shared/html.js";
import { Handed } from "./handed.js";
import { faultOf, once } from "./state.js";

/** Begins the holder of a person's own key. */
const OWN = "person:";

/** One name a line. */
const linesOf = (text) => text.split("\n").map((line) => line.trim()).filter(Boolean);

const Names = ({ about, act }) => {
  const [name, write] = useState(about.name);
  const [others, writeOthers] = useState(about.aliases.join("\n"));
  const save = (event) => {
    event.preventDefault();
    act("", { method: "PATCH", body: { name: name.trim(), aliases: linesOf(others) } }, "The names are changed.");
  };
  return html`<details><summary>Names</summary><form onSubmit=${save}>
    <label class="field">Name <input value=${name} maxlength="80" autocomplete="off" required onInput=${({ target }) => write(target.value)} /></label>
    <label class="field">Other names, one a line <textarea rows="3" value=${others} aria-describedby="other-names" onInput=${({ target }) => writeOthers(target.value)}></textarea></label>
    <p class="quiet" id="other-names">Tables at which one of these names was typed count as this person too.</p>
    <p class="buttons"><button class="option" disabled=${!name.trim()}>Change the names</button></p></form></details>`;
};

const OwnLink = ({ about, get }) => {
  const [key, set] = useState("");
  const make = async (replace) => {
    const made = await get("/links", { method: "POST", body: { replace }, headers: once() });
    if (made) set(Object.values(made.tokens)[0]);
  };
  return html`<details onToggle=${({ target }) => target.open && !key && make(false)}><summary>Link for ${about.name}</summary>
    <p class="quiet">Opens the club as ${about.name}, who can change these names, say at which seats they sat, and erase themselves.</p>
    ${key && html`<${Handed} title=${about.name} link=${`${location.origin}/p#${key}`} onReplace=${() => make(true)} />`}</details>`;
};

const Seats = ({ about, act }) => html`<details><summary>${about.own ? "That was me" : `${about.name} sat at another seat`}</summary>
  <p class="quiet">Seats of the newest tables at which nobody of the club sat.</p>
  <ul class="people">${about.free.map(({ session, seat, title, day, called }) => html`<li key=${session + seat}><span>${day} · ${title}</span>
    <button type="button" class="option" onClick=${() => act(`/seats/${session}`, { method: "PUT", body: { seat } }, `${about.name} has the seat ${called} now.`)}>${called}</button></li>`)}</ul></details>`;

const Merging = ({ about, act }) => {
  const [other, choose] = useState("");
  const merge = (event) => {
    event.preventDefault();
    act("/merge", { method: "POST", body: { other } }, "Both count as one person now.");
  };
  return html`<details><summary>Same person as…</summary>
    ${about.people.length > 0 && html`<form onSubmit=${merge}><label class="field">Also listed as <select value=${other} onChange=${({ target }) => choose(target.value)}>
      <option value="">choose</option>${about.people.map(({ person, name }) => html`<option key=${person} value=${person}>${name}</option>`)}</select></label>
      <p class="quiet">Evenings of both count as ${about.name}’s. No session changes, and you can split them again.</p>
      <p class="buttons"><button class="option" disabled=${!other}>Merge</button></p></form>`}
    ${about.merged.map(({ person, name }) => html`<p key=${person} class="buttons"><button type="button" class="option" onClick=${() => act("/split", { method: "POST", body: { other: person } }, `${name} is a person of their own again.`)}><${Icon} name="undo-2" /> Split off ${name}</button></p>`)}
  </details>`;
};

const Erasing = ({ about, onErase }) => {
  const [sure, turn] = useState(false);
  return html`<details><summary>${about.own ? "Erase me" : `Erase ${about.name}`}</summary>
    <p>The name, the other names and the link vanish from the club and from every table of it. The games stay, with nobody at these seats. You cannot undo this.</p>
    <label class="tick"><input type="checkbox" checked=${sure} onChange=${({ target }) => turn(target.checked)} /> I understand that this cannot be undone</label>
    <p class="buttons"><button type="button" class="option warn" disabled=${!sure} onClick=${onErase}>Erase ${about.name}</button></p></details>`;
};

export const Manage = ({ club, about, said, onChange }) => {
  const [fault, say] = useState("");
  const own = about.own && Object.keys(heldClub(club).keys).find((holder) => holder.startsWith(OWN));
  const request = (path, options) => ask(`/v1/clubs/${club}/people/${about.person}${path}`, { token: own && !about.organises ? heldClub(club).keys[own] : clubKey(club), ...options });
  const get = async (path, options) => {
    const answer = await request(path, options);
    say(answer.status < 300 && answer.status ? "" : faultOf(answer));
    return answer.status === 200 || answer.status === 201 ? answer.body : null;
  };
  const act = async (path, options, done) => (await get(path, options)) && onChange(done);
  const erase = async () => {
    const answer = await request("", { method: "DELETE", ...(own && { token: heldClub(club).keys[own] }) });
    if (!answer.status || answer.status >= 300) return say(faultOf(answer));
    if (own) forgetKey(club, own);
    location.assign(heldClub(club) ? `/c/${club}` : "/clubs");
  };
  return html`<h2 tabindex="-1">${about.own ? "You" : "Manage"}</h2>
    <p role="status">${said}</p><p role="alert" class=${fault ? "note-box" : ""}>${fault}</p>
    <${Names} about=${about} act=${act} />
    ${about.organises && html`<${OwnLink} about=${about} get=${get} />`}
    ${about.free.length > 0 && html`<${Seats} about=${about} act=${act} />`}
    ${about.organises && (about.people.length > 0 || about.merged.length > 0) && html`<${Merging} about=${about} act=${act} />`}
    ${about.erases && html`<${Erasing} about=${about} onErase=${erase} />`}`;
};
