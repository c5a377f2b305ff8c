// Learnt: what tables entered while they played, beside what the draft has, to be taken over or declined.
import { useEffect, useState } from "preact/hooks";
import { LONG, newId } from "../shared/api.js";
import { held, heldTokens } from "../shared/held.js";
import { html, Icon } from "../shared/html.js";
import { edition, mayEdit, readDraft, readEdition, request, said, told } from "./state/draft.js";
import { same } from "./state/places.js";
import { keep } from "./state/queue.js";
import { calledPart, Lines, linesIn, PartName, sectionOf } from "./differences.js";

const NO_ANSWER = "No answer from the service. Try again.";
const day = (text) => new Date(text).toLocaleDateString(undefined, { dateStyle: "medium" });

/** Send what becomes of a part; whether the service took it. */
const decide = async ({ part, content }, does) => {
  const path = part.split("/").map(encodeURIComponent).join("/");
  const id = newId();
  const { status, body } = await request(`/learnt/${path}`, { method: "POST", body: { content, do: does, action_id: id }, longest: LONG });
  if (status === 200 && does === "take") keep(id);
  if (status !== 200) said.value = body?.errors?.[0]?.detail ?? body?.detail ?? NO_ANSWER;
  return status === 200;
};
const DONE = { take: "Taken over into the draft.", decline: "Not ours: it is not offered again." };

const LearntPart = ({ one, done, onDecide }) => {
  const { part, before, after, session, entry, at } = one;
  const isOnlyConfirmed = same(before ?? null, after);
  const name = calledPart(part, before ?? after, told.value.document);
  // The row is in the set of the table, so its field is found even where the draft has dropped it.
  const lines = isOnlyConfirmed ? [] : linesIn(part, before, after, [told.value.document, told.value.document]);
  const from = html`${day(at)}${session && html` · <a href=${`/t/${session}/entry/${entry}`}>№ ${entry} of your table</a>`}`;
  return html`<li class="difference"><h3><${PartName} part=${part} name=${name} /> ${sectionOf(part)?.title !== name && html`<small>${sectionOf(part)?.title}</small>`}</h3>
    <${Lines} lines=${lines} kind=${before === undefined ? "added" : "changed"} />
    ${isOnlyConfirmed && html`<p>The table says: as in our box.</p>`}${before === undefined && html`<p>The draft does not have it.</p>`}
    <p class="quiet from">${from}</p>
    ${done
      ? html`<p class="decided" role="status"><${Icon} name=${done === "take" ? "check" : "x"} /> ${DONE[done]}${done === "decline" && html` <button type="button" class="quiet-button" onClick=${() => onDecide(one, "reopen")}>Put it back<span class="ears"> ${name}</span></button>`}</p>`
      : html`<p class="buttons"><button type="button" class="primary" onClick=${() => onDecide(one, "take")}>Take over<span class="ears"> ${name}</span></button> <button type="button" class="option" onClick=${() => onDecide(one, "decline")}>Not ours<span class="ears"> ${name}</span></button></p>`}</li>`;
};

export const Learnt = () => {
  const [found, find] = useState(null);
  const [done, mark] = useState({});
  const [isOff, off] = useState(false);
  useEffect(() => {
    readDraft()
      .then(() => request("/learnt", { headers: held(heldTokens()), longest: LONG }))
      .then(({ status, body }) => find(status === 200 ? body : { fault: NO_ANSWER }));
  }, []);
  const keyOf = ({ part, content }) => `${part} ${content}`;
  const onDecide = async (one, does) => {
    if (!(await decide(one, does))) return false;
    mark((now) => ({ ...now, [keyOf(one)]: does === "reopen" ? undefined : does }));
    await Promise.all([does === "take" && readDraft(), readEdition()]);
    return true;
  };
  const left = (found?.parts ?? []).filter((one) => !done[keyOf(one)]);
  // Of a part that several tables had otherwise, the newest is taken.
  const firsts = left.filter((one) => left.find(({ part }) => part === one.part) === one);
  const takeAll = async () => {
    off(true);
    for (const one of firsts) if (!(await onDecide(one, "take"))) break;
    off(false);
  };
  return html`<h1 tabindex="-1">Learnt at tables</h1>
    ${!found ? html`<p>Loading…</p>` : found.fault ? html`<p class="note-box" role="alert">${found.fault}</p>` : html`<p>Tables that play with this edition entered these cards and boards as they lie before them.</p>
      ${!mayEdit.value ? html`<p class="note-box plain">${edition.value.learnt ? `${edition.value.learnt} wait for somebody with the editor’s link.` : "Nothing waits for a decision."}</p>` : !found.parts.length ? html`<p class="note-box plain">Nothing waits for a decision. When a table with this edition enters a card and offers it, you find it here.</p>` : html`
        ${firsts.length > 1 && html`<p class="buttons"><button type="button" class="option" disabled=${isOff} onClick=${takeAll}>Take over all ${firsts.length}</button></p>`}
        <ul class="cards differences">${found.parts.map((one) => html`<${LearntPart} key=${keyOf(one)} one=${one} done=${done[keyOf(one)]} onDecide=${onDecide} />`)}</ul>`}`}`;
};
