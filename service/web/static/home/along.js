// Along: what this device holds goes to another one, by a file or by codes that the other one scans.
import { render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { generate } from "lean-qr";
import { html, Icon } from "../shared/html.js";
import { held, KINDS, marks, packed, takeFile, takeMark } from "../shared/luggage.js";
import { save } from "../shared/saving.js";
import { roleOf } from "../shared/whose.js";

const FILE = "tablelog-device.json";
const MOST_BYTES = 5_000_000;
/** Characters of a link: a code with more is too fine for the camera of a phone. */
const LONGEST = 800;
/** Hosts that each device takes for itself. */
const THIS_DEVICE = ["localhost", "127.0.0.1", "[::1]"];
const ONE = { sessions: "table", editions: "edition", clubs: "club" };
const NOT_NAMED = { sessions: "A table", editions: "An edition", clubs: "A club" };

const counted = (count, one) => `${count} ${one}${count === 1 ? "" : "s"}`;
const listed = (texts) => (texts.length > 1 ? `${texts.slice(0, -1).join(", ")} and ${texts.at(-1)}` : (texts[0] ?? ""));
const things = (counts) => listed(Object.keys(ONE).filter((kind) => counts[kind]).map((kind) => counted(counts[kind], ONE[kind])));
const allHeld = () => Object.keys(KINDS).flatMap((kind) => held(kind).map((one) => ({ kind, ...one })));
const sumOf = (counts) => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** What to say of what came, in sentences. */
const toldOf = ({ came, had, lost, from }) => [
  sumOf(came) ? `${things(came)} came to this device.` : had ? "Nothing new came to this device." : "Nothing in it can be used here.",
  had > 0 && `${had === 1 ? "One was" : `${had} were`} here already: nothing of ${had === 1 ? "it" : "them"} is replaced.`,
  lost > 0 && `${counted(lost, "link")} in it could not be read.`,
  from && `The file was saved from ${from}. Its links work here only if this is the same Tablelog.`,
].filter(Boolean).join(" ");

const Code = ({ text }) => {
  const canvas = useRef();
  useEffect(() => generate(text).toCanvas(canvas.current), [text]);
  return html`<canvas class="qr large" ref=${canvas} role="img" aria-label="QR code of this link"></canvas>`;
};

/** One code after another, with as many tables each as fit. */
const Codes = ({ chosen }) => {
  const made = marks(chosen, LONGEST);
  const [place, turn] = useState(0);
  const at = Math.min(place, made.length - 1);
  const link = `${location.origin}/along#${made[at].mark}`;
  return html`<div class="pane">
    <p role="status">${made.length > 1 ? `Code ${at + 1} of ${made.length}: ${made[at].count} of the ${chosen.length} that you chose. Scan each of them.` : `All ${chosen.length === 1 ? "" : `${chosen.length} `}that you chose ${chosen.length === 1 ? "is" : "are"} in this code.`}</p>
    <${Code} text=${link} />
    ${made.length > 1 && html`<div class="buttons">
      <button type="button" class="option" disabled=${at === 0} onClick=${() => turn(at - 1)}>Previous code</button>
      <button type="button" class="option" disabled=${at === made.length - 1} onClick=${() => turn(at + 1)}>Next code</button></div>`}
    <label class="field">The same as a link<input readonly value=${link} onFocus=${(event) => event.target.select()} /></label></div>`;
};

const nameOf = ({ kind, title, name, at }) => {
  const day = at && new Date(at).toLocaleDateString(undefined, { dateStyle: "medium" });
  return [name ?? title ?? NOT_NAMED[kind], day].filter(Boolean).join(" · ");
};

const Out = ({ all }) => {
  const [chosen, choose] = useState([]);
  const download = () => save(new Blob([JSON.stringify(packed(), null, 1)], { type: "application/json" }), FILE);
  const counts = Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, all.filter((one) => one.kind === kind).length]));
  const tick = (id) => choose(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  const picked = all.filter(({ id }) => chosen.includes(id));
  return html`<h2>To another device</h2>
    <p class="note-box">Anyone who has this file, or scans a code, can do what this device can: play your seats, see your hands, and change your tables, editions and clubs.</p>
    <h3>By a file</h3>
    <p>The file has ${things(counts)}, and the settings of this device. Photos, and moves that are not sent yet, stay here.</p>
    <p class="buttons"><button type="button" class="primary" onClick=${download}>Save ${FILE}</button></p>
    <h3>By a code</h3>
    <p>The other device scans it. A code takes you along as who you are at each table, and as its owner if you are. It is never sent to the service.</p>
    ${THIS_DEVICE.includes(location.hostname) && html`<p class="note-box">Other devices cannot open this address (${location.hostname}). Open this page at the address that <code>tablelog up --lan</code> prints, or take the file.</p>`}
    <fieldset><legend>What to take along</legend>
      ${all.length > 1 && html`<p class="buttons"><button type="button" class="option" onClick=${() => choose(all.map(({ id }) => id))}>All</button> <button type="button" class="option" onClick=${() => choose([])}>None</button></p>`}
      <div class="choices">${all.map((one) => html`<label key=${one.id}><input type="checkbox" checked=${chosen.includes(one.id)} onChange=${() => tick(one.id)} /><span>${nameOf(one)} <small>${one.kind === "sessions" ? roleOf(one) : ONE[one.kind]}</small></span></label>`)}</div>
    </fieldset>
    ${picked.length > 0 && html`<${Codes} chosen=${picked} />`}`;
};

