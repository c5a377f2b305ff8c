// A file that needs a token: fetched with it, also where it takes a while to make, and offered to the browser.
import { waits } from "../shared/api.js";

const seconds = (number) => new Promise((go) => setTimeout(go, number * 1000));

/** The answer itself, or that of the piece of work that makes it. */
const made = async (path, headers) => {
  let answer = await fetch(path, { headers, cache: "no-store" });
  while (answer.status === 202) {
    await seconds(waits(answer.headers) || 1);
    const piece = await (await fetch(answer.headers.get("Location"), { headers, cache: "no-store" })).json();
    if (piece.status === "failed") throw new Error(piece.detail);
    if (piece.result) answer = await fetch(piece.result, { headers, cache: "no-store" });
  }
  if (!answer.ok) throw new Error((await answer.json()).detail);
  return answer.blob();
};

/** Offer the file that the button names; `said` tells how far it is. */
export const download = async (button, said, token) => {
  button.disabled = true;
  said.textContent = "The file is being made…";
  try {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await made(button.dataset.file, { Authorization: `Bearer ${token}` }));
    link.download = button.dataset.name;
    link.click();
    URL.revokeObjectURL(link.href);
    said.textContent = `${link.download} is downloaded.`;
  } catch (error) {
    said.textContent = `The file cannot be had now. ${error.message ?? ""}`;
  }
  button.disabled = false;
};
