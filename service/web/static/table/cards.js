// Cards, tracks and lists of lines: the zones without a map, and what lies before a seat.
import { html, Icon, memo } from "../shared/html.js";
import { Amounts } from "./printed.js";
import { litPlaces, soft, tap } from "./shining.js";
import { SeatSign } from "./signs.js";

const lookOf = ({ back, secret }) => `card ${back ? "back" : secret ? "secret" : ""}`;
const Face = ({ card }) => html`
  ${card.value && html`<span class="value">${card.value}${card.icon && html`<${Icon} name=${card.icon} />`}</span>`}
  <span class="name">${card.label}</span>
  ${card.text && html`<span class="text">${card.text}</span>`}`;

/** lit: {value, chosen} of a card that the question asks for; onTake: takes its value. */
const Card = memo(({ card, lit, onTake }) =>
  lit
    ? html`<li><button type="button" class=${`${lookOf(card)} lit${lit.chosen ? " chosen" : ""}`} aria-pressed=${lit.chosen} data-row=${card.id}
        onClick=${() => onTake(lit.value)}><${Face} card=${card} /></button></li>`
    : html`<li class=${lookOf(card)} data-row=${card.id}><${Face} card=${card} /></li>`);

/** lit: card → {value, chosen}. */
export const Cards = ({ cards, lit, onTake }) => html`<ul class="cards">
  ${cards.map((card, at) => html`<${Card} key=${card.id ?? at} card=${card} lit=${card.id && lit?.get(card.id)} onTake=${onTake} />`)}
</ul>`;

export const Lines = memo(({ lines }) => html`<dl class="lines">
  ${lines.map(
    (line) => html`<div key=${line.label} class=${line.alarm ? "alarm" : ""}>
      <dt>${line.icon && html`<${Icon} name=${line.icon} />`}${line.label}</dt><dd class=${line.secret && "secret"}>${line.value}</dd>
    </div>`,
  )}
</dl>`);

const stepName = (track, step) => track.steps?.[step] ?? String(step);

/** A row of cells, each with what is printed on it; the places of seats and sides stand in them. A track can be tapped as a place can. */
export const Track = memo(({ track }) => {
  const { id, least, most, title, marks = [], columns = [] } = track;
  const lit = litPlaces.value;
  const steps = Array.from({ length: most - least + 1 }, (_, at) => least + at);
  const text = marks.map((mark) => `${mark.label} ${stepName(track, mark.at)}`).join(", ");
  return html`<div class=${columns.length ? "track printed" : "track"}>
    <p class="ears">${title}: ${text || "nobody"}</p>
    <span class="name" aria-hidden="true">${title}</span>
    <div class="cells" style=${{ "--cells": steps.length }} aria-hidden="true">
      ${steps.map((step, at) => {
        const column = columns[at];
        const here = marks.filter((mark) => mark.at === step);
        return html`<span key=${step} class=${here.length ? "cell taken" : "cell"}>
          <small>${column ? column.name : stepName(track, step)}${column?.lock && html`<${Icon} name="lock" />`}<${Amounts} gives=${column?.gives} /></small>
          <span>${here.map(({ seat, icon, label }) => (seat ? html`<${SeatSign} seat=${seat} />` : icon ? html`<${Icon} name=${icon} />` : html`<b>${label}</b>`))}</span>
        </span>`;
      })}
    </div>
    ${(lit.size ? lit.has(id) : soft.value.includes(id)) && html`<button type="button" data-place=${id} class=${`spot box ${lit.size ? "lit" : "soft"}`} aria-label=${`Track: ${title}`} onClick=${() => tap({ id, name: title })}></button>`}
  </div>`;
});

/** What lies before a seat: its figures and its cards. */
export const SeatMat = memo(({ panel, lit, onTake }) => {
  const { seat, label, role, lines = [], cards = [] } = panel;
  if (!lines.length && !cards.length) return null;
  return html`<section class="mat" aria-label=${`Before ${label}`}>
    <h2><${SeatSign} seat=${seat} /> ${label} <span class="quiet">${role !== label && role}</span></h2>
    ${lines.length > 0 && html`<${Lines} lines=${lines} />`}
    ${cards.length > 0 && html`<${Cards} cards=${cards} lit=${lit} onTake=${onTake} />`}
  </section>`;
});