const In = ({ told, onTake }) => {
  const [over, drag] = useState(false);
  const [link, write] = useState("");
  const read = async (file) => {
    if (file) onTake(file.size > MOST_BYTES ? { fault: "This file is too large to be one that was saved with “Take along”." } : await takeFile(await file.text()));
  };
  const drop = (event) => {
    event.preventDefault();
    drag(false);
    read(event.dataTransfer.files[0]);
  };
  const open = async (event) => {
    event.preventDefault();
    const [, mark] = link.trim().split("#");
    onTake(await takeMark(mark ?? ""));
    write("");
  };
  const pick = async ({ target }) => {
    await read(target.files[0]);
    target.value = "";
  };
  return html`<h2>From another device</h2>
    <div role="status">${told && !told.fault && html`<p>${toldOf(told)}</p><p><a href="/">To your tables</a></p>`}</div>
    <p role="alert" class=${told?.fault ? "note-box" : ""}>${told?.fault}</p>
    <p>Open <i>Take along</i> there. Nothing that this device has is replaced or lost.</p>
    <div class="drop" data-over=${over} onDragOver=${(event) => { event.preventDefault(); drag(true); }} onDragLeave=${() => drag(false)} onDrop=${drop}>
      <label class="field">A file that was saved there<input type="file" accept=".json,application/json" onChange=${pick} /></label></div>
    <form onSubmit=${open}><label class="field">Or its link, if your camera does not open it here<input value=${link} autocomplete="off" autocapitalize="off" spellcheck="false" onInput=${({ target }) => write(target.value)} /></label>
      <p class="buttons"><button class="option" disabled=${!link.trim()}><${Icon} name="link" /> Bring it here</button></p></form>`;
};

const Along = ({ first }) => {
  const [told, tell] = useState(first);
  const [all, hold] = useState(allHeld);
  const take = (found) => {
    tell(found);
    hold(allHeld());
  };
  useEffect(() => {
    const come = async () => take(await brought());
    addEventListener("hashchange", come);
    return () => removeEventListener("hashchange", come);
  }, []);
  const parts = [all.length > 0 && html`<${Out} key="out" all=${all} />`, html`<${In} key="in" told=${told} onTake=${take} />`];
  return first || !all.length ? parts.toReversed() : parts;
};

/** Keep what the address brings, and clean the bar. */
const brought = async () => {
  const mark = location.hash.slice(1);
  if (!mark) return null;
  history.replaceState(null, "", location.pathname);
  return takeMark(mark);
};

const begin = async () => {
  const root = document.getElementById("along");
  const first = await brought();
  root.replaceChildren();
  render(html`<${Along} first=${first} />`, root);
};
begin();
