// The audit: while it is under way the page asks again; who may have the file is given it.
import { tokenOf } from "../shared/tokens.js";
import { download } from "./download.js";
import { read } from "./reading.js";

const AGAIN = 2000;

/** The piece of work stands in the address as long as it is under way: asked for without it, it would begin anew. */
const dress = (page) => {
  const { session } = page.dataset;
  const piece = page.querySelector("[data-piece]")?.dataset.piece;
  const here = new URL(location.href);
  if (piece) here.searchParams.set("piece", piece);
  else here.searchParams.delete("piece");
  if (here.href !== location.href) history.replaceState(null, "", here);
  if (piece) setTimeout(() => (tokenOf(session) ? read(dress) : location.reload()), AGAIN);
  const button = page.querySelector("[data-file]");
  button?.addEventListener("click", () => download(button, page.querySelector("[data-said]"), tokenOf(session)));
};

read(dress);
