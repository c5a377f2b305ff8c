// Home: the sessions of this device, as the device knows them and then as the service tells them.
import { ask } from "../shared/api.js";
import { heldClubs } from "../shared/clubs.js";
import { own } from "../shared/own.js";
import { opener } from "../shared/opener.js";
import { forget, heldOf, sessions } from "../shared/tokens.js";
import { askedWithHeld } from "./asked.js";

const HOLDERS = { owner: "you opened it", scribe: "you record for the table", spectator: "you watch", guest: "you watch", recorder: "you record" };

const told = (session) => own(HOLDERS, session.use) ?? `you play ${(session.use ?? "").replace("seat:", "")}`;

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
  text.textContent = [session.status, told(session), day, gone].filter(Boolean).join("\u00a0· ");
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
