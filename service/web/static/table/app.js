// The table's page: finds its token, follows the session, and draws what it is told.
import { computed, effect } from "@preact/signals";
import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { html, Icon } from "../shared/html.js";
import { keep, kept, tokenOf } from "../shared/tokens.js";
import { Away } from "./away.js";
import { Board } from "./board.js";
import { Head } from "./head.js";
import { fetchRest, rest } from "./later.js";
import { Panel } from "./panel.js";
import { Seats } from "./seats.js";
import { follow } from "./state/live.js";
import { startOutbox } from "./state/outbox.js";
import { notice, trouble } from "./state/queue.js";
import { pump } from "./state/sending.js";
import { steady } from "./state/sharing.js";
import { isGone, said, table } from "./state/table.js";

const root = document.getElementById("table");
const { session, titles } = root.dataset;
const games = JSON.parse(titles);

const TABS = [
  ["", "layout-grid", "Table"],
  ["log", "list", "Log"],
  ["seats", "users", "Seats"],
];
const Tabs = ({ at }) => html`<nav class="tabs" aria-label="Parts of the page">
  ${TABS.map(([name, icon, label]) => html`<a key=${name} href=${`#${name}`} aria-current=${at === name ? "page" : undefined}><${Icon} name=${icon} /> ${label}</a>`)}
</nav>`;

const tabNow = () => location.hash.slice(1).split("=")[0];

const Notice = () => {
  useEffect(() => {
    const timer = notice.value && setTimeout(() => (notice.value = ""), 5000);
    return () => clearTimeout(timer);
  }, [notice.value]);
  return notice.value && html`<p class="toast">${notice.value}</p>`;
};

const told = steady(() => table.value && { game: table.value.game, status: table.value.status });
const titleOf = () => games[told.value?.game] ?? "Tablelog";
const away = computed(() => !told.value || isGone.value);

/** A part of the rest, where it stands once it is here. */
const Later = ({ part }) => rest.value && html`<${rest.value[part]} />`;
const Said = () => said.value;

const Screen = () => {
  const [tab, setTab] = useState(tabNow());
  useEffect(() => addEventListener("hashchange", () => setTab(tabNow())), []);
  const gone = away.value;
  useEffect(() => void (gone || performance.mark("interactive")), [gone]);
  const at = TABS.some(([name]) => name === tab) ? tab : "";
  return html`<div class=${`screen tab-${at || "table"}`}>
    <${Head} title=${titleOf()} />
    ${gone ? html`<main><${Away} /></main>` : html`
      ${rest.value ? html`<${Later} part="Turn" />` : html`<p class="whose" />`}
      <${Seats} />
      <main>
        <${Board} more=${rest.value?.more} />
        <${Later} part="Mats" />
        <${Panel} />
        <${Later} part="Log" />
      </main>
      <${Tabs} at=${at} />`}
    <p class="ears" aria-live="polite"><${Said} /></p>
    <p class="ears" aria-live="assertive">${notice.value || (trouble.value ? "What you tapped was not recorded." : "")}</p>
    <${Notice} />
  </div>`;
};

const begin = async () => {
  root.replaceChildren();
  const token = tokenOf(session);
  await startOutbox(session);
  follow(session, token, pump);
  fetchRest();
  effect(() => {
    if (told.value) document.title = [rest.value?.whose.value, titleOf()].filter(Boolean).join(" · ");
  });
  /** Which table is shown stands beside it: whoever drives the page by a program waits for that. */
  effect(() => void (root.dataset.version = table.value?.version ?? ""));
  const named = told.subscribe((known) => {
    if (known && kept(session)) keep(session, {}, { ...known, title: games[known.game] });
  });
  render(html`<${Screen} />`, root);
  return named;
};
begin();
