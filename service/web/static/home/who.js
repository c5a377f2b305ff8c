// Who: as whom this device sits at a table. Seats that no phone has claimed are free to choose.
import { render } from "preact";
import { useState } from "preact/hooks";
import { ask } from "../shared/api.js";
import { html } from "../shared/html.js";
import { own } from "../shared/own.js";
import { playerOf, returning } from "../shared/players.js";
import { keep, kept, tokenOf } from "../shared/tokens.js";
import { claim, NO_ANSWER, play, played, seeAll } from "../shared/whose.js";

const root = document.getElementById("who");
const { session } = root.dataset;
const leave = () => location.replace(`/t/${session}`);

/** The link that only looks, if this device has one: the table's own does. */
const watcher = ({ tokens }) => ["spectator", "guest"].find((holder) => tokens[holder]);

/** The recorder's link for everybody, made where this device has none. Answers what went wrong. */
const recordForAll = async () => {
  const { tokens } = kept(session);
  if (!tokens.recorder) {
    const { status, body } = await ask(`/v1/sessions/${session}/tokens`, { method: "POST", token: tokens.owner, body: { holders: ["recorder"] } });
    if (status !== 201) return body?.detail ?? NO_ANSWER;
    keep(session, body.tokens);
  }
  keep(session, {}, { use: "recorder" });
  return "";
};
const be = (holder) => {
  keep(session, {}, { use: holder });
  return "";
};

/** Sit down: claim the seat, and tell the others the name where nobody's stands there yet. */
const sit = async ({ seat, name }, called, known, people) => {
  const { tokens } = kept(session);
  const holder = `seat:${seat}`;
  if (!played(session).includes(seat)) {
    const { status, body } = await claim(session, seat, tokens.owner ?? tokens.guest ?? tokens[holder]);
    if (status !== 201) return body?.detail ?? NO_ANSWER;
    play(session, seat, body.tokens);
  } else play(session, seat);
  if (!name && called) {
    const player = playerOf(known, called, people.map((one) => one.player).filter(Boolean));
    await ask(`/v1/sessions/${session}/people/${seat}`, { method: "PUT", token: kept(session).tokens[holder], body: { player, name: called } });
  }
  return "";
};

const Way = ({ title, text, off, onTake }) => html`<li><button type="button" class="option way" disabled=${off} onClick=${onTake}>
  <span><b>${title}</b>${text && html` <small>${text}</small>`}</span></button></li>`;

const Who = ({ people, seats, known }) => {
  const [called, call] = useState("");
  const [fault, say] = useState("");
  const [sure, ask2] = useState(false);
  const known2 = kept(session);
  const mine = played(session);
  const isOwner = Boolean(known2.tokens.owner);
  const go = async (way) => {
    const wrong = await way();
    if (!wrong) return leave();
    say(wrong);
    show();
  };
  const of = ({ seat, name, claimed }) => {
    const isMine = mine.includes(seat);
    const label = own(seats, seat)?.label ?? seat;
    const taken = claimed && !isMine;
    const text = [name && label, isMine ? "this phone" : taken && "already taken"].filter(Boolean).join(", ");
    return html`<${Way} key=${seat} title=${name ?? label} text=${text} off=${taken} onTake=${() => go(() => sit({ seat, name }, called.trim(), known, people))} />`;
  };
  const write = () => (mine.length ? ask2(true) : go(() => be("owner")));
  const looks = () => go(() => seeAll(session, own(seats, mine[0])?.label ?? mine[0]));
  const unnamed = people.some(({ seat, name, claimed }) => !name && (!claimed || mine.includes(seat)));
  return html`
    ${unnamed && html`<label class="field">Your name, if it is not listed <input value=${called} maxlength="80" autocomplete="off" onInput=${(event) => call(event.target.value)} /></label>`}
    <ul class="who">
      ${people.map(of)}
      ${isOwner && html`<${Way} title="One phone for all" text="Record for every seat; see what everyone may see" onTake=${() => go(recordForAll)} />`}
      ${isOwner && html`<${Way} title="I only write" text="Record for every seat; see every hand" onTake=${write} />`}
      ${watcher(known2) && html`<${Way} title="I watch" text="See what everyone may see" onTake=${() => go(() => be(watcher(known2)))} />`}
    </ul>
    ${sure && html`<div class="note-box"><p>You would see every hand. The log will tell the table.</p>
      <p class="buttons"><button type="button" class="option warn" onClick=${looks}>See every hand</button>
      <button type="button" class="option" onClick=${() => ask2(false)}>Cancel</button></p></div>`}
    <p role="alert" class=${fault ? "note-box" : ""}>${fault}</p>`;
};

const retry = (text) => html`<p class="note-box">${text}</p><p class="buttons"><button type="button" class="option" onClick=${() => location.reload()}>Try again</button> <a class="option" href="/j">Use another link</a></p>`;

const show = async () => {
  const token = kept(session) && tokenOf(session);
  const path = `/v1/sessions/${session}`;
  if (!token) return render(html`<p class="note-box">This device has no link to the table. Ask the person who opened it.</p><p><a class="option" href="/j">Join with a link</a></p>`, root);
  const [people, words, known] = await Promise.all([ask(`${path}/people`, { token }), ask(`${path}?with=words&without=view`, { token }), returning()]);
  if (people.status !== 200 || words.status !== 200) return render(retry("The table could not be loaded. Your link may no longer work."), root);
  render(html`<${Who} people=${people.body.items} seats=${words.body.words.seats} known=${known} />`, root);
};
root.replaceChildren();
show();
