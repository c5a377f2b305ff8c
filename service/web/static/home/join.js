// Joining: the token of the address goes into storage at once, and the bar is cleaned.
import { join } from "../shared/arriving.js";

const told = document.getElementById("told");
const go = async (text) => {
  try {
    location.replace(await join(text));
  } catch {
    told.textContent = "This is not a link to a table. Ask the person who opened it for a new one.";
  }
};

const token = location.hash.slice(1);
if (token) {
  history.replaceState(null, "", "/j");
  go(token);
}
document.getElementById("join").onsubmit = (event) => {
  event.preventDefault();
  go(new FormData(event.target).get("link"));
};
