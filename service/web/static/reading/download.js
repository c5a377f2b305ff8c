// A file that needs a token: fetched with it, also where it takes a while to make, and offered to the browser.
import { limit, LONG, waits } from "../shared/api.js";

const seconds = (number) => new Promise((go) => setTimeout(go, number * 1000));

/** The answer itself, or that of the job that makes it. */
const made = async (path, headers) => {
  let answer = await fetch(path, { headers, cache: "no-store", signal: limit(LONG) });
  while (answer.status === 202) {
    await seconds(waits(answer.headers) || 1);
    const job = await (await fetch(answer.headers.get("Location"), { headers, cache: "no-store", signal: limit(LONG) })).json();
    if (job.status === "failed") throw new Error(job.detail);
    if (job.result) answer = await fetch(job.result, { headers, cache: "no-store", signal: limit(LONG) });
  }
  if (!answer.ok) throw new Error((await answer.json()).detail);
  return answer.blob();
};

/** Offer the file that the button names; `said` tells how far it is. */
export const download = async (button, said, token) => {
  button.disabled = true;
  said.textContent = "Preparing the file…";
  try {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await made(button.dataset.file, token ? { Authorization: `Bearer ${token}` } : {}));
    link.download = button.dataset.name;
    link.click();
    URL.revokeObjectURL(link.href);
    said.textContent = `Downloaded ${link.download}.`;
  } catch (error) {
    said.textContent = `The download failed. ${error.message ?? ""}`;
  }
  button.disabled = false;
};
