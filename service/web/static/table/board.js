// The board: its zones by rank, lit where the question or any verb has a place, pieces gliding between.
import { signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { html } from "../shared/html.js";
import { Cards, Lines, SeatMat, Track } from "./cards.js";
import { Places } from "./places.js";
import { acting, choice, question, tapped, verbs } from "./state/choosing.js";
import { changed } from "./state/diff.js";
import { valueKey } from "./state/domains.js";
import { board } from "./state/table.js";
import { picked } from "./widgets/picked.js";

/** Values of the question that stand on the board, as a `place` or a `piece`: its id → {value, chosen}. */
const litOf = (asked, at) => {
  const found = new Map();
  if (asked?.kind === "variant") {
    for (const option of asked.options) if (option[at]) found.set(option[at], { value: option });
  } else if (asked?.kind === "value") {
    const offered = picked.value?.values ?? asked.domain.values ?? asked.domain.of?.values ?? [];
    for (const value of offered) {
      const id = asked.words.values?.[valueKey(value)]?.[at];
      if (id) found.set(id, { value, chosen: picked.value?.chosen.has(valueKey(value)) });
    }
  }
  return found;
};

/** What can be done at each place: place → [{verb, name, value, words}]. */
export const deedsAt = () => {
  const found = new Map();
  for (const verb of verbs.value) {
    for (const [name, words] of Object.entries(verb.words.parameters ?? {})) {
      const domains = verb.offers.map((offer) => offer.parameters?.[name]).filter((one) => one?.kind === "choice");
      for (const value of new Map(domains.flatMap((one) => one.values.map((of) => [valueKey(of), of]))).values()) {
        const told = words.values?.[valueKey(value)];
        if (!told?.place) continue;
        found.set(told.place, [...(found.get(told.place) ?? []), { verb, name, value, words: told }]);
      }
    }
  }
  return found;
};

const fresh = signal(new Set());
let before = null;
board.subscribe((now) => {
  fresh.value = changed(before, now);
  before = now.zones.length ? now : null;
});

const take = (value) => picked.value?.take(value);
const tap = (place, lit) => {
  if (choice.value) take(lit.get(place.id).value);
  else tapped.value = place;
};

const zoneParts = (zone) =>
  ["places", "tracks", "cards", "lines"].filter((part) => zone[part]?.length).length > 0;

const Zone = ({ zone, lit, cards, soft }) => html`<section class=${`zone zone-${zone.kind} ${zone.places?.length ? "drawn-zone" : "told-zone"}`} aria-labelledby=${`zone-${zone.id}`}>
  <h2 id=${`zone-${zone.id}`}>${zone.title} ${zone.note && html`<span class="note">${zone.note}</span>`}</h2>
  ${zone.places?.length > 0 &&
  html`<${Places} zone=${zone} lit=${lit} soft=${soft} fresh=${fresh.value} onTap=${(place) => tap(place, lit)} />`}
  ${(zone.tracks ?? []).map((track) => html`<${Track} key=${track.id} track=${track} />`)}
  ${zone.cards?.length > 0 &&
  html`<div class="beside">${zone.places?.length > 0 && html`<h3>${zone.title}</h3>`}<${Cards} cards=${zone.cards} lit=${cards} onTake=${take} /></div>`}
  ${zone.lines?.length > 0 && html`<${Lines} lines=${zone.lines} />`}
</section>`;

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Pieces that stand elsewhere than before glide there: their ids are the same for life. */
const glide = (root, known) => {
  const now = new Map();
  for (const piece of root.querySelectorAll("[data-piece]")) {
    const { left, top } = piece.getBoundingClientRect();
    const at = { left: left + root.scrollLeft, top: top + root.scrollTop };
    const old = known.get(piece.dataset.piece);
    now.set(piece.dataset.piece, at);
    if (!old || still.matches || (old.left === at.left && old.top === at.top)) continue;
    const shift = `translate(${old.left - at.left}px, ${old.top - at.top}px)`;
    piece.animate([{ transform: shift }, { transform: "none" }], { duration: 180, easing: "ease-out" });
  }
  return now;
};

export const Board = () => {
  const root = useRef();
  const known = useRef(new Map());
  const shown = board.value;
  useLayoutEffect(() => {
    known.current = glide(root.current, known.current);
  }, [shown]);
  const lit = litOf(question.value, "place");
  const cards = litOf(question.value, "piece");
  useLayoutEffect(() => {
    const shining = [...root.current.querySelectorAll(".lit")];
    for (const one of [shining.at(-1), shining[0]]) one?.scrollIntoView({ block: "nearest" });
  }, [question.value]);
  const soft = choice.value ? new Set() : new Set(deedsAt().keys());
  const zones = shown.zones
    .filter((zone) => zoneParts(zone) && (!zone.of || zone.of === acting.value))
    .sort((one, other) => !one.places?.length - !other.places?.length || (one.rank ?? 50) - (other.rank ?? 50));
  return html`<div class="board" ref=${root} tabindex="0" role="region" aria-label="Board">
    ${zones.map((zone) => html`<${Zone} key=${zone.id} zone=${zone} lit=${lit} cards=${cards} soft=${soft} />`)}
    <${SeatMat} seat=${acting.value} lit=${cards} onTake=${take} />
  </div>`;
};
