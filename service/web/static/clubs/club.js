// A page of a club: it asks for itself again with the keys that this device holds.
import { askedWithHeld } from "../home/asked.js";
import { clubKey, keepClub, lend } from "../shared/clubs.js";

const show = async () => {
  const page = document.querySelector("[data-club]");
  const { club } = page.dataset;
  const told = clubKey(club) && (await askedWithHeld());
  const asked = told?.querySelector("[data-club]");
  if (!asked) return;
  document.title = told.title;
  page.replaceWith(asked);
  const { name } = asked.dataset;
  if (!name) return;
  keepClub(club, {}, { name });
  lend(club, [...asked.querySelectorAll("[data-id]")].map((one) => one.dataset.id));
};
show();
