// The audit: while it is under way the page asks again; who may have the file is given it.
import { tokenOf } from "../shared/tokens.js";
import { download } from "./download.js";
import { read } from "./reading.js";

const AGAIN = 2000;

/** The address names the job while it runs: without it a reload would start another one. */
const dress = (page) => {
  const { session } = page.dataset;
  const job = page.querySelector("[data-job]")?.dataset.job;
  const here = new URL(location.href);
  if (job) here.searchParams.set("job", job);
  else here.searchParams.delete("job");
  if (here.href !== location.href) history.replaceState(null, "", here);
  if (job) setTimeout(() => (tokenOf(session) ? read(dress) : location.reload()), AGAIN);
  for (const button of page.querySelectorAll("[data-file]")) {
    button.addEventListener("click", () => download(button, page.querySelector("[data-said]"), tokenOf(session)));
  }
};

read(dress);
