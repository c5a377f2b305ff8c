// The menu: what everybody may do beside the game, then what who opened the table may do.
import { useState } from "preact/hooks";
import { Switches } from "./alerts.js";
import { html, Icon } from "../shared/html.js";
import { kept } from "../shared/tokens.js";
import { played, seeAll } from "../shared/whose.js";
import { mayStayAwake } from "./awake.js";
import { countingLabel } from "./counting.js";
import { Frame } from "./frame.js";
import { openSheet } from "./state/sheets.js";
import { openThing } from "./state/picturing.js";
import { mayMend, ownersToken } from "./state/owner.js";
import { board, finished, mayRecord, preview, table, you } from "./state/table.js";
import { puttingTogether, putTogether } from "./state/together.js";

const Open = ({ name, icon, children }) => html`<button type="button" class="option" data-key onClick=${() => openSheet(name)}><${Icon} name=${icon} /> ${children}</button>`;

/** What a phone has in its menu: of everybody's first, then what the owner may do. */
export const Menu = () => {
  const open = mayMend.value && !table.value.closed;
  return html`<${Frame} title="More">
  <div class="grid">
    ${mayRecord.value && html`<${Open} name="note" icon="message-square">Write a note</${Open}>`}
    ${mayRecord.value && !finished.value && html`<${Open} name="else" icon="pencil">Something else…</${Open}>`}
    ${mayRecord.value && html`<${Open} name="people" icon="users">Who sits where</${Open}>`}
    ${kept(table.value.id) && html`<a class="option" href=${`/t/${table.value.id}/who`}><${Icon} name="hand" /> Who is this phone?</a>`}
    ${mayRecord.value && html`<button type="button" class="option" data-key aria-pressed=${puttingTogether.value} onClick=${() => putTogether(!puttingTogether.value)}><${Icon} name="list" /> Put turns together</button>`}
    <button type="button" class="option" data-key onClick=${() => openThing()}><${Icon} name="layers" /> My pictures</button>
    <${Open} name="keys" icon="circle-question-mark">Keys</${Open}>
    ${ownersToken() && html`<a class="option" href=${`/t/${table.value.id}/links`}><${Icon} name="qr-code" /> Links and QR codes</a>`}
    ${ownersToken() && !table.value.closed && html`<${Open} name="settings" icon="list">Table settings</${Open}>`}
    ${ownersToken() && html`<${Open} name="when" icon="clock">When it was played</${Open}>`}
    ${ownersToken() && html`<${Open} name="counting" icon="pencil">${countingLabel()}</${Open}>`}
    ${open && !preview.value?.count && html`<${Open} name="right" icon="pencil">Put right…</${Open}>`}
    ${open && html`<${Open} name="close" icon="x">Close the session</${Open}>`}
    ${ownersToken() && !you.value.sees_all && html`<${Open} name="all" icon="eye">See everything…</${Open}>`}
    <a class="option" href=${`/rules/${table.value.game}`}><${Icon} name="scale" /> Rulebook</a>
    <a class="option" href="/"><${Icon} name="house" /> Home</a>
  </div>
  <${Switches} mayStayAwake=${mayStayAwake} />
  ${table.value.invented.length > 0 && html`<details><summary>About this box: it is made up, not the published one</summary>
    <ul>${table.value.invented.map((part) => html`<li key=${part}>${part}</li>`)}</ul></details>`}
</${Frame}>`;
};

/** Looking at everything: asked first, and told to the table, for somebody plays with this phone. */
export const All = () => {
  const [fault, say] = useState("");
  const { id } = table.value;
  const [seat = ""] = played(id);
  const label = board.value.seats.find((one) => one.seat === seat)?.label ?? "The owner";
  const look = async () => {
    const wrong = await seeAll(id, label);
    if (wrong) say(wrong);
    else location.reload();
  };
  return html`<${Frame} title="See everything?">
    <p>You would see every hand and everything else that is hidden. A note in the log tells the table.</p>
    <p role="alert">${fault}</p>
    <div class="buttons"><button type="button" class="primary warn" onClick=${look}>See everything</button></div>
  </${Frame}>`;
};
