// Versions: what is published of the edition, and publishing the next one.
import { useState } from "preact/hooks";
import { LONG } from "../shared/api.js";
import { html } from "../shared/html.js";
import { comparedAt, openCompared } from "./state/open.js";
import { edition, faults, mayEdit, readDraft, readEdition, request, said, unconfirmed, waiting } from "./state/draft.js";

const day = (text) => new Date(text).toLocaleDateString(undefined, { dateStyle: "medium" });

/** A way to what differs between two versions, or a version and the draft. */
const Compared = ({ a, b, children, ...more }) => {
  const go = (event) => {
    event.preventDefault();
    openCompared(a, b);
  };
  return html`<a href=${comparedAt(a, b)} onClick=${go} ...${more}>${children}</a>`;
};
const before = (versions, number) => versions.findLast((one) => one.number < number)?.number ?? "origin";

const Publish = () => {
  const [note, write] = useState("");
  const [done, publishAs] = useState(0);
  const [fault, say] = useState("");
  const [isOff, off] = useState(false);
  const publish = async (event) => {
    event.preventDefault();
    off(true);
    const { status, body } = await request("/versions", { method: "POST", body: { note: note.trim() }, longest: LONG });
    off(false);
    if (status === 201 || status === 200) {
      said.value = status === 201 ? `Version ${body.number} is published.` : `Version ${body.number} says all of this already. Its map and its pictures are up to date.`;
      write("");
      say("");
    } else say(body?.errors?.length ? "The service found something to put right first." : (body?.detail ?? "No answer from the service. Try again."));
    await Promise.all([readDraft(), readEdition()]);
    publishAs(status === 201 ? body.number : 0);
  };
  const why = faults.value.length ? "Put right what is listed above first." : waiting.value.length ? "Some changes are not saved yet." : "";
  const open = unconfirmed.value.size;
  return html`<form onSubmit=${publish} class="publish"><label class="field">What is new in it? <input value=${note} maxlength="500" autocomplete="off" placeholder="optional" onInput=${({ target }) => write(target.value)} /></label>
    <p class="quiet">${why || (open ? `You can publish now. The version says that ${open === 1 ? "one part is" : `${open} parts are`} not confirmed.` : "Every part is confirmed.")}</p>
    ${done > 0 && html`<p>Version ${done} is published. <${Compared} a=${before(edition.value.versions, done)} b=${done}>What is new in version ${done}</${Compared}></p>`}
    <p role="alert" class=${fault ? "note-box" : ""}>${fault}</p>
    <p class="buttons"><button class="option" disabled=${isOff || Boolean(why)}>Publish version ${(edition.value.versions.at(-1)?.number ?? 0) + 1}</button></p></form>`;
};

export const Versions = () => {
  const { versions, holder, game } = edition.value;
  const newest = versions.at(-1)?.number;
  return html`<h2>Versions</h2>
    <p><${Compared} a=${newest ?? "origin"} b="draft">${newest ? `What changed since version ${newest}` : "What changed since the box that you began with"}</${Compared}></p>
    ${versions.length === 0 && html`<p>Nothing is published yet. Publish a version to open tables with this box. Without one, the edition can be removed after a year in which nobody changes it.</p>`}
    <ul class="cards">${[...versions].reverse().map(({ number, hash, note, made }, place) => html`<li key=${number}><div class="row-card plain"><span class="what"><b>Version ${number}</b> <small>${[day(made), note].filter(Boolean).join(" · ")}</small>
      <${Compared} a=${before(versions, number)} b=${number} class="changes">What changed<span class="ears"> in version ${number}</span></${Compared}></span>
      <a class=${place ? "option" : "primary"} href=${`/open/${game}?component_set=${hash}`}>Open a table<span class="ears"> with version ${number}</span></a></div></li>`)}</ul>
    ${holder === "keeper" ? html`<${Publish} />` : mayEdit.value && html`<p class="quiet">Only the keeper’s link can publish versions.</p>`}`;
};
