// Editions: those whose links this device holds; making one from a set or from a file.
import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ask, limit, LONG, newId } from "../shared/api.js";
import { html, Icon } from "../shared/html.js";
import { heldSets, nameOfSet } from "../home/sets.js";
import { opener } from "../shared/opener.js";
import { forgetEdition, heldEditions, holderOf, keepEdition, tokenOf } from "./state/held.js";

const root = document.getElementById("editions");
const games = JSON.parse(root.dataset.games);
const NO_ANSWER = "No answer from the service. Try again.";
const HOLDERS = { keeper: "you keep it", editor: "you can change it", reader: "you can look at it" };

const toldOf = ({ progress, faults, version }) => [
  progress && `${progress.confirmed} of ${progress.parts} parts as in your box`,
  version ? `version ${version}` : "not published",
  faults > 0 && (faults === 1 ? "one thing to put right" : `${faults} things to put right`),
].filter(Boolean).join(" · ");

const Edition = ({ one, onGone }) => {
  const [told, tell] = useState(one);
  const [gone, setGone] = useState(false);
  useEffect(() => {
    ask(`/v1/editions/${one.id}`, { token: tokenOf(one.id) }).then(({ status, body }) => {
      if (status === 200) {
        const more = { name: body.name, game: body.game, progress: body.progress, faults: body.faults, version: body.versions.at(-1)?.number ?? null };
        tell({ ...one, ...more });
      }
      setGone([401, 404].includes(status));
    });
  }, [one.id]);
  const forget = () => {
    forgetEdition(one.id);
    onGone();
  };
  const { progress } = told;
  return html`<li class="pane"><h2><a href=${`/editions/${one.id}`}>${told.name ?? "An edition"}</a></h2>
    <p class="quiet">${[games.find(({ key }) => key === told.game)?.title, HOLDERS[holderOf(one)]].filter(Boolean).join(" · ")}</p>
    ${progress && html`<progress max=${progress.parts} value=${progress.confirmed} aria-label="Parts as in your box"></progress>`}
    <p>${gone ? "The link no longer works." : toldOf(told)}</p>
    ${gone && html`<button type="button" class="quiet-button" onClick=${forget}>Remove from this device</button>`}</li>`;
};

/** Send the pictures of a file to the edition that was made of it, one by one. Returns how many did not arrive. */
const sendPictures = async ({ edition, tokens }, pictures, tell) => {
  let lost = 0;
  for (const [at, { parts = [], content }] of pictures.entries()) {
    tell(`Picture ${at + 1} of ${pictures.length}…`);
    const path = (part) => `/v1/editions/${edition}/pictures/${part.split("/").map(encodeURIComponent).join("/")}`;
    const [first, ...others] = parts;
    let answer = await fetch(path(first), { method: "PUT", headers: { Authorization: `Bearer ${tokens.keeper}`, "Content-Type": "image/webp" }, body: bytesOf(content), signal: limit(LONG) }).catch(() => ({}));
    const { picture } = answer.status === 200 ? await answer.json() : {};
    for (const part of others) if (answer.status === 200) answer = await ask(path(part), { method: "PUT", token: tokens.keeper, body: { picture } });
    if (answer.status !== 200) lost += 1;
  }
  return lost;
};
const bytesOf = (text) => {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
};

/** Make an edition, keep its links, and go to it. Returns what went wrong. */
const make = async (body, pictures = [], tell = () => {}) => {
  const { status, body: made } = await ask("/v1/editions", { method: "POST", body, token: opener(), longest: LONG });
  if (status !== 200 && status !== 201) return made?.errors?.map(({ detail }) => detail).join(" ") || made?.detail || NO_ANSWER;
  keepEdition(made.edition, made.tokens, { game: body.game ?? body.file?.game, name: body.name ?? body.file?.name });
  const lost = await sendPictures(made, pictures, tell);
  if (lost) return html`The edition is made, but ${lost === 1 ? "one picture" : `${lost} pictures`} did not arrive. <a href=${`/editions/${made.edition}`}>Go to the edition</a>`;
  location.assign(`/editions/${made.edition}`);
  return "";
};

const Making = () => {
  const [game, choose] = useState(games[0].key);
  const [offered, found] = useState({});
  const [name, write] = useState("");
  const [fault, say] = useState("");
  const [blanks, leave] = useState(false);
  const { decks } = games.find(({ key }) => key === game);
  const [id] = useState(newId);
  // What another game's sets are, or were asked for, is of no use to this one, however late its answer comes.
  const { sets, from } = offered.game === game ? offered : {};
  useEffect(() => {
    let current = true;
    ask(`/v1/games/${game}/opening`, { headers: heldSets() }).then(({ status, body }) => {
      if (!current) return;
      if (status !== 200) return say(NO_ANSWER);
      found({ game, sets: body.component_sets, from: body.component_set });
    });
    return () => { current = false; };
  }, [game]);
  const send = async (event) => {
    event.preventDefault();
    say(await make({ game, from, name: name.trim(), ...(decks && blanks && { blanks }), action_id: id }));
  };
  return html`<form onSubmit=${send}><label class="field">Game <select value=${game} onChange=${({ target }) => choose(target.value)}>${games.map((one) => html`<option key=${one.key} value=${one.key}>${one.title}</option>`)}</select></label>
    <label class="field">Begin with <select value=${from ?? ""} disabled=${!sets} onChange=${({ target }) => found({ ...offered, from: target.value })}>${(sets ?? []).map((one) => html`<option key=${one.hash} value=${one.hash}>${nameOfSet(one)}</option>`)}</select></label>
    <label class="field">Name of your edition <input value=${name} maxlength="80" autocomplete="off" placeholder="such as: Our box" required onInput=${({ target }) => write(target.value)} /></label>
    ${decks && html`<label class="tick"><input type="checkbox" checked=${blanks} onChange=${({ target }) => leave(target.checked)} /> With blanks for cards that we enter while we play</label>`}
    <p role="alert" class=${fault ? "note-box" : ""}>${fault}</p>
    <p class="buttons"><button class="primary" disabled=${!name.trim() || !sets}>Make it</button></p></form>`;
};

const FromFile = () => {
  const [fault, say] = useState("");
  const [busy, tell] = useState("");
  const take = async ({ target }) => {
    const [file] = target.files;
    if (!file) return;
    let read = null;
    try {
      read = JSON.parse(await file.text());
    } catch {
      // What cannot be read is told below.
    }
    // Pictures go one by one: all of them at once would be too long for one request.
    const { pictures, ...rest } = read ?? {};
    const sent = Array.isArray(pictures) ? pictures : [];
    say(read === null ? "This is not the file of an edition." : await make({ file: rest, action_id: newId() }, sent, tell));
    tell("");
    target.value = "";
  };
  return html`<label class="field">A file that was saved from an edition <input type="file" accept=".json,application/json" onChange=${take} /></label><p role="status">${busy}</p><p role="alert" class=${fault ? "note-box" : ""}>${fault}</p>`;
};

const Editions = () => {
  const [held, set] = useState(heldEditions());
  return html`${held.length > 0 && html`<ul class="panes">${held.map((one) => html`<${Edition} key=${one.id} one=${one} onGone=${() => set(heldEditions())} />`)}</ul>`}
    <details open=${!held.length}><summary><h2><${Icon} name="plus" /> Make one</h2></summary>${games.length ? html`<${Making} />` : html`<p>No game on this service has boxes that can be changed here.</p>`}</details>
    <details><summary><h2>From a file</h2></summary><${FromFile} /></details>
    <p><a href="/e">Join with a link</a></p>`;
};
root.replaceChildren();
render(html`<${Editions} />`, root);
