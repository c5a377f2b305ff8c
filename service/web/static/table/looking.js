// Looking back: an entry of the log that is tapped leads to the table as it stood then; what came since this device looked last.
import { keep, kept } from "../shared/tokens.js";
import { openSheet } from "./state/sheets.js";
import { table } from "./state/table.js";

const PAUSE = 8000;

const told = (seen, { id, version }) => {
  const count = version - seen;
  const line = document.createElement("p");
  const way = document.createElement("a");
  line.className = "toast";
  way.href = `/t/${id}/replay?from=${seen + 1}&to=${version}`;
  way.textContent = `${count} ${count === 1 ? "entry" : "entries"} since you looked`;
  way.style.color = "inherit";
  line.setAttribute("role", "status");
  line.append(way);
  document.body.append(line);
  setTimeout(() => line.remove(), PAUSE);
};

/** Follow what is tapped in the log, and keep up to where this device has seen the session. */
export const lookAtEntries = () => {
  document.addEventListener("click", ({ target }) => {
    const line = target.closest(".log [data-entry]");
    if (line && !target.closest("a, button")) openSheet("look", { number: Number(line.dataset.entry) });
  });
  const first = table.value;
  const seen = first && kept(first.id)?.seen;
  if (seen && seen < first.version) told(seen, first);
  const note = () => kept(table.value?.id) && keep(table.value.id, {}, { seen: table.value.version });
  note();
  document.addEventListener("visibilitychange", note);
  addEventListener("pagehide", note);
};
