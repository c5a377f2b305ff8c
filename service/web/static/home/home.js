// Home: the sessions of this device, as the device knows them and then as the service tells them.
import { ask } from "../shared/api.js";
import { heldClubs } from "../shared/clubs.js";
import { askDurable, isDurable, newlyKept } from "../shared/durable.js";
import { opener } from "../shared/opener.js";
import { forget, heldOf, sessions } from "../shared/tokens.js";
import { roleOf } from "../shared/whose.js";
import { askedWithHeld } from "./asked.js";

/** A session of which the device alone tells: before the service has answered, and where it knows no more. */
const plainPane = (session) => {
  const item = document.createElement("li");
  item.className = "pane session";
  const head = document.createElement("h3");
  const link = document.createElement("a");
  link.href = `/t/${session.id}`;
  link.textContent = session.title ?? "A table";
  head.append(link);
  const text = document.createElement("p");
  text.className = "quiet";
  const day = new Date(session.at).toLocaleDateString(undefined, { dateStyle: "medium" });
  const gone = !heldOf(session) && "the link no longer works";
  text.textContent = [session.status, roleOf(session), day, gone].filter(Boolean).join("\u00a0· ");
  item.append(head, text);
  return item;
};

const forgetting = (session) => {
  const gone = document.createElement("button");
  gone.className = "quiet-button";
  gone.type = "button";
  gone.textContent = "Remove from this device";
  gone.onclick = () => {
    forget(session.id);
    show();
  };
  return gone;
};

const section = document.getElementById("mine");
/** By session, the pane that the service told. */
const panes = new Map();
const pane = (session) => {
  const item = panes.get(session.id)?.cloneNode(true) ?? plainPane(session);
  item.append(forgetting(session));
  return item;
};
const show = () => {
  const known = sessions();
  section.hidden = !known.length;
  document.getElementById("elsewhere").hidden = known.length > 0;
  section.querySelector("ul").replaceChildren(...known.map(pane));
};
show();

/** The clubs of this device, as it knows them until the service has answered. */
const clubs = document.getElementById("clubs");
const showClubs = (told = []) => {
  const held = heldClubs();
  clubs.hidden = !held.length;
  const found = new Map([...told].map((item) => [item.dataset.club, item]));
  clubs.querySelector("ul").replaceChildren(...held.map(({ id, name }) => found.get(id) ?? plainClub(id, name)));
};
const plainClub = (id, name) => {
  const item = document.createElement("li");
  item.className = "pane";
  const head = document.createElement("h3");
  const link = document.createElement("a");
  link.href = `/c/${id}`;
  link.textContent = name ?? "A club";
  head.append(link);
  item.append(head);
  return item;
};
showClubs();

const tell = async () => {
  const page = await askedWithHeld();
  if (page) showClubs(page.querySelectorAll("#clubs [data-club]"));
  for (const item of page?.querySelectorAll("#mine [data-id]") ?? []) panes.set(item.dataset.id, item);
  if (page) show();
};
tell();

/** Where the browser may delete what is listed here, the page says so, and a tap asks it not to. */
const warn = async () => {
  if (section.hidden || (await isDurable()) !== false || (await newlyKept()) === true) return;
  const line = document.getElementById("durable");
  line.hidden = false;
  line.querySelector("button").onclick = async () => {
    const isKept = await askDurable();
    line.textContent = isKept ? "This browser keeps them now." : "This browser does not promise it. Save a file with “Take along”.";
  };
};
warn();

const fault = document.getElementById("told");

/** Watch the table of bots of a game: the one that runs, else a new one. */
const watch = async (button) => {
  button.disabled = true;
  const { status, body } = await ask(`/v1/games/${button.value}/live-table`, { method: "POST", token: opener() });
  if (status === 200 || status === 201) location.assign(`/t/${body.session}`);
  else fault.textContent = body?.detail ?? "No answer from the service. Try again.";
  button.disabled = false;
};
for (const button of document.querySelectorAll("[data-watch]")) {
  button.hidden = false;
  button.onclick = () => watch(button);
}
