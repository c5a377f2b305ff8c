// Opening: a form from the domains that the service tells, and the table that it opens.
import { render } from "preact";
import { useState } from "preact/hooks";
import { ask, newId } from "../shared/api.js";
import { html } from "../shared/html.js";
import { playersOf, returning } from "../shared/players.js";
import { own } from "../shared/own.js";
import { opener, openTable } from "../shared/opener.js";
import { said, TimeOfPlay } from "../shared/timeofplay.js";
import { isSession } from "../shared/forms.js";
import { keep, tokenOf } from "../shared/tokens.js";
import { played } from "../shared/whose.js";
import { narrowed, settled } from "./fitting.js";
import { Question } from "./questions.js";
import { begin, Returning, Seat, Whose } from "./seating.js";
import { asksFor, heldSets, Sets } from "./sets.js";

const root = document.getElementById("open");
const { game } = root.dataset;
const TABLE = ["chance", "may_declare", "forced_steps", "seats_may_override", "visibility", "sandbox"];
/** What a page chooses at first where the API does not: who taps wants to tap less. */
const OF_PAGES = { forced_steps: true };
/** One id for what is opened here: a second tap, or a lost answer, opens no second table. */
const ONCE = newId();
/** Where the table is played, as the browser knows it. */
const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
/** So many names are offered to tap; whoever played longer ago is known by the name that is typed. */
const MOST_SHOWN = 12;

const formOf = async (asked) => {
  const { status, body } = await ask(`/v1/games/${game}/opening?${new URLSearchParams(asked)}`, { headers: heldSets() });
  return status === 200 ? body : null;
};

/** The seats and options of another session, where this form was opened by its end. */
const again = async () => {
  const session = new URLSearchParams(location.search).get("again");
  if (!isSession(session)) return null;
  const { status, body } = await ask(`/v1/sessions/${session}`, { token: tokenOf(session) });
  return status === 200 ? body : null;
};

/** The names by place around the table; of people who sit down again, those of their seats. */
const namesOf = (before) =>
  Object.fromEntries((before?.seats ?? []).map(({ seat }, at) => [at, own(before.labels, seat) ?? ""]).filter(([, name]) => name));

/** The player ids by place, of people who sit down again: a stranger, who hears no names, takes none along. */
const idsOf = (before) => (!before || before.you.role === "stranger" ? [] : before.seats.map(({ seat }) => own(before.players, seat)));

/** The place that this phone played at the table before; else the first. */
const placeOf = (before) => Math.max(0, (before?.seats ?? []).findIndex(({ seat }) => played(before.id).includes(seat)));

/** How often another form was asked for: only the last answer counts. */
let changes = 0;

