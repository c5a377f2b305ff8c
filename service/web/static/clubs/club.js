// The page of a club: it asks for itself again with the keys that this device holds.
import { show } from "./showing.js";
import { faultOf, speaker } from "./state.js";

/** Make somebody who sat at a table one of the club's people. */
const add = async (page, { dataset }) => {
  const body = { name: dataset.add, ...(dataset.player && { players: [dataset.player] }) };
  const answer = await speaker(page.dataset.club)("/people", { method: "POST", body });
  if (answer.status !== 200 && answer.status !== 201) page.querySelector("[data-said]").textContent = faultOf(answer);
  else await show(dress, `${answer.body.name} is one of the club’s people now.`);
};

const dress = (page, said) => {
  for (const button of page.querySelectorAll("[data-add]")) button.onclick = () => add(page, button);
  if (said) page.querySelector("[data-said]").textContent = said;
};
show(dress);
