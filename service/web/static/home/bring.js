// Bringing: tables of this device become tables of a club. Each needs its owner's token and a key that organises.
import { render } from "preact";
import { useState } from "preact/hooks";
import { ask, limit } from "../shared/api.js";
import { held as headerOf } from "../shared/held.js";
import { html } from "../shared/html.js";
import { held } from "../shared/luggage.js";
import { NO_ANSWER } from "../shared/whose.js";

const root = document.getElementById("bring");
const { club } = root.dataset;
const MOST_TOKENS = 50;
const PAGE = 200;

/** A page of a list after another, to its end; null where nobody answers. */
const listAll = async (id, token) => {
  const found = [];
  for (let cursor = ""; cursor !== null; ) {
    const { status, body } = await ask(`/v1/clubs/${id}/sessions?${new URLSearchParams({ sandbox: "any", void: "any", limit: PAGE, ...(cursor && { cursor }) })}`, { token });
    if (status !== 200) return null;
    found.push(...body.items.map((one) => one.id));
    cursor = body.next;
  }
  return found;
};

/** The rows of the home page for these tokens, by session: it tells who sat there, and who won. */
const rowsOf = async (tokens) => {
  const rows = new Map();
  for (let first = 0; first < tokens.length; first += MOST_TOKENS) {
    try {
      const answer = await fetch("/", { headers: { Accept: "text/html", ...headerOf(tokens.slice(first, first + MOST_TOKENS)) }, cache: "no-store", signal: limit() });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      for (const item of page.querySelectorAll("#mine [data-id]")) rows.set(item.dataset.id, item);
    } catch {
      // The device's own words stand instead.
    }
  }
  return rows;
};
const textIn = (row, place) => row?.querySelector(place)?.textContent.trim();
const namedBy = (row, { title, at }) => {
  const seats = [...(row?.querySelectorAll(".seats li > span:last-child") ?? [])].map((seat) => seat.firstChild.textContent.trim());
  return {
    title: textIn(row, "h3 a") ?? title ?? "A table",
    text: [textIn(row, "time") ?? new Date(at).toLocaleDateString(undefined, { dateStyle: "medium" }), seats.join(", "), textIn(row, "p b")].filter(Boolean).join(" · "),
  };
};

const WRONG = { 0: NO_ANSWER, 401: "The owner’s link of this table no longer works.", 404: "The service does not know this table, or your key of the club is no longer good." };
/** Bring one table in. Answers what went wrong; "": nothing. */
const bring = async (table, key) => {
  const { status, body } = await ask(`/v1/clubs/${club}/sessions/${table.id}`, { method: "PUT", token: key, headers: headerOf([table.token]) });
  return status === 200 ? "" : (WRONG[status] ?? body?.detail ?? NO_ANSWER);
};

const Row = ({ table, state, chosen, busy, onTick }) => html`<label><input type="checkbox" checked=${chosen} disabled=${busy || state === ""} onChange=${onTick} />
  <span><b>${table.title}</b> <small>${table.text}</small>${state === "" && html` <small>In the club now.</small>`}${state && html` <small class="flags">${state}</small>`}</span></label>`;

const Bring = ({ tables, organiser, elsewhere }) => {
  const [chosen, choose] = useState([]);
  /** By table, what went wrong; "": it is in the club. */
  const [states, setStates] = useState({});
  const [at, move] = useState(null);
  const [told, tell] = useState("");
  const left = tables.filter(({ id }) => states[id] !== "");
  const tick = (id) => choose(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  const send = async (event) => {
    event.preventDefault();
    const sent = left.filter(({ id }) => chosen.includes(id));
    let done = 0;
    const wrong = [];
    tell("");
    for (const table of sent) {
      move({ done, all: sent.length });
      const fault = await bring(table, organiser);
      setStates((now) => ({ ...now, [table.id]: fault }));
      if (fault) wrong.push(table.id);
      done += 1;
    }
    move(null);
    choose(wrong);
    const count = sent.length - wrong.length;
    tell(`${count === 1 ? "One table is" : `${count} tables are`} in the club now.${wrong.length ? ` ${wrong.length === 1 ? "One is" : `${wrong.length} are`} not, and ${wrong.length === 1 ? "its row says" : "their rows say"} why. You can try again.` : ""}`);
  };
  return html`<form onSubmit=${send}>
    <p>These tables were opened on this device and are in no club. Everybody in the club sees a table from then on, also if it is private.</p>
    <fieldset><legend>Tables of this device</legend>
      ${left.length > 1 && html`<p class="buttons"><button type="button" class="option" disabled=${at} onClick=${() => choose(left.map(({ id }) => id))}>All</button> <button type="button" class="option" disabled=${at} onClick=${() => choose([])}>None</button></p>`}
      <div class="choices">${tables.map((table) => html`<${Row} key=${table.id} table=${table} state=${states[table.id]} chosen=${chosen.includes(table.id)} busy=${at !== null} onTick=${() => tick(table.id)} />`)}</div>
    </fieldset>
    ${at && html`<progress max=${at.all} value=${at.done} aria-label="Tables brought in"></progress>`}
    <p role="status">${at ? `Table ${at.done + 1} of ${at.all}…` : told}</p>
    <p class="buttons"><button class="primary" disabled=${at || !left.some(({ id }) => chosen.includes(id))}>Bring them into the club</button></p>
    ${elsewhere > 0 && html`<p class="quiet">${elsewhere === 1 ? "One more table of this device is in a club already." : `${elsewhere} more tables of this device are in a club already.`}</p>`}</form>`;
};

/** The key that takes sessions in: the widest one first. */
const ORGANISES = ["organiser", "keeper"];
const keyIn = ({ tokens }) => ORGANISES.map((holder) => tokens[holder]).find(Boolean) ?? Object.entries(tokens).find(([holder]) => holder.startsWith("key-"))?.[1];

const note = (text) => html`<p class="note-box" role="status">${text}</p>`;
const found = async () => {
  const clubs = held("clubs");
  const here = clubs.find(({ id }) => id === club);
  if (!here) return note("This device has no key of this club. Open the link of its organisers on this device first.");
  const key = keyIn(here);
  if (!key) return note("Only organisers bring tables into the club. Open the link of its organisers on this device, or ask one of them.");
  const own = held("sessions").filter(({ tokens }) => tokens.owner).map((one) => ({ ...one, token: one.tokens.owner }));
  const taken = await listAll(club, key);
  if (!taken) return note("The club could not be loaded. Its key may no longer work.");
  for (const other of clubs.filter(({ id }) => id !== club)) taken.push(...((await listAll(other.id, Object.values(other.tokens)[0])) ?? []));
  const tables = own.filter(({ id }) => !taken.includes(id));
  if (!tables.length) return note(own.length ? "All tables that were opened on this device are in a club already." : "No table was opened on this device.");
  const rows = await rowsOf(tables.map(({ token }) => token));
  const named = tables.map((table) => ({ ...table, ...namedBy(rows.get(table.id), table) }));
  return html`<${Bring} tables=${named} organiser=${key} elsewhere=${own.length - tables.length} />`;
};

const begin = async () => {
  const shown = await found();
  root.replaceChildren();
  render(shown, root);
};
begin();
