// The replay page: a session as it stood after any of its entries.
import { effect } from "@preact/signals";
import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { html, Icon } from "../shared/html.js";
import { arrive } from "../shared/arriving.js";
import { keep, kept } from "../shared/tokens.js";
import { Board } from "../table/board.js";
import { glide, positions } from "../table/gliding.js";
import { Grains } from "../table/grains.js";
import { Seats } from "../table/seats.js";
import { followFaces } from "../table/state/facing.js";
import { board, seats } from "../table/state/table.js";
import { Curve } from "./curve.js";
import { Moment } from "./moment.js";
import { Scrubber } from "./scrubber.js";
import { useChanged, useSeenFirst } from "./sight.js";
import { Opened } from "./sheets.js";
import { as, at, drawn, fault, go, head, last, lookAs, mine, readHead } from "./state/frames.js";
import { lookAhead } from "./state/ahead.js";
import { followEyes, marks, maySeeAs, readMarks, readNews } from "./state/log.js";
import { isOver, listenToKeys, open, to } from "./state/moving.js";
import { play, until } from "./state/playing.js";
import { keepRings } from "./state/rings.js";
import { Transcript } from "./transcript.js";

const MORE = { glide, positions, Above: Grains };
const root = document.getElementById("replay");
const { session, titles } = root.dataset;
const games = JSON.parse(titles);
const given = Object.fromEntries(new URLSearchParams(location.search));
const number = (text) => Number(text) || 0;

const FAULTS = {
  missing: ["Table not found.", "Ask the person who opened it for a link."],
  revoked: ["This link was revoked, or does not show this much.", "Ask the person who opened the table for a new one."],
  expired: ["This table has expired.", "Sandboxes expire when nobody records in them."],
  busy: ["No answer from the service.", "Check that this device is on the right network, then reload the page."],
};

const mayLookAs = (seat) => maySeeAs.value || mine.value.includes(seat);
const eyesLabel = (seat, label) => {
  if (!mine.value.includes(seat)) return `as ${label} knew it`;
  return mine.value.length > 1 ? `as ${label} saw it` : "as I saw it";
};
const Eyes = () => html`<label class=${as.value ? "eyes-of lent" : "eyes-of"}><span>View</span> <select aria-label="Whose view" value=${as.value} onChange=${(event) => lookAs(event.target.value)}>
  <option value="">as everyone sees it</option>
  ${seats.value.filter(({ seat }) => mayLookAs(seat)).map(({ seat, label }) => html`<option key=${seat} value=${seat}>${eyesLabel(seat, label)}</option>`)}</select></label>`;

/** Entries that went against the rules or around them, as the table counts them: a correction is one of them. */
const flagsOf = () => marks.value.filter(({ kind }) => kind === "flag");
const toNextFlag = () => to((flagsOf().find(({ entry }) => entry > at.value) ?? flagsOf()[0]).entry);

/** Entries that came since this device looked last. */
const Since = ({ seen }) => {
  const [shown, show] = useState(seen > 0 && seen < last.value);
  if (!shown) return null;
  const count = last.value - seen;
  const look = () => {
    show(false);
    go(seen + 1).then(() => play());
  };
  return html`<p class="since"><button type="button" class="option" onClick=${look}>${count} ${count === 1 ? "entry" : "entries"} since your last visit: play ${count === 1 ? "it" : "them"}</button></p>`;
};

const Head = () => html`<header class="head replay-head">
  <h1>${games[head.value.game]}</h1>
  <p class="where">${board.value.title}${board.value.title ? " · " : ""}№ ${at.value}${isOver() ? " of " : " · live at № "}${last.value}</p>
  ${flagsOf().length > 0 && html`<button type="button" class="quiet-button flags" onClick=${toNextFlag}><${Icon} name="flag" /> ${flagsOf().length}<span class="ears"> flagged: go to the next</span></button>`}
  ${(maySeeAs.value || mine.value.length > 0) && html`<${Eyes} />`}
  <button type="button" class="menu" aria-label="Keys" onClick=${() => (open.value = { kind: "keys" })}><${Icon} name="circle-question-mark" /></button>
  <a class="option" href=${`/t/${session}`}>${isOver() ? "Table" : "Back to live"}</a>
</header>`;

const Screen = ({ seen }) => {
  const [reads, read] = useState(false);
  const gone = !head.value || !drawn.value;
  useEffect(() => void (gone || performance.mark("interactive")), [gone]);
  if (gone || (fault.value && fault.value !== "busy")) {
    const [title, more] = FAULTS[fault.value] ?? ["Opening the replay…", ""];
    return html`<main class="away"><h1>Tablelog</h1><h2>${title}</h2><p>${more}</p>
      ${fault.value && html`<p class="buttons"><a class="option" href="/j">Use another link</a> <a class="option" href="/">Home</a></p>`}</main>`;
  }
  return html`<div class=${reads ? "screen replay reads" : "screen replay"}>
    <${Head} />
    <${Seats} />
    <main>
      <${Board} useZones=${useSeenFirst} useChanged=${useChanged} more=${MORE} />
      <div class="side"><${Since} seen=${seen} /><${Moment} /><${Curve} /><${Transcript} shown=${reads} /></div>
      <${Scrubber} />
    </main>
    <nav class="tabs" aria-label="Parts of the page">
      <button type="button" aria-pressed=${!reads} onClick=${() => read(false)}><${Icon} name="layout-grid" /> Board</button>
      <button type="button" aria-pressed=${reads} onClick=${() => read(true)}><${Icon} name="list" /> Log and scores</button>
    </nav>
    <${Opened} />
  </div>`;
};

/** Milliseconds after which a session that goes on is asked how far it is. */
const LOOK_AGAIN = 5000;

/** The address names what is looked at, so that it can be sent to somebody. */
const ADDRESS_PAUSE = 300;
const tellAddress = () => {
  let timer;
  effect(() => {
    const eyes = as.value ? `&as=${as.value}` : "";
    const address = `${location.pathname}?at=${at.value}${eyes}`;
    clearTimeout(timer);
    timer = setTimeout(() => at.value && history.replaceState(null, "", address), ADDRESS_PAUSE);
  });
};

const begin = async () => {
  await arrive(session);
  root.replaceChildren();
  const seen = kept(session)?.seen ?? 0;
  render(html`<${Screen} seen=${seen} />`, root);
  if (!(await readHead(session))) return;
  document.title = `Replay: ${games[head.value.game]}`;
  const eyes = given.as ?? "";
  as.value = head.value.seats.some(({ seat }) => seat === eyes) && mayLookAs(eyes) ? eyes : "";
  keepRings();
  followFaces(root, () => import("./pictured.js"));
  await go(number(given.at) || number(given.from) || last.value);
  followEyes(session);
  readMarks(session);
  listenToKeys();
  lookAhead();
  tellAddress();
  effect(() => {
    root.dataset.version = drawn.value;
    // What glides to the last entry that is played may end in another zone: a step alone ends the playing here.
    root.classList.toggle("plays", until.peek() > 0);
  });
  if (kept(session)) keep(session, {}, { seen: last.value });
  if (number(given.to) > at.value) play(number(given.to));
  const refresh = async () => {
    if (document.hidden || isOver()) return;
    const known = last.value;
    if (!(await readHead(session)) || last.value === known) return;
    readNews(session);
    readMarks(session);
  };
  document.addEventListener("visibilitychange", refresh);
  setInterval(refresh, LOOK_AGAIN);
};
begin();
