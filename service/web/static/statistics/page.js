// Statistics: the sessions of this device count too; those of a club count for its keys.
import { show } from "../clubs/showing.js";
import { askedWithHeld } from "../home/asked.js";

const more = async () => {
  const asked = (await askedWithHeld())?.querySelector("[data-statistics]");
  if (asked) document.querySelector("[data-statistics]").replaceWith(asked);
};
if (document.querySelector("[data-club]")) show(() => {});
else more();
