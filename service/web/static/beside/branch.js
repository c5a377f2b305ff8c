// A branch: it says that it is not the record, leads back to it, and lets bots play the seats that nobody here plays.
import { ask } from "../shared/api.js";
import { kept, tokenOf } from "../shared/tokens.js";

/** Milliseconds between what bots do: slowly enough to follow. */
const PACE = 900;
const BAND = {
  display: "flex", gap: "0 12px", alignItems: "center", justifyContent: "center", flexWrap: "wrap", minHeight: "48px", padding: "0 8px",
  background: "var(--warn-soft)", borderBottom: "2px dashed var(--warn)", fontSize: "var(--less)", whiteSpace: "nowrap",
};

const made = (tag, text, more = {}) => Object.assign(document.createElement(tag), { textContent: text, ...more });

/** Let a bot act once for these seats, on the table as it was seen. */
const act = async (session, seats, version) => {
  const headers = { "If-Match": `"${version}"` };
  await ask(`/v1/sessions/${session}/bot-actions`, { method: "POST", token: tokenOf(session), headers, body: { seats } });
};

/** One action of a bot after whatever was recorded, until somebody lets them wait. */
const letBotsPlay = (root, session, seats) => {
  let timer;
  const button = made("button", "", { type: "button", className: "quiet-button" });
  const plays = () => button.getAttribute("aria-pressed") === "true";
  const go = () => {
    clearTimeout(timer);
    if (plays()) timer = setTimeout(() => act(session, seats, root.dataset.version), PACE);
  };
  const set = (on) => {
    button.setAttribute("aria-pressed", on);
    button.textContent = on ? "Bots play" : "Bots wait";
    go();
  };
  button.onclick = () => set(!plays());
  new MutationObserver(go).observe(root, { attributeFilter: ["data-version"] });
  set(true);
  return button;
};

/** Put the band over the table. */
export const showBranch = (root, { id, forked_from: origin, you }) => {
  const band = made("aside", "");
  band.setAttribute("aria-label", "Branch");
  Object.assign(band.style, BAND);
  band.append(
    made("b", `Branch of № ${origin.number}`),
    made("a", "Original", { href: `/t/${origin.session}/replay?at=${origin.number}` }),
    made("a", "Compare", { href: `/compare?a=${origin.session}&b=${id}` }),
  );
  if (you.role === "owner") band.append(made("a", "Share", { href: `/t/${id}/links` }));
  const bots = kept(id)?.bots ?? [];
  if (bots.length && ["owner", "scribe"].includes(you.role)) band.append(letBotsPlay(root, id, bots));
  root.before(band);
  new ResizeObserver(() => (root.querySelector(".screen").style.height = `calc(100dvh - ${band.offsetHeight}px)`)).observe(band);
};
