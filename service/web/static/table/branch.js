// A branch: it says that it is not the record, leads back to it, and lets bots play the seats that nobody here plays.
import { effect, signal } from "@preact/signals";
import { render } from "preact";
import { ask } from "../shared/api.js";
import { html } from "../shared/html.js";
import { kept, tokenOf } from "../shared/tokens.js";
import { waiting } from "./state/outbox.js";
import { finished, isScribe, seats, table } from "./state/table.js";

/** Milliseconds between what bots do: slowly enough to follow. */
const PACE = 900;
const HIGH = 48;
const BAND = {
  display: "flex", gap: "12px", alignItems: "center", justifyContent: "center", flexWrap: "wrap", minHeight: `${HIGH}px`,
  background: "var(--warn-soft)", borderBottom: "2px dashed var(--warn)", fontSize: "var(--less)",
};

/** Whether bots play now. */
const playing = signal(true);
const botsOf = (id) => kept(id)?.bots ?? [];

const act = async ({ id, version }) => {
  if (waiting.value.length || table.value.version !== version) return;
  const headers = { "If-Match": `"${version}"` };
  await ask(`/v1/sessions/${id}/bot-actions`, { method: "POST", token: tokenOf(id), headers, body: { seats: botsOf(id) } });
};

/** One action of a bot after whatever was recorded, as long as one is awaited. */
const letBotsPlay = () => {
  let timer;
  effect(() => {
    const told = table.value;
    clearTimeout(timer);
    if (!playing.value || finished.value || !isScribe.value || !botsOf(told.id).length) return;
    timer = setTimeout(() => act(told), PACE);
  });
};

const Bots = () => {
  const bots = botsOf(table.value.id);
  if (!bots.length || finished.value || !isScribe.value) return null;
  const names = seats.value.filter(({ seat }) => bots.includes(seat)).map(({ label }) => label);
  return html`<button type="button" class="quiet-button" aria-pressed=${playing.value} onClick=${() => (playing.value = !playing.value)}>
    ${playing.value ? `Bots play ${names.join(", ")}` : "Bots wait"}</button>`;
};

const Band = () => {
  const { id, forked_from: origin } = table.value;
  return html`<aside style=${BAND} aria-label="Branch">
    <span><b>Branch</b> of № ${origin.number}</span>
    <a href=${`/t/${origin.session}/replay?at=${origin.number}`}>The record</a>
    <a href=${`/compare?a=${origin.session}&b=${id}`}>Compare</a>
    <${Bots} />
  </aside>`;
};

/** Put the band over the table of a session that is a branch of another. */
export const showBranch = () => {
  if (!table.value?.forked_from) return;
  const place = document.createElement("div");
  document.body.prepend(place);
  render(html`<${Band} />`, place);
  document.querySelector(".screen").style.height = `calc(100dvh - ${HIGH}px)`;
  letBotsPlay();
};
