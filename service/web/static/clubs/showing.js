// Showing a page of a club as the keys of this device open it.
import { askedWithHeld } from "../home/asked.js";
import { heldClub, keepClub, lend } from "../shared/clubs.js";

/** Ask for the page again and show it; `dress` gets it, and what is said then. */
export const show = async (dress, said = "") => {
  const page = document.querySelector("[data-club]");
  const { club } = page.dataset;
  const known = heldClub(club);
  const told = known && (await askedWithHeld(Object.values(known.keys)));
  const asked = told?.querySelector("[data-club]");
  if (!asked) return;
  document.title = told.title;
  page.replaceWith(asked);
  const { name } = asked.dataset;
  if (!name) return;
  keepClub(club, {}, { name });
  lend(club, [...asked.querySelectorAll("[data-id]")].map((one) => one.dataset.id));
  dress(asked, said);
};
