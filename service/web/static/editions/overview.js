// Overview: how far the edition is, what is wrong in it, its sections, versions and links.
import { html, Icon } from "../shared/html.js";
import { goNext, nextOpen } from "./confirming.js";
import { document, edition, faults, mayEdit, parts, sheet, told, unconfirmed } from "./state/draft.js";
import { openSection } from "./state/open.js";
import { isIn } from "./state/places.js";
import { countText } from "./section.js";
import { Handing } from "./handing.js";
import { Versions } from "./versions.js";
import { Places } from "./places.js";

const SectionCard = ({ section }) => {
  const { key, title, field } = section;
  const rows = document.value[key];
  const own = parts.value.filter((part) => part.section === key);
  const done = own.filter(({ at }) => !unconfirmed.value.has(at)).length;
  const wrong = faults.value.filter((one) => isIn(one.at, key)).length;
  const go = (event) => {
    event.preventDefault();
    openSection(key);
  };
  return html`<li><a class="row-card" href=${`${location.pathname}/${key}`} onClick=${go}>
    <span class=${done === own.length ? "mark" : "mark open"}>${done === own.length ? html`<${Icon} name="check" />` : ""}</span>
    <span class="what"><b>${title}</b>${Array.isArray(rows) && field.is === "table" && html` <em>${countText(field, rows)}</em>`}
    <small>${!own.length ? "as usual" : done === own.length ? "as in your box" : own.length > 1 ? `${done} of ${own.length} as in your box` : "not confirmed"}</small></span>
    ${wrong > 0 && html`<span class="flags"><${Icon} name="triangle-alert" /> ${wrong}<span class="ears"> to put right</span></span>`}</a></li>`;
};

const Learnt = () => {
  const { learnt } = edition.value;
  if (!learnt) return null;
  const go = (event) => {
    event.preventDefault();
    openSection("learnt");
  };
  const text = learnt === 1 ? "One part learnt at a table" : `${learnt} parts learnt at tables`;
  return html`<p class="note-box plain"><a href=${`${location.pathname}/learnt`} onClick=${go}>${text}</a></p>`;
};

export const Overview = () => {
  const total = parts.value.length;
  const done = total - unconfirmed.value.size;
  return html`<h1 tabindex="-1">${edition.value.name}</h1>
    <p class="quiet">${sheet.value.title}</p>
    <div class="progress"><progress max=${total} value=${done} aria-label="Parts as in your box"></progress><p>${done} of ${total} parts as in your box</p></div>
    ${mayEdit.value && nextOpen() && html`<p class="buttons"><button type="button" class="primary" onClick=${() => goNext("", {})}>Next unconfirmed part</button></p>`}
    <${Places} found=${faults.value} title=${(count) => (count === 1 ? "One thing to put right" : `${count} things to put right`)} open />
    <${Places} found=${told.value.warnings} title=${(count) => (count === 1 ? "One thing differs from the rulebook" : `${count} things differ from the rulebook`)} />
    <${Learnt} />
    <h2>Parts of the box</h2>
    <ul class="cards sections">${sheet.value.sections.map((section) => html`<${SectionCard} key=${section.key} section=${section} />`)}</ul>
    <${Versions} />
    <${Handing} />`;
};
