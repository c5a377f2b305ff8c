// Joining a club: the key of the address goes into storage at once, and the bar is cleaned.
import { ask } from "../shared/api.js";
import { unpacked } from "../shared/claims.js";
import { heldClub, keepClub } from "../shared/clubs.js";
import { isSession, isToken } from "../shared/forms.js";

const told = document.getElementById("told");

/** What a key says: {club, holder, person}. Raises an error for a text that is none. */
const keyIn = async (token) => {
  if (!isToken(token)) throw new Error("no token");
  const [club, role, person] = JSON.parse(await unpacked(token));
  if (!isSession(club)) throw new Error("no club");
  return { club, person, holder: person ? `${role}:${person}` : role };
};

const go = async (text) => {
  const token = text.trim().split("#").pop();
  try {
    const { club, person, holder } = await keyIn(token);
    const { status, body } = await ask(`/v1/clubs/${club}`, { token });
    if (status !== 200 && (status !== 0 || heldClub(club))) throw new Error("not good here");
    keepClub(club, { [holder]: token }, { ...(body && { name: body.name }), ...(isSession(person) && { person }) });
    location.replace(isSession(person) ? `/c/${club}/people/${person}` : `/c/${club}`);
  } catch {
    told.textContent = "This link opens no club here. Ask the person who keeps the club for a new one.";
  }
};

const arrive = () => {
  const token = location.hash.slice(1);
  if (!token) return;
  history.replaceState(null, "", location.pathname);
  go(token);
};
arrive();
addEventListener("hashchange", arrive);
document.getElementById("join").onsubmit = (event) => {
  event.preventDefault();
  go(new FormData(event.target).get("link"));
};
