// Marks: the places that are chosen so far and the way from source to goal; in a turn that is put together, the ways of what it moves.
import { computed } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { html } from "../shared/html.js";
import { Shape } from "./areas.js";
import { centreOf, endOf } from "./geometry.js";
import { chosen } from "./state/scene.js";
import { board, preview, table } from "./state/table.js";

/** How far a way bends to its side, and how large its head is, as parts of its length; the head in units at most. */
const BEND = 0.18;
const HEAD = 0.3;
const LARGEST = 14;

/** Where each piece stands in a zone: its id → the place. */
const standing = (zone) => new Map((zone?.places ?? []).flatMap((place) => (place.pieces ?? []).map(({ id }) => [id, place])));
/** The ways of pieces that a turn put together moves within a zone, each once: [[source, goal]]. */
const planned = (zone) => {
  if (!preview.value?.count || preview.value.mends) return [];
  const before = standing(table.value.board?.zones.find(({ id }) => id === zone.id));
  const ways = [...standing(zone)].map(([piece, goal]) => [before.get(piece), goal]).filter(([source, goal]) => source && source.id !== goal.id);
  return [...new Map(ways.map((way) => [way.map(({ id }) => id).join(" "), way])).values()];
};

/** By zone, what is marked in it: {zone, places, ways}. */
const marked = computed(() =>
  board.value.zones.flatMap((zone) => {
    const at = (id) => zone.places?.find((place) => place.id === id);
    const places = chosen.value.map(({ place }) => at(place)).filter(Boolean);
    const [source, goal] = ["source", "goal"].map((role) => at(chosen.value.find((one) => one.role === role)?.place));
    const ways = places.length ? [[source, goal]].filter(([from, to]) => from && to && from !== to) : planned(zone);
    return places.length || ways.length ? [{ zone, places, ways }] : [];
  }),
);

/** A curve that begins and ends where the names and pieces of its places do not stand, and its head. */
const wayOf = ([source, goal]) => {
  const [x1, y1] = endOf(centreOf(goal), source);
  const [x2, y2] = endOf(centreOf(source), goal);
  const [dx, dy] = [x2 - x1, y2 - y1];
  const bend = [(x1 + x2) / 2 - dy * BEND, (y1 + y2) / 2 + dx * BEND];
  const turn = Math.atan2(y2 - bend[1], x2 - bend[0]);
  const size = Math.min(LARGEST, HEAD * Math.hypot(dx, dy) + 4);
  const side = (by) => [x2 - size * Math.cos(turn + by), y2 - size * Math.sin(turn + by)];
  return [`M${x1} ${y1}Q${bend} ${x2} ${y2}`, `M${x2} ${y2}L${side(0.5)}L${side(-0.5)}z`];
};

const Marked = ({ zone, places, ways }) => {
  const [wide, high] = zone.size ?? [100, 100];
  const here = useRef();
  useLayoutEffect(() => {
    const lie = () => {
      const picture = here.current?.closest(".board").querySelector(`[aria-labelledby="zone-${CSS.escape(zone.id)}"] .picture`);
      if (!picture) return;
      const root = here.current.closest(".board");
      const [at, of] = [picture.getBoundingClientRect(), root.getBoundingClientRect()];
      const { style } = here.current;
      style.left = `${at.left - of.left + root.scrollLeft}px`;
      style.top = `${at.top - of.top + root.scrollTop}px`;
      style.width = `${at.width}px`;
      style.height = `${at.height}px`;
    };
    // The board is drawn, and what is not wanted on it is hidden, before this is laid over it.
    requestAnimationFrame(() => {
      lie();
      for (const ring of here.current?.querySelectorAll(".ring") ?? []) ring.scrollIntoView({ block: "nearest", inline: "nearest" });
    });
    addEventListener("resize", lie);
    return () => removeEventListener("resize", lie);
  });
  return html`<svg ref=${here} class="marks" aria-hidden="true" viewBox=${`0 0 ${wide} ${high}`} preserveAspectRatio=${zone.kind === "grid" ? "none" : "xMidYMid"}>
    ${places.map((place) => html`<${Shape} key=${place.id} shape=${place.shape} class="ring chosen" />`)}
    ${ways.map(wayOf).map(([line, head]) => html`<path class="way under" d=${line} /><path class=${places.length ? "way" : "way planned"} d=${line} /><path class="head-of-way" d=${head} />`)}
  </svg>`;
};

export const Marks = () => marked.value.map((one) => html`<${Marked} key=${one.zone.id} ...${one} />`);
