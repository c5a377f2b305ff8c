// The board: its zones by rank, lit where the question or any verb has a place, pieces gliding between.
import { useLayoutEffect, useRef } from "preact/hooks";
import { html, memo } from "../shared/html.js";
import { Cards, Lines, SeatMat, Track } from "./cards.js";
import { glide, positions } from "./gliding.js";
import { Places } from "./places.js";
import { fresh, litCards, take } from "./shining.js";
import { acting, question } from "./state/choosing.js";
import { board, seats } from "./state/table.js";

const zoneParts = (zone) =>
  ["places", "tracks", "cards", "lines"].filter((part) => zone[part]?.length).length > 0;

const Zone = memo(({ zone, cards }) => html`<section class=${`zone zone-${zone.kind} ${zone.places?.length ? "drawn-zone" : "told-zone"}`} aria-labelledby=${`zone-${zone.id}`}>
  <h2 id=${`zone-${zone.id}`}>${zone.title} ${zone.note && html`<span class="note">${zone.note}</span>`}</h2>
  ${zone.places?.length > 0 && html`<${Places} zone=${zone} />`}
  ${(zone.tracks ?? []).map((track) => html`<${Track} key=${track.id} track=${track} />`)}
  ${zone.cards?.length > 0 &&
  html`<div class="beside">${zone.places?.length > 0 && html`<h3>${zone.title}</h3>`}<${Cards} cards=${zone.cards} lit=${cards} onTake=${take} /></div>`}
  ${zone.lines?.length > 0 && html`<${Lines} lines=${zone.lines} />`}
</section>`);

export const Board = () => {
  const root = useRef();
  const shown = board.value;
  const cards = litCards.value;
  const mine = seats.value.find((seat) => seat.seat === acting.value);
  const before = useRef(new Map());
  useLayoutEffect(() => fresh.subscribe(({ pieces }) => (before.current = positions(root.current, pieces))), []);
  useLayoutEffect(() => glide(root.current, before.current), [shown]);
  useLayoutEffect(() => {
    const shining = [...root.current.querySelectorAll(".lit")];
    for (const one of [shining.at(-1), shining[0]]) one?.scrollIntoView({ block: "nearest" });
  }, [question.value]);
  const zones = shown.zones
    .filter((zone) => zoneParts(zone) && (!zone.of || zone.of === acting.value))
    .sort((one, other) => !one.places?.length - !other.places?.length || (one.rank ?? 50) - (other.rank ?? 50));
  return html`<div class="board" ref=${root} tabindex="0" role="region" aria-label="Board">
    ${zones.map((zone) => html`<${Zone} key=${zone.id} zone=${zone} cards=${cards} />`)}
    ${mine && html`<${SeatMat} panel=${mine} lit=${cards} onTake=${take} />`}
  </div>`;
};
