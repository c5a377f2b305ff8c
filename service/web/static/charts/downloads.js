// Files of a series: a link cannot send a token, so they are fetched and handed to the browser.
import { limit, LONG } from "../shared/api.js";
import { save } from "../shared/saving.js";
import { tokenOf } from "../shared/tokens.js";

/** Have the buttons of a page fetch what they name. */
export const offer = (page) => {
  const { session } = page.dataset;
  for (const button of page.querySelectorAll("button[data-media]")) {
    const from = button.closest("[data-downloads]").dataset.downloads;
    button.hidden = false;
    button.addEventListener("click", async () => {
      const token = tokenOf(session);
      const headers = { Accept: button.dataset.media, ...(token && { Authorization: `Bearer ${token}` }) };
      const told = page.querySelector("[data-told]");
      try {
        const answer = await fetch(from, { headers, cache: "no-store", signal: limit(LONG) });
        if (!answer.ok) throw new Error(answer.statusText);
        save(await answer.blob(), button.dataset.name);
        told.textContent = `Saved ${button.dataset.name}.`;
      } catch {
        told.textContent = "No answer from the service. Try again.";
      }
    });
  }
};
