// Comparing: two versions of an edition, or one and the draft, part by part; a file of its own, with what tables learnt.
import { useEffect, useState } from "preact/hooks";
import { ask, LONG } from "../shared/api.js";
import { html, Icon } from "../shared/html.js";
import { edition, readDraft, request, sheet, told } from "./state/draft.js";
import { open } from "./state/open.js";
import { same, stepsOf } from "./state/places.js";
import { calledPart, contentsOf, Lines, linesIn, PartName, sectionOf } from "./differences.js";

export { Learnt } from "./learnt.js";

const newest = () => edition.value.versions.at(-1);
const NAMES = { origin: "The box that it began with", draft: "The draft" };
const nameOfVersion = (name) => NAMES[name] ?? `Version ${name}`;
const inSentence = (name) => nameOfVersion(name).replace(/^[TV]/, (sign) => sign.toLowerCase());
/** What the address asks for; without it, what is new in the draft. */
const asked = () => {
  const said = new URLSearchParams(location.search);
  return { a: said.get("a") ?? String(newest()?.number ?? "origin"), b: said.get("b") ?? "draft" };
};

const kept = new Map();
/** The document of a version, of the draft, or of the box at the beginning. */
const readVersion = async (name) => {
  if (name === "draft") return told.value.document;
  const hash = name === "origin" ? edition.value.origin : edition.value.versions.find(({ number }) => String(number) === name)?.hash;
  if (!kept.has(hash)) {
    const { status, body } = await ask(`/v1/component-sets/${hash}`, { longest: LONG });
    if (status === 200) kept.set(hash, body.document);
  }
  return kept.get(hash);
};

/** {parts, documents}, or {fault}: a sentence. */
const compare = async ({ a, b }) => {
  if ([a, b].includes("draft")) await readDraft();
  const [{ status, body }, ...documents] = await Promise.all([request(`/differences?${new URLSearchParams({ a, b })}`, { longest: LONG }), readVersion(a), readVersion(b)]);
  if (status !== 200) return { fault: status === 404 || status === 422 ? (body?.errors?.[0]?.detail ?? body.detail) : "No answer from the service. Try again." };
  if (documents.includes(undefined)) return { fault: "One of the two boxes is not on this service." };
  return { parts: body.parts, documents };
};

const KINDS = { added: ["plus", "new"], removed: ["minus", "gone"], changed: ["pencil", "changed"], reordered: ["list", "in another order"] };
/** The parts as people see them, copies that changed alike as one. */
const groupsOf = ({ parts, documents }) => {
  const [old, now] = documents.map(contentsOf);
  const groups = [];
  for (const { part, kind } of parts) {
    const [before, after] = [old.get(part), now.get(part)];
    const name = kind === "reordered" ? (sectionOf(part)?.title ?? part) : calledPart(part, after ?? before, documents[after === undefined ? 0 : 1]);
    const one = { part, kind, name, lines: kind === "reordered" ? [] : linesIn(part, before, after, documents), copies: 1 };
    const like = groups.find((other) => other.kind === kind && other.name === name && stepsOf(other.part)[0] === stepsOf(part)[0] && same(other.lines, one.lines));
    if (like) like.copies += 1;
    else groups.push(one);
  }
  return groups;
};

const count = (groups, kind) => groups.filter((one) => one.kind === kind).reduce((sum, { copies }) => sum + copies, 0);
const counts = (groups) => Object.entries(KINDS).map(([kind, [, word]]) => [count(groups, kind), word]).filter(([number]) => number).map(([number, word]) => `${number} ${word}`).join(" · ");

const Group = ({ group }) => {
  const { part, kind, name, lines, copies } = group;
  const [icon, word] = KINDS[kind];
  return html`<li class=${`difference ${kind}`}><h3><${Icon} name=${icon} /> <${PartName} part=${part} name=${name} />${copies > 1 && html` <em>×${copies}</em>`} <small>${word}</small></h3>
    <${Lines} lines=${lines} kind=${kind} />${kind === "changed" && !lines.length && html`<p class="quiet">Only a detail that this page does not show.</p>`}</li>`;
};

const Found = ({ found, pair }) => {
  const groups = groupsOf(found);
  const sections = sheet.value.sections.map(({ key, title }) => ({ key, title, own: groups.filter(({ part }) => stepsOf(part)[0] === key) })).filter(({ own }) => own.length);
  const isNext = pair.b === "draft" && pair.a === String(newest()?.number ?? "origin");
  if (!sections.length) return html`<p class="note-box plain">Nothing differs between ${inSentence(pair.a)} and ${inSentence(pair.b)}.${isNext && newest() && " There is nothing new to publish."}</p>`;
  return html`<p role="status"><b>${counts(groups)}</b>${isNext && `. Version ${(newest()?.number ?? 0) + 1} gets ${groups.length === 1 && groups[0].copies === 1 ? "this change" : "these changes"} when it is published.`}</p>
    ${sections.map(({ key, title, own }) => html`<section key=${key} aria-labelledby=${`changed-${key}`}><h2 id=${`changed-${key}`}>${title} <small>${counts(own)}</small></h2><ul class="cards differences">${own.map((group) => html`<${Group} key=${group.part + group.kind} group=${group} />`)}</ul></section>`)}`;
};

const Chosen = ({ label, name, onName }) => html`<label class="field">${label} <select value=${name} onChange=${({ target }) => onName(target.value)}>
  ${["draft", ...edition.value.versions.map(({ number }) => String(number)).reverse(), "origin"].map((one) => html`<option key=${one} value=${one}>${nameOfVersion(one)}</option>`)}</select></label>`;

export const Compare = () => {
  const [pair, choose] = useState(asked);
  const [found, find] = useState(null);
  // Back and Forward lead to what was compared before.
  useEffect(() => choose(asked()), [open.value]);
  useEffect(() => {
    let isOld = false;
    find(null);
    if (pair.a !== pair.b) compare(pair).then((now) => isOld || find(now));
    return () => (isOld = true);
  }, [pair.a, pair.b]);
  const name = (more) => {
    const next = { ...pair, ...more };
    history.replaceState(history.state, "", `${location.pathname}?${new URLSearchParams(next)}`);
    choose(next);
  };
  return html`<h1 tabindex="-1">What changed</h1>
    <div class="compared"><${Chosen} label="From" name=${pair.a} onName=${(a) => name({ a })} /><${Chosen} label="To" name=${pair.b} onName=${(b) => name({ b })} /></div>
    ${pair.a === pair.b ? html`<p class="note-box plain">Choose two different ones.</p>` : !found ? html`<p>Comparing…</p>` : found.fault ? html`<p class="note-box" role="alert">${found.fault}</p>` : html`<${Found} found=${found} pair=${pair} />`}`;
};
