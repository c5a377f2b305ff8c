// Copies: what other programs take of a result stands on the page as text; buttons copy it and save it.
import { save } from "../shared/saving.js";

/** Over plain HTTP a browser does not copy by itself: then the text is marked, to be copied by hand. */
const copy = async (text) => {
  try {
    await navigator.clipboard.writeText(text.textContent);
    return "Copied.";
  } catch {
    getSelection().selectAllChildren(text);
    return "The text is selected: copy it by hand.";
  }
};

/** Have the buttons beside each text copy and save it. A saved CSV begins with a byte order mark, for Excel. */
export const offerCopies = (page) => {
  for (const form of page.querySelectorAll("[data-form]")) {
    const text = form.querySelector("pre");
    const said = form.querySelector("[data-said]");
    const [copies, saves] = form.querySelectorAll("button");
    for (const button of [copies, saves]) button.hidden = false;
    copies.addEventListener("click", async () => {
      form.open = true;
      said.textContent = await copy(text);
    });
    saves.addEventListener("click", () => {
      const mark = form.dataset.form === "text/csv" ? "\ufeff" : "";
      save(new Blob([mark, text.textContent], { type: form.dataset.form }), saves.dataset.name);
      said.textContent = `Saved ${saves.dataset.name}.`;
    });
  }
};
