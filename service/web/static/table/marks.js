// Marks: of a choice that is being made, the places that are chosen already, and the way from its source to its goal.
import { computed } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { html } from "../shared/html.js";
import { Shape } from "./areas.js";
import { centreOf, endOf } from "./geometry.js";
import { chosen } from "./state/scene.js";
import { board } from "./state/table.js";

/** How far a way bends to its side, and how large its head is, as parts of its length; the head in units at most. */
const BEND = 0.18;
const HEAD = 0.3;
const LARGEST = 14;

/** By zone, what is marked in it: {zone, places, way}. */
const marked = computed(() =>
  board.value.zones.flatMap((zone) => {
    const at = (id) => zone.places?.find((place) => place.id === id);
    const places = chosen.value.map(({ place }) => at(place)).filter(Boolean);
    const [source, goal] = ["source", "goal"].map((role) => at(chosen.value.find((one) => one.role === role)?.place));
    return places.length ? [{ zone, places, way: source && goal && source !== goal ? [source, goal] : null }] : [];
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

const Marked = ({ zone, places, way }) => {
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
  const [line, head] = way ? wayOf(way) : [];
  return html`<svg ref=${here} class="marks" aria-hidden="true" viewBox=${`0 0 ${wide} ${high}`} preserveAspectRatio=${zone.kind === "grid" ? "none" : "xMidYMid"}>
    ${places.map((place) => html`<${Shape} key=${place.id} shape=${place.shape} class="ring chosen" />`)}
    ${way && html`<path class="way under" d=${line} /><path class="way" d=${line} /><path class="head-of-way" d=${head} />`}
  </svg>`;
};

export const Marks = () => marked.value.map((one) => html`<${Marked} key=${one.zone.id} ...${one} />`);