const Form = ({ first, before, known, called, ids, place }) => {
  const [form, setForm] = useState(first);
  const [body, setBody] = useState({ ...first.sample, ...OF_PAGES, ...before });
  const [names, setNames] = useState(called);
  const [when, setWhen] = useState({});
  const [fault, setFault] = useState("");
  const [opening, setOpening] = useState(false);
  /** The place of the seat that this phone plays, or another holder. */
  const [who, be] = useState(String(place));
  const [changing, setChanging] = useState(false);
  const ask2 = async (asked) => {
    const mine = (changes += 1);
    setChanging(true);
    const next = await formOf({ component_set: form.component_set, count: form.count, ...asked });
    if (mine !== changes) return;
    setChanging(false);
    if (!next) return;
    setForm(next);
    if (Number(who) >= next.seats.length) be("0");
    setBody((now) => ({ ...next.sample, ...Object.fromEntries(TABLE.map((name) => [name, now[name]])) }));
  };
  const change = (name, value) => setBody({ ...body, [name]: value });
  const changeSeat = (at, given) => change("seats", body.seats.map((seat, place) => (place === at ? given : seat)));
  const seated = form.seats.map((_, at) => names[at]?.trim() ?? "");
  const free = [...known.keys()].filter((name) => !seated.includes(name)).slice(0, MOST_SHOWN);
  const options = Object.entries(form.options);
  const asksFirst = options.filter(([, question]) => question.words.when !== "more");
  const asksMore = options.filter(([, question]) => question.words.when === "more");
  const option = ([name, question]) => html`<${Question} key=${name} name=${name} question=${narrowed(question, body.options)} value=${body.options[name]}
    onChange=${(value) => change("options", settled(form.options, { ...body.options, [name]: value }))} />`;
  const open = async (event) => {
    event.preventDefault();
    setOpening(true);
    const labels = Object.fromEntries(body.seats.map((seat, at) => [seat.seat, names[at]?.trim()]).filter(([, name]) => name));
    const stays = (at) => ids[at] && (names[at]?.trim() ?? "") === (called[at] ?? "");
    const kept = Object.fromEntries(body.seats.flatMap(({ seat }, at) => (stays(at) ? [[seat, ids[at]]] : [])));
    const left = Object.fromEntries(Object.entries(body.options).filter(([, value]) => value !== null));
    const { may_declare, ...rest } = body;
    const sent = { ...rest, options: left, ...(may_declare && body.chance === "drawn" && { may_declare }), timezone: zone(), ...said(when), action_id: ONCE };
    const others = new Map([...known].filter(([, id]) => !Object.values(kept).includes(id)));
    const newly = Object.fromEntries(Object.entries(labels).filter(([seat]) => !Object.hasOwn(kept, seat)));
    const players = { ...playersOf(others, newly), ...kept };
    if (Object.keys(players).length) Object.assign(sent, { labels, players });
    const { status, body: told } = await openTable(sent);
    if (status !== 200 && status !== 201) {
      setOpening(false);
      setFault(told?.errors?.map((error) => error.detail).join(" ") || told?.detail || "No answer from the service. Try again.");
      return;
    }
    await begin(told, who, { game, title: form.title });
    location.assign(`/t/${told.session.id}/links`);
  };
  const table = (name) => html`<${Question} key=${name} name=${name} question=${form[name]} value=${body[name]} onChange=${(value) => change(name, value)} />`;
  return html`<form onSubmit=${open}>
    <${Sets} chosen=${form.component_set} sets=${form.component_sets} onChoose=${(component_set) => ask2({ component_set })} />
    <fieldset><legend>How many players?</legend><div class="buttons">
      ${form.counts.map((count) => html`<button type="button" class="option" key=${count} aria-pressed=${count === form.count} onClick=${() => ask2({ count })}>${count}</button>`)}
    </div></fieldset>
    <div inert=${changing}>
      <p class="quiet">Seats in order around the table. Names are never written to the log and can be erased.</p>
      <${Returning} names=${seated.includes("") ? free : []} onSeat=${(name) => setNames({ ...names, [seated.indexOf("")]: name })} />
      ${form.seats.map((seat, at) => html`<${Seat} key=${at} seat=${seat} given=${body.seats[at] ?? {}} calledBy=${form.called_by}
        names=${{ label: `Seat ${at + 1}`, name: names[at] ?? "", again: known.has(seated[at]) }} onChange=${(given) => changeSeat(at, given)}
        onName=${(name) => setNames({ ...names, [at]: name })} />`)}
      <${Whose} seats=${seated.map((name, at) => [String(at), name || `Seat ${at + 1}`])} who=${who} onBe=${be} />
      ${table("chance")}
      ${asksFirst.map(option)}
      <details><summary>More options</summary>
        ${asksMore.map(option)}
        ${body.chance === "drawn" && table("may_declare")} ${table("forced_steps")} ${table("seats_may_override")} ${table("visibility")} ${table("sandbox")}
      </details>
      <details><summary>Played earlier</summary>
        <p class="quiet">For a game that you enter afterwards. The times are optional; a game that ended after midnight belongs to the day on which it began.</p>
        <${TimeOfPlay} given=${when} onChange=${setWhen} />
      </details>
      ${form.needs_opening_token && !opener() && html`<p class="note-box">You need the opening link to start a table. Scan the code that the service printed when it started.</p>`}
      <p role="alert" class=${fault ? "note-box" : ""}>${fault}</p>
      <p class="buttons"><button class="primary" disabled=${opening}>Open the table</button></p>
    </div>
  </form>`;
};

const start = async () => {
  const [before, known] = await Promise.all([again(), returning()]);
  const first = await formOf(before ? { component_set: before.component_set, count: before.seats.length } : asksFor ? { component_set: asksFor } : {});
  root.replaceChildren();
  const taken = before && Object.fromEntries(["seats", "options", ...TABLE].map((name) => [name, before[name]]));
  if (first) render(html`<${Form} first=${first} before=${taken ?? {}} known=${known} called=${namesOf(before)} ids=${idsOf(before)} place=${placeOf(before)} />`, root);
  else render(html`<p class="note-box">The form could not be loaded.</p><p class="buttons"><button type="button" onClick=${() => location.reload()}>Try again</button></p>`, root);
};
start();
