// Picturing: pictures of the own box on this device. What shows and takes them is a file of its own, fetched when it is wanted.
import { choice } from "./choosing.js";
import { notice } from "./queue.js";
import { openSheet, sheet } from "./sheets.js";

const HAS = "tablelog.pictures";

/** {Sheet}: what the file of pictures brings, once it is here. */
export const pictures = {};
const fetchPictures = () => (pictures.coming ??= import("../pictures.js").catch(() => (pictures.coming = null)));
/** Note whether this device has any, so that the next page shows them. */
export const noteThatAny = (has) => (has ? localStorage.setItem(HAS, "yes") : localStorage.removeItem(HAS));

/** Open the sheet of a thing, {kind, id, name}; without one, the list of all. */
export const openThing = async (thing) => {
  await fetchPictures();
  if (pictures.Sheet) openSheet("thing", { thing });
  else notice.value = "This part of the page did not load. Try again.";
};

export const listenToThings = (root) => {
  if (localStorage.getItem(HAS)) fetchPictures();
  root.addEventListener("click", ({ target }) => {
    const name = target.closest("li.card")?.querySelector(".name").textContent;
    if (!name || sheet.value || choice.value) return;
    // On a phone the sheet stands where the table is.
    location.hash = "";
    openThing({ kind: "card", id: name, name });
  });
};
