// The head: what is played, where it stands, and how the line is.
import { html, Icon } from "../shared/html.js";
import { openSheet } from "./state/sheets.js";
import { trouble, waiting } from "./state/queue.js";
import { board, flags, isGone, line, table } from "./state/table.js";

const chipOf = () => {
  const waits = waiting.value.length;
  if (trouble.value) return ["asks", "circle-question-mark", "Your decision"];
  if (line.value === "offline") return ["off", "wifi-off", waits ? `Offline · ${waits} waiting` : "Offline"];
  if (line.value === "live") return ["live", null, "Live"];
  if (line.value === "ended") return ["ended", "check", "Ended"];
  return ["off", "clock", line.value === "opening" ? "Opening" : "Waiting"];
};

export const Head = ({ title }) => {
  const [kind, icon, label] = chipOf();
  const told = table.value;
  const where = told ? `${board.value.title}${board.value.title ? " · " : ""}№ ${told.version}` : "";
  return html`<header class="head">
    <h1>${title}</h1>
    <p class="where">${where}${flags.value > 0 && html` <span class="flags"><${Icon} name="flag" />${flags.value}<span class="ears"> flagged</span></span>`}</p>
    ${!isGone.value && html`<p class=${`line ${kind}`} role="status">${icon ? html`<${Icon} name=${icon} />` : html`<i class="dot"></i>`} ${label}</p>`}
    <button type="button" class="menu" aria-label="More" onClick=${() => openSheet("menu")}><${Icon} name="ellipsis" /></button>
  </header>`;
};
