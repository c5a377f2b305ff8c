// Edition: the page on which a group makes its own box. It is drawn from the sheet of the game alone.
import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { html, Icon } from "../shared/html.js";
import { edition, mayEdit, openEdition, sheet } from "./state/draft.js";
import { open, openSection, readAddress } from "./state/open.js";
import { follow } from "./state/following.js";
import { takeUp, undo } from "./state/outbox.js";
import { fetchMapsSoon } from "./mapped.js";
import { belowRows } from "./fields.js";
import { Overview } from "./overview.js";
import { readPhotographs } from "./photographs.js";
import { RowForm } from "./row.js";
import { Line, Said } from "./saying.js";
import { Section } from "./section.js";
import { Table } from "./spreadsheet.js";

const root = window.document.getElementById("edition");
belowRows.Part = Table;

const Head = ({ section }) => {
  const up = (event) => {
    event.preventDefault();
    openSection("");
  };
  return html`<header class="edition-head">${section ? html`<a href=${`/editions/${root.dataset.edition}`} onClick=${up}><${Icon} name="chevron-left" /> ${edition.value.name}</a>` : html`<a href="/editions"><${Icon} name="chevron-left" /> Editions</a>`}
    <${Line} />${mayEdit.value && html`<button type="button" class="quiet-button" onClick=${undo}><${Icon} name="undo-2" /> Undo</button>`}</header>`;
};

/** Pages beside those of sections, in a file that comes when one is opened: its name there, and its title. */
const APART = { compare: ["Compare", "What changed"], learnt: ["Learnt", "Learnt at tables"] };
const Apart = ({ name }) => {
  const [got, take] = useState(null);
  useEffect(() => void import("./comparing.js").then(take, () => take({})), []);
  const Page = got?.[name];
  return Page ? html`<${Page} />` : html`<p>${got ? "This page could not be loaded. Reload it." : "Loading…"}</p>`;
};

const App = () => {
  const [apart, title] = APART[open.value.section] ?? [];
  const section = sheet.value.sections.find(({ key }) => key === open.value.section) ?? (apart && { key: open.value.section, title });
  useEffect(() => {
    window.document.title = `${section ? `${section.title} · ` : ""}${edition.value.name} – Tablelog`;
    if (!open.value.row && !open.value.focus) root.querySelector("h1")?.focus({ preventScroll: true });
  }, [section?.key]);
  return html`<${Head} section=${section} /><main>${!mayEdit.value && html`<p class="note-box">You can look at this edition. Ask its keeper for the editor’s link to change it.</p>`}
    ${section && !section.field ? html`<${Apart} key=${apart} name=${apart} />` : section ? html`<${Section} section=${section} />` : html`<${Overview} />`}</main><${RowForm} />${!open.value.row && html`<${Said} />`}`;
};

const WRONG = {
  "no-link": "This device has no link to this edition. Ask the person who keeps it for one, and open it here.",
  "bad-link": "The link that this device has no longer opens this edition. Ask the person who keeps it for a new one.",
  "no-answer": "The service does not answer. Your changes stay on this device.",
};
const start = async () => {
  readAddress();
  const wrong = await openEdition(root.dataset.edition);
  root.replaceChildren();
  if (wrong) {
    render(html`<main><h1>Edition</h1><p class="note-box">${WRONG[wrong]}</p><p class="buttons"><button type="button" class="option" onClick=${() => location.reload()}>Try again</button> <a class="option" href="/editions">Editions on this device</a></p></main>`, root);
    return;
  }
  readPhotographs();
  takeUp();
  follow();
  render(html`<${App} />`, root);
  fetchMapsSoon();
};

addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (key.toLowerCase() !== "z" || !(event.ctrlKey || event.metaKey) || event.shiftKey || target.matches("input:not([type=radio], [type=checkbox]), textarea") || !mayEdit.value) return;
  event.preventDefault();
  undo();
});
start();
