// Applications: keys with a name and rights, made, shown again, replaced and revoked. For the keeper.
import { useState } from "preact/hooks";
import { html, Icon } from "../shared/html.js";
import { Handed } from "./handed.js";
import { faultOf, once } from "./state.js";

const OF_APPLICATIONS = /^key-/;
const RIGHTS = {
  read: ["See", "the club and its sessions, as a spectator does"],
  open: ["Open", "tables in the club"],
  record: ["Record", "for all seats in every session, seeing what everybody sees"],
  organise: ["Organise", "take sessions into the club and out of it"],
  export: ["Export", "everything that the club has"],
};

const Key = ({ one, request, onKeys }) => {
  const [token, set] = useState("");
  const [fault, say] = useState("");
  const [sure, ask] = useState(false);
  const get = async (replace) => {
    const answer = await request("/links", { method: "POST", body: { holder: one.holder, replace }, headers: once() });
    if (answer.status !== 201) return say(faultOf(answer));
    say("");
    set(answer.body.tokens[one.holder]);
    if (replace && one.revoked) onKeys((await request("/keys")).body?.items);
  };
  const revoke = async () => {
    const answer = await request(`/keys/${one.holder}`, { method: "DELETE" });
    if (answer.status !== 200) return say(faultOf(answer));
    set("");
    ask(false);
    onKeys(answer.body.items);
  };
  return html`<li class="pane"><h3>${one.name}</h3>
    <p class="quiet">${one.rights.map((right) => RIGHTS[right]?.[0].toLowerCase() ?? right).join(", ")}${one.revoked ? " · revoked" : ""}</p>
    ${token && html`<${Handed} title=${one.name} link=${token} hidden=${true} onReplace=${() => get(true)} />`}
    <p class="buttons">
      ${!token && !one.revoked && html`<button type="button" class="option" aria-label=${`Show the key of ${one.name}`} onClick=${() => get(false)}><${Icon} name="eye" /> Show</button>`}
      ${one.revoked && html`<button type="button" class="option" aria-label=${`Make a new key for ${one.name}`} onClick=${() => get(true)}><${Icon} name="refresh-cw" /> New key</button>`}
      ${!one.revoked && (sure
        ? html`<button type="button" class="option warn" onClick=${revoke}>Revoke; it stops working at once</button>`
        : html`<button type="button" class="option" aria-label=${`Revoke the key of ${one.name}`} onClick=${() => ask(true)}><${Icon} name="x" /> Revoke</button>`)}
    </p>
    <p role="alert" class=${fault ? "note-box" : ""}>${fault}</p></li>`;
};

const Making = ({ request, onMade }) => {
  const [name, write] = useState("");
  const [rights, choose] = useState(["read"]);
  const [fault, say] = useState("");
  const [headers, renew] = useState(once);
  const turn = (right) => choose(rights.includes(right) ? rights.filter((one) => one !== right) : [...rights, right]);
  const make = async (event) => {
    event.preventDefault();
    const answer = await request("/keys", { method: "POST", body: { name: name.trim(), rights }, headers });
    if (answer.status !== 201) return say(faultOf(answer));
    write("");
    say("");
    renew(once());
    onMade(answer.body);
  };
  return html`<form onSubmit=${make}><label class="field">Name of the application <input value=${name} maxlength="80" autocomplete="off" placeholder="such as: results board" required onInput=${({ target }) => write(target.value)} /></label>
    <fieldset><legend>What may it do?</legend><div class="choices">${Object.entries(RIGHTS).map(([right, [label, hint]]) => html`<label key=${right}>
      <input type="checkbox" checked=${rights.includes(right)} onChange=${() => turn(right)} /><span><b>${label}</b> <small>${hint}</small></span></label>`)}</div></fieldset>
    <p role="alert" class=${fault ? "note-box" : ""}>${fault}</p>
    <p class="buttons"><button class="option" disabled=${!name.trim() || !rights.length}><${Icon} name="plus" /> Make a key</button></p></form>`;
};

/** `request` asks below the club's address; `first`: the keys as they were when the page began. */
export const Applications = ({ request, first }) => {
  const [keys, set] = useState(first);
  const [made, show] = useState(null);
  const shown = keys.filter(({ holder }) => OF_APPLICATIONS.test(holder));
  const take = async (one) => {
    show(one);
    set((await request("/keys")).body?.items ?? [...keys, one.key]);
  };
  return html`<p class="quiet">For programs that read results, record or export. Each gets only the rights that it needs.</p>
    ${made && html`<div class="note-box" role="status"><p>The key of ${made.key.name}. Copy it now; you can also show it again below.</p><${Handed} title=${made.key.name} link=${made.token} hidden=${true} /></div>`}
    ${shown.length > 0 && html`<ul class="panes links">${shown.map((one) => html`<${Key} key=${one.holder} one=${one} request=${request} onKeys=${(items) => items && set(items)} />`)}</ul>`}
    <details><summary>Make a key for an application</summary><${Making} request=${request} onMade=${take} /></details>`;
};
