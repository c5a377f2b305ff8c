// Areas: the shapes of places with their ground, the bands of who controls them, ways, and what shines around them.
import { html, memo } from "../shared/html.js";
import { cornersOf, endOf, centreOf } from "./geometry.js";
import { far, fresh, litPlaces, soft } from "./shining.js";
import { seatOf } from "./signs.js";

/** A shape as an element of SVG. */
export const Shape = ({ shape, ...look }) => {
  if (shape.kind === "disc") return html`<circle cx=${shape.x} cy=${shape.y} r=${shape.radius} ...${look} />`;
  if (shape.kind === "box") return html`<rect x=${shape.x} y=${shape.y} width=${shape.width} height=${shape.height} ...${look} />`;
  return html`<polygon points=${cornersOf(shape).map((corner) => corner.join(",")).join(" ")} ...${look} />`;
};

/** Grounds that are strewn with something. */
const GRAINED = ["land", "order", "warm", "water", "cold", "closed", "chaos"];

/** Who controls a place, or contests it: a band in the colour of each along the inside of its edge. */
export const holdersOf = ({ owner, rivals = [] }) => (rivals.length ? rivals : owner ? [owner] : []);
const BAND = 7;
const Bands = ({ place }) => {
  const holders = holdersOf(place);
  if (!holders.length) return null;
  const id = `in-${place.id}`;
  const bands = holders.map((seat, at) => [seatOf(seat)?.color ?? "none", (at + 1) * BAND]).reverse();
  return html`<g class="bands" clip-path=${`url("#${id}")`}><clipPath id=${id}><${Shape} shape=${place.shape} /></clipPath>
    ${bands.map(([color, wide]) => html`<${Shape} shape=${place.shape} class=${`band color-${color}`} stroke-width=${wide + 3} /><${Shape} shape=${place.shape} class=${`band in color-${color}`} stroke-width=${wide} />`)}
  </g>`;
};

export const Area = memo(({ place, scenery }) => {
  const { shape, tone = "neutral" } = place;
  return html`<${Shape} shape=${shape} class=${`${scenery ? "scenery" : "area"} tone-${tone}`} />
    ${GRAINED.includes(tone) && html`<${Shape} shape=${shape} fill=${`url(#grain-${tone})`} />`}
    ${!scenery && html`<${Bands} place=${place} />`}`;
});

/** Ways lie on regions, and end short of their names; what is smaller covers their ends. */
export const Ways = memo(({ zone }) => {
  const places = new Map(zone.places.map((place) => [place.id, place]));
  return (zone.links ?? []).map(({ start, end, via = [], kind = "road" }) => {
    const ends = [places.get(start), places.get(end)];
    if (!ends[0] || !ends[1]) return null;
    const near = via.length ? [via[0], via.at(-1)] : [centreOf(ends[1]), centreOf(ends[0])];
    const [from, to] = ends.map((place, at) => (place.shape.kind === "outline" ? endOf(near[at], place) : centreOf(place)));
    return html`<polyline class=${`link ${kind}`} points=${[from, ...via, to].join(" ")} />`;
  });
});

/** Around what is no rectangle: what is asked for, what can be done something with, what has just changed. */
export const Rings = memo(({ places }) => {
  const lit = litPlaces.value;
  return places.flatMap((place) => {
    const shines = lit.get(place.id);
    const can = soft.value.includes(place.id);
    const look = shines ? (shines.chosen ? "lit chosen" : "lit") : fresh.value.places.has(place.id) ? "fresh" : can && (far.value.has(place.id) ? "soft far" : "soft");
    return look ? [html`<${Shape} key=${place.id} shape=${place.shape} class=${`ring ${look}`} />`] : [];
  });
});
