// Joining an edition: the token of the address goes into storage at once, and the bar is cleaned.
import { ask } from "../shared/api.js";
import { editionIn, heldEdition, keepEdition } from "./state/held.js";

const told = document.getElementById("told");
const go = async (text) => {
  const token = text.trim().split("#").pop();
  try {
    const { edition, holder } = await editionIn(token);
    const { status, body } = await ask(`/v1/editions/${edition}`, { token });
    if (status !== 200 && (status !== 0 || heldEdition(edition))) throw new Error("not good here");
    keepEdition(edition, { [holder]: token }, body ? { name: body.name, game: body.game } : {});
    location.replace(`/editions/${edition}`);
  } catch {
    told.textContent = "This link opens no edition here. Ask the person who keeps the edition for a new one.";
  }
};

const arrive = () => {
  const token = location.hash.slice(1);
  if (!token) return;
  history.replaceState(null, "", "/e");
  go(token);
};
arrive();
addEventListener("hashchange", arrive);
document.getElementById("join").onsubmit = (event) => {
  event.preventDefault();
  go(new FormData(event.target).get("link"));
};
