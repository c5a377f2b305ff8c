// Laying: where places come to lie, as the service will lay them: on the cells of a lattice, or on a light grid. Knows no DOM.
import { computed } from "@preact/signals";
import { told, waiting } from "../../state/draft.js";
import { aboveOf, stepsOf } from "../../state/places.js";

const round = (value) => Math.round(value * 10) / 10;
const apart = ([x, y], [dx, dy]) => Math.hypot(x - dx, y - dy);

/** Between the lines of the grid, as a part of a map's longer side. */
const LINES = 90;
const gridOf = ({ size }) => Math.max(1, Math.round(Math.max(...size) / LINES));

const pointsOf = ({ places }) => Object.values(places).flatMap((table) => Object.values(table).map(({ at }) => at));

/** The cell or the spot of the grid next to a point. */
export const snapped = (chart, [x, y]) => {
  const [origin] = pointsOf(chart);
  if (!chart.steps.length || !origin) return [x, y].map((value) => Math.round(value / gridOf(chart)) * gridOf(chart));
  const [[ax, ay], [bx, by]] = chart.steps;
  const area = ax * by - ay * bx;
  const [dx, dy] = [x - origin[0], y - origin[1]];
  const [a, b] = [(dx * by - dy * bx) / area, (dy * ax - dx * ay) / area];
  const cells = [0, 1].flatMap((one) => [0, 1].map((other) => [Math.floor(a) + one, Math.floor(b) + other]));
  const spots = cells.map(([one, other]) => [round(origin[0] + one * ax + other * bx), round(origin[1] + one * ay + other * by)]);
  return spots.sort((one, other) => apart(one, [x, y]) - apart(other, [x, y]))[0];
};

/** One step from a point: in a direction of the lattice, or a few lines of the grid. by: [-1, 0, 1] to the right and down. */
export const stepped = (chart, [x, y], [right, down]) => {
  if (!chart.steps.length) return snapped(chart, [x + right * 2 * gridOf(chart), y + down * 2 * gridOf(chart)]);
  const fits = ([dx, dy]) => (right ? Math.sign(right) * dx : Math.sign(down) * dy - Math.abs(dx) / 100 - (dx < 0 ? 0.001 : 0));
  const [dx, dy] = [...chart.steps].sort((one, other) => fits(other) - fits(one))[0];
  return [round(x + dx), round(y + dy)];
};

const shifted = (shape, [dx, dy]) => (shape.points ? { ...shape, points: shape.points.map(([x, y]) => [x + dx, y + dy]) } : { ...shape, x: shape.x + dx, y: shape.y + dy });
const laidAt = ({ at, shape }, to) => ({ at: to, shape: shifted(shape, [to[0] - at[0], to[1] - at[1]]) });
/** The place of a table that lies on this cell. */
const lyingAt = (chart, point) => {
  const near = chart.steps.length ? Math.hypot(...chart.steps[0]) / 3 : 0;
  for (const [table, places] of Object.entries(chart.places)) for (const [id, one] of Object.entries(places)) if (apart(one.at, point) < near) return { table, id, one };
  return undefined;
};
const withPlace = (chart, table, id, one) => ({ ...chart, places: { ...chart.places, [table]: { ...chart.places[table], [id]: one } } });

/** A chart with a place laid at a point; on a cell that is taken the two change places. */
const laid = (chart, table, id, point) => {
  const to = snapped(chart, point);
  const known = chart.places[table]?.[id];
  const like = known ?? Object.values(chart.places[table] ?? {})[0] ?? Object.values(chart.places).flatMap(Object.values)[0];
  if (!like) return chart;
  const other = lyingAt(chart, to);
  const next = withPlace(chart, table, id, laidAt(like, to));
  return other && known && other.one !== known ? withPlace(next, other.table, other.id, laidAt(other.one, known.at)) : next;
};

/** The charts of this edition's maps by their addresses, with what waits on this device laid over them. */
export const charts = computed(() =>
  waiting.value.flatMap(({ lay = [] }) => lay).reduce((all, { place, at }) => {
    const map = aboveOf(aboveOf(place));
    const [table, id] = stepsOf(place).slice(-2);
    return all[map] ? { ...all, [map]: laid(all[map], table, id, at) } : all;
  }, told.value?.maps ?? {}),
);
