// Drawing: a map as it is laid: what lies behind it, its roads, its places with what is known of each.
import { html } from "../../shared/html.js";
import { faultsAt } from "../marks.js";

const classesOf = (name, states) => [name, ...Object.keys(states).filter((one) => states[one])].join(" ");

const corners = ({ x, y, radius }) => Array.from({ length: 6 }, (_, at) => [x + radius * Math.cos((Math.PI / 3) * at - Math.PI / 2), y + radius * Math.sin((Math.PI / 3) * at - Math.PI / 2)]);
const lined = (points) => points.map((point) => point.join()).join(" ");
const Shape = ({ shape, ...more }) => {
  if (shape.kind === "box") return html`<rect x=${shape.x} y=${shape.y} width=${shape.width} height=${shape.height} rx="4" ...${more} />`;
  if (shape.kind === "disc") return html`<circle cx=${shape.x} cy=${shape.y} r=${shape.radius} ...${more} />`;
  return html`<polygon points=${lined(shape.kind === "hex" ? corners(shape) : shape.points)} ...${more} />`;
};
/** Half of what is free for words in a shape. */
const roomIn = (shape, [px, py]) => {
  if (shape.kind === "box") return [shape.width / 2, shape.height / 2];
  if (shape.kind === "disc") return [shape.radius * 0.9, shape.radius * 0.8];
  if (shape.kind === "hex") return [shape.radius * 0.84, shape.radius * 0.74];
  const [xs, ys] = [0, 1].map((axis) => shape.points.map((point) => point[axis]));
  return [Math.min(px - Math.min(...xs), Math.max(...xs) - px), Math.min(py - Math.min(...ys), Math.max(...ys) - py)].map((half) => Math.max(half * 0.9, 14));
};

/** So many parts of a line's height a letter is wide. */
const WIDE = 0.63;
const LINE = 1.12;
/** A text in lines of at most so many letters, the last cut off where there are too many. */
const wrapped = (text, most, lines) => {
  const found = [];
  for (const word of text.split(" ")) {
    const last = found.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= most) found[found.length - 1] = `${last} ${word}`;
    else found.push(word);
  }
  const kept = found.slice(0, lines);
  if (found.length > kept.length && kept.length) kept[kept.length - 1] += "…";
  return kept.map((line) => (line.length > most ? `${line.slice(0, Math.max(1, most - 1))}…` : line));
};

/** Its name and what is known of it, in the middle, for eyes alone; size: of the letters, in units of the map. An id is said last. */
export const Words = ({ place, notes, size, states }) => {
  const [x, y] = place.point;
  const [wide, high] = roomIn(place.shape, place.point);
  const most = Math.max(3, Math.floor((2 * wide) / (size * WIDE)));
  let room = Math.max(1, Math.floor((2 * high) / (size * LINE)));
  const fitted = (text, is) => {
    const lines = wrapped(text, most, room).map((line) => ({ text: line, is }));
    room -= lines.length;
    return lines;
  };
  const told = () => notes.flatMap(({ text, is }) => fitted(text, `note ${is}`));
  const named = () => fitted(place.name, place.row?.name ? "name" : "name id");
  const [first, second] = place.row?.name || !notes.length ? [named(), told()] : [told(), named()].reverse();
  const lines = [...first, ...second];
  return html`<g class=${classesOf("words", states)} aria-hidden="true">${lines.map(({ text, is }, at) => html`<text key=${at} class=${is} x=${x} y=${y + (at - (lines.length - 1) / 2) * size * LINE} font-size=${size}>${text}</text>`)}</g>`;
};

/** Arrows off the edge, one in each direction that the place names. */
const Arrows = ({ place, steps, ends, directions }) =>
  directions.map((name, at) => {
    if (!Object.hasOwn(place.row?.[ends] ?? {}, name)) return null;
    const [dx, dy] = steps[at];
    const [x, y] = [place.point[0] + dx * 0.62, place.point[1] + dy * 0.62];
    const length = Math.hypot(dx, dy);
    const [ux, uy] = [dx / length, dy / length];
    const size = length * 0.11;
    return html`<polygon key=${name} class="arrow" points=${lined([[x + ux * size, y + uy * size], [x - ux * size + uy * size, y - uy * size - ux * size], [x - ux * size - uy * size, y - uy * size + ux * size]])} />`;
  });

/** The way of a road: through its bends, from its first end. */
const wayOf = ({ bends = [] }, { ends: [one, other] }) => {
  const bend = bends.find(({ ends: [first, last] }) => (first === one.id && last === other.id) || (first === other.id && last === one.id));
  const via = bend ? (bend.ends[0] === one.id ? bend.via : bend.via.toReversed()) : [];
  return [one.point, ...via, other.point];
};

export const Scenery = ({ chart }) => html`<g class="scenery">${(chart.scenery ?? []).map(({ shape, tone }, at) => html`<${Shape} key=${at} shape=${shape} class=${`tone-${tone}`} />`)}</g>`;

/** A road with a row of its own has a grip: its form opens. */
const Road = ({ road, points }) => html`${road.row && html`<polyline class="grip" data-road=${road.at} points=${points} />`}<polyline class=${road.kind.at.includes("*") ? "road beside" : "road"} points=${points} />`;
export const Roads = ({ ground }) => html`<g class="roads">${ground.roads.map((road) => html`<${Road} key=${road.at} road=${road} points=${lined(wayOf(ground.chart, road))} />`)}</g>`;

/** A line around a place, over all others. */
export const Ring = ({ place, is }) => html`<${Shape} shape=${place.shape} class=${`ring ${is}`} />`;

/** A place without its words. states: {lit, from, carried, selected}. heard: what is known of it, for ears. */
export const Place = ({ place, ground, heard, states, isReachable }) => {
  const { map } = ground.map.field;
  const isWrong = faultsAt(place.at, true).length > 0;
  return html`<g class=${classesOf(`spot is-${place.shape.kind}`, { ...states, faulty: isWrong })} role="button" tabindex=${isReachable ? 0 : -1} data-place=${place.at} aria-pressed=${Boolean(states.selected || states.lit || states.from)} aria-label=${[place.name, ...heard, isWrong && "needs attention"].filter(Boolean).join(", ")}>
    <${Shape} shape=${place.shape} class="shape" />${map.directions && html`<${Arrows} place=${place} steps=${ground.chart.steps} ends=${map.ends} directions=${map.directions} />`}</g>`;
};
