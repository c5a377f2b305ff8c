// Photo: takes a picture of a card or board, makes it small, sends it, and removes it again. As a file of its own.
import { useState } from "preact/hooks";
import { limit, LONG } from "../shared/api.js";
import { html, Icon } from "../shared/html.js";
import { allCopies } from "./state/copies.js";
import { mayEdit, mine, request, said } from "./state/draft.js";
import { online } from "./state/sending.js";
import { photographs, readPhotographs, sourceOf } from "./photographs.js";

/** Pixels: the longer side of what is sent. */
const SIDE = 1600;
const QUALITY = 0.85;
/** A browser that writes no WebP writes JPEG. */
const KINDS = ["image/webp", "image/jpeg"];
const NO_ANSWER = "No answer from the service. Try again.";

/** A photo no larger than needed. A canvas keeps nothing of where or when it was taken. */
const scaled = async (file) => {
  const photo = await createImageBitmap(file, { imageOrientation: "from-image" });
  const scale = Math.min(1, SIDE / Math.max(photo.width, photo.height));
  const canvas = Object.assign(window.document.createElement("canvas"), { width: Math.max(1, Math.round(photo.width * scale)), height: Math.max(1, Math.round(photo.height * scale)) });
  canvas.getContext("2d").drawImage(photo, 0, 0, canvas.width, canvas.height);
  photo.close();
  for (const kind of KINDS) {
    const made = await new Promise((done) => canvas.toBlob(done, kind, QUALITY));
    if (made?.type === kind) return made;
  }
  throw new Error("no picture");
};

const pathOf = (part) => `/pictures/${part.split("/").map(encodeURIComponent).join("/")}`;
const sendTo = async (part, made) => {
  try {
    const headers = { Accept: "application/json", Authorization: `Bearer ${mine.token}`, "Content-Type": made.type };
    const answer = await fetch(mine.path + pathOf(part), { method: "PUT", headers, body: made, signal: limit(LONG) });
    return { status: answer.status, body: await answer.json() };
  } catch {
    return { status: 0 };
  }
};

/** Give a part and its copies a picture; what went wrong. */
const put = async ([first, ...others], made) => {
  let answer = await sendTo(first, made);
  const { picture } = answer.body ?? {};
  for (const part of others) if (answer.status === 200) answer = await request(pathOf(part), { method: "PUT", body: { picture } });
  await readPhotographs();
  return answer.status === 200 ? "" : (answer.body?.detail ?? NO_ANSWER);
};

const take = async (copies) => {
  const answers = await Promise.all(copies.map((part) => request(pathOf(part), { method: "DELETE" })));
  await readPhotographs();
  return answers.every(({ status }) => status === 200) ? "" : NO_ANSWER;
};

const Choose = ({ label, off, onFile }) => html`<label class=${off ? "option file off" : "option file"}><${Icon} name="plus" /> ${label}
  <input type="file" accept="image/*" disabled=${off} onChange=${({ target }) => target.files[0] && onFile(target)} /></label>`;

export const Photo = ({ at, name }) => {
  const [busy, work] = useState("");
  const [fault, say] = useState("");
  const [sure, ask] = useState(false);
  const [large, enlarge] = useState(false);
  const shown = photographs.value[at];
  const begin = async (text, doing, done) => {
    say("");
    work(text);
    const wrong = await doing;
    work("");
    if (wrong) say(wrong);
    else said.value = done;
  };
  const choose = async (target) => {
    let made = null;
    try {
      made = await scaled(target.files[0]);
    } catch {
      say("This file cannot be read as a picture. Choose a photo.");
    }
    target.value = "";
    if (made) begin("Sending the picture…", put(allCopies(at), made), `${name} has this picture from the next version on.`);
  };
  const remove = () => {
    ask(false);
    enlarge(false);
    begin("Removing the picture…", take(allCopies(at)), `The picture of ${name} is removed.`);
  };
  const buttons = sure
    ? html`<button type="button" class="option warn" onClick=${remove}>Remove the picture</button> <button type="button" class="option" onClick=${() => ask(false)}>Keep</button>`
    : html`<${Choose} label=${shown ? "Change picture" : "Add a picture"} off=${Boolean(busy)} onFile=${choose} />${shown && html`<button type="button" class="quiet-button" onClick=${() => ask(true)}>Remove<span class="ears"> the picture of ${name}</span></button>`}`;
  return html`${shown && html`<button type="button" class=${large ? "look large" : "look"} aria-expanded=${large} aria-label=${`Picture of ${name}`} onClick=${() => enlarge(!large)}><img src=${sourceOf(shown, large ? "full" : "small")} width=${shown.width} height=${shown.height} alt="" /></button>`}
    ${mayEdit.value && html`<div class="buttons">${online.value ? buttons : html`<p class="quiet">You can change pictures when you are online again.</p>`}</div>`}
    <p role="status" class="quiet">${busy}</p><p role="alert" class=${fault ? "note-box" : ""}>${fault}</p>`;
};
