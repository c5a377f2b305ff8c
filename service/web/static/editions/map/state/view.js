// View: which part of a map is seen, and where on it a spot of the screen is. Knows no document.

const MOST = 6;
const within = (value, least, most) => Math.min(Math.max(value, least), Math.max(least, most));

/** The box that holds all of a chart, with room around it for what is moved: {x, y, width, height}. */
export const baseOf = ({ size: [width, height], steps }, points) => {
  const margin = steps.length ? Math.hypot(...steps[0]) * 0.25 : Math.max(width, height) * 0.03;
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [left, top] = [Math.min(0, ...xs), Math.min(0, ...ys)];
  const [right, bottom] = [Math.max(width, ...xs), Math.max(height, ...ys)];
  return { x: left - margin, y: top - margin, width: right - left + 2 * margin, height: bottom - top + 2 * margin };
};

/** All of it: zoom 1, seen from its middle. */
export const wholeOf = ({ x, y, width, height }) => ({ zoom: 1, at: [x + width / 2, y + height / 2] });
export const boxOf = (base, { zoom, at: [x, y] }) => ({ x: x - base.width / zoom / 2, y: y - base.height / zoom / 2, width: base.width / zoom, height: base.height / zoom });

/** The view after a move of fingers: by so much, and by this factor around a point. Nothing beyond the base is shown. */
export const moved = (base, { zoom, at }, { by: [dx, dy], factor, around }) => {
  const next = within(zoom * factor, 1, MOST);
  const scale = zoom / next;
  const to = [0, 1].map((axis) => around[axis] + (at[axis] - [dx, dy][axis] - around[axis]) * scale);
  const half = [base.width / next / 2, base.height / next / 2];
  const low = [base.x + half[0], base.y + half[1]];
  const high = [base.x + base.width - half[0], base.y + base.height - half[1]];
  return { zoom: next, at: to.map((value, axis) => within(value, low[axis], high[axis])) };
};

/** Where a spot of the screen is on the map. */
export const onMap = (svg, x, y) => {
  const point = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM().inverse());
  return [point.x, point.y];
};
/** How much of the map one pixel of the screen is. */
export const unitOf = (svg) => 1 / (svg.getScreenCTM()?.a || 1);
