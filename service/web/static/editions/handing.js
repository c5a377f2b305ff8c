// Handing: links to the edition, its file, its name, and taking it off this device.
import { useState } from "preact/hooks";
import { html, Icon } from "../shared/html.js";
import { save } from "../shared/saving.js";
import { edition, mine, readDraft, readEdition, request, said } from "./state/draft.js";
import { forgetEdition, heldEdition, HOLDERS, keepEdition } from "./state/held.js";

const TOLD = {
  keeper: ["Keeper", "Changes and publishes it, and hands out these links."],
  editor: ["Editor", "Changes it and confirms parts. For everybody who sits with the box."],
  reader: ["Reader", "Looks at it and opens tables with it."],
};

const Link = ({ holder }) => {
  const [open, show] = useState(false);
  const [sure, ask] = useState(false);
  const [title, text] = TOLD[holder];
  const token = heldEdition(mine.id).tokens[holder];
  const get = async (replace) => {
    const { status, body } = await request("/links", { method: "POST", body: { holder, replace } });
    if (status === 201) {
      keepEdition(mine.id, body.tokens);
      if (body.tokens[edition.value.holder]) mine.token = body.tokens[edition.value.holder];
    } else said.value = body?.detail ?? "No answer from the service. Try again.";
    ask(false);
    show(true);
  };
  const link = `${location.origin}/e#${token}`;
  const copy = async () => {
    await navigator.clipboard.writeText(link);
    said.value = `The ${title.toLowerCase()}’s link is copied.`;
  };
  const isKeeper = edition.value.holder === "keeper";
  if (!token && !isKeeper) return null;
  return html`<li class="pane"><h3><button type="button" class="quiet-button" aria-expanded=${open} onClick=${() => (token ? show(!open) : get(false))}><${Icon} name="link" /> ${title}</button></h3><p class="quiet">${text}</p>
    ${open && token && html`<label class="field">${title}’s link<input readonly value=${link} onFocus=${(event) => event.target.select()} /></label>
      <div class="buttons">${navigator.clipboard && html`<button type="button" class="option" onClick=${copy}><${Icon} name="copy" /> Copy</button>`}
      ${navigator.share && html`<button type="button" class="option" onClick=${() => navigator.share({ url: link }).catch(() => {})}><${Icon} name="share-2" /> Share</button>`}
      ${isKeeper && (sure ? html`<button type="button" class="option warn" onClick=${() => get(true)}>Replace; the old link stops working</button>` : html`<button type="button" class="option" onClick=${() => ask(true)}><${Icon} name="refresh-cw" /> Replace</button>`)}</div>`}</li>`;
};

const Name = () => {
  const [name, write] = useState(edition.value.name);
  const rename = async (event) => {
    event.preventDefault();
    const { status, body } = await request("", { method: "PATCH", body: { name: name.trim() } });
    said.value = status === 200 ? "The name is changed." : (body?.detail ?? "No answer from the service. Try again.");
    await Promise.all([readEdition(), readDraft()]);
  };
  return html`<form onSubmit=${rename} class="item"><label class="field">Name <input value=${name} maxlength="80" autocomplete="off" onInput=${({ target }) => write(target.value)} /></label>
    <button class="option" disabled=${!name.trim() || name.trim() === edition.value.name}>Rename</button></form>`;
};

/** Whether everybody finds the newest version when they open a table. */
const Listed = () => {
  const { listed, versions } = edition.value;
  const list = async ({ target }) => {
    const { status, body } = await request("", { method: "PATCH", body: { listed: target.checked } });
    if (status === 200) said.value = body.listed ? "Everybody finds it now." : "Only people with a link find it now.";
    else said.value = body?.detail ?? "No answer from the service. Try again.";
    await readEdition();
  };
  return html`<label class="tick"><input type="checkbox" checked=${listed} aria-describedby="listed-means" onChange=${list} /> Everybody finds it when they open a table</label>
    <p class="quiet" id="listed-means">They see its name and its newest version${versions.length ? "" : ", once you have published one"}. Texts of a box may belong to the publisher of the game.</p>`;
};

const download = async () => {
  const { status, body } = await request("/file");
  if (status === 200) save(new Blob([JSON.stringify(body, null, 1)], { type: "application/json" }), `${edition.value.name.replace(/[^\w-]+/g, "-")}.json`);
  else said.value = "The file could not be fetched. Try again.";
};

export const Handing = () => {
  const forget = () => {
    forgetEdition(mine.id);
    location.assign("/editions");
  };
  const [sure, ask] = useState(false);
  return html`<h2>Share</h2><ul class="panes links">${HOLDERS.toReversed().map((holder) => html`<${Link} key=${holder} holder=${holder} />`)}</ul>
    <h2>Name and file</h2>
    ${edition.value.holder === "keeper" && html`<${Name} /><${Listed} />`}
    <p class="buttons"><button type="button" class="option" onClick=${download}>Save as a file</button>
      ${sure ? html`<button type="button" class="option warn" onClick=${forget}>Remove it; without a link you cannot come back</button>` : html`<button type="button" class="quiet-button" onClick=${() => ask(true)}>Remove from this device</button>`}</p>`;
};
