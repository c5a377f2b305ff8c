// Geometry: where a place lies in the units of its zone, and how much room its name and pieces have in it.
const HALF = Math.sqrt(3) / 2;
/** The rectangle around a shape. */
export const boxOf = (shape) => {
  if (shape.kind === "box") return shape;
  if (shape.kind === "outline") {
    const [xs, ys] = [0, 1].map((axis) => shape.points.map((point) => point[axis]));
    const [x, y] = [Math.min(...xs), Math.min(...ys)];
    return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
  }
  const half = shape.radius * (shape.kind === "hex" ? HALF : 1);
  return { x: shape.x - half, y: shape.y - shape.radius, width: 2 * half, height: 2 * shape.radius };
};
const middleOf = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
export const centreOf = ({ shape, at }) => at ?? middleOf(boxOf(shape));

/** The corners of a hexagon or an outline. */
export const cornersOf = ({ kind, x, y, radius, points }) =>
  kind === "outline"
    ? points
    : [0, 1, 2, 3, 4, 5].map((at) => {
        const angle = (Math.PI / 3) * at - Math.PI / 2;
        return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
      });

/** Lines across an outline, at which its width is taken. */
const LINES = 16;
/** From left to right, what of a line at this height lies within the outline, around x or nearest to it. */
const chord = (points, y, x) => {
  const cuts = points
    .flatMap(([x1, y1], at) => {
      const [x2, y2] = points[(at + 1) % points.length];
      return y1 <= y !== y2 <= y ? [x1 + ((y - y1) * (x2 - x1)) / (y2 - y1)] : [];
    })
    .sort((one, other) => one - other);
  let best = [x, x];
  let least = Infinity;
  for (let at = 0; at + 1 < cuts.length; at += 2) {
    const away = Math.max(cuts[at] - x, x - cuts[at + 1], 0);
    if (away < least) [least, best] = [away, [cuts[at], cuts[at + 1]]];
  }
  return best;
};
/** The largest rectangle within an outline that reaches around its middle. */
const within = (place) => {
  const box = boxOf(place.shape);
  const [x] = centreOf(place);
  const step = box.height / LINES;
  const chords = Array.from({ length: LINES }, (_, at) => chord(place.shape.points, box.y + (at + 0.5) * step, x));
  let best = box;
  let most = 0;
  for (let top = 0; top < LINES; top++) {
    let [left, right] = chords[top];
    for (let foot = top; foot < LINES; foot++) {
      left = Math.max(left, chords[foot][0]);
      right = Math.min(right, chords[foot][1]);
      const [width, height] = [right - left, (foot - top + 1) * step];
      const worth = Math.min(width, 2.2 * height) * Math.min(height, 1.2 * width);
      if (worth > most) [most, best] = [worth, { x: left, y: box.y + top * step, width, height }];
    }
  }
  return best;
};

const INSIDE = { disc: [0.78, 0.68], hex: [0.94, 0.6] };
const rooms = new WeakMap();
/** The rectangle within a place in which its name and its pieces stand. */
export const roomOf = (place) => {
  const { shape } = place;
  if (shape.kind === "box") return shape;
  if (!rooms.has(shape)) {
    const box = boxOf(shape);
    const [wide, high] = INSIDE[shape.kind] ?? [];
    rooms.set(shape, wide ? { x: box.x + (box.width * (1 - wide)) / 2, y: box.y + (box.height * (1 - high)) / 2, width: box.width * wide, height: box.height * high } : within(place));
  }
  return rooms.get(shape);
};

/** A way from one point to a place ends where the room of its name begins. */
export const endOf = ([x, y], place) => {
  const { x: left, y: top, width, height } = roomOf(place);
  const [mx, my] = middleOf({ x: left, y: top, width, height });
  const part = Math.min(1, width / 2 / Math.abs(x - mx || 1e-9), height / 2 / Math.abs(y - my || 1e-9));
  return [mx + (x - mx) * part, my + (y - my) * part];
};

const percent = (part, of) => `${(100 * part) / of}%`;
/** Where a rectangle lies in a picture of this size. */
export const where = ({ x, y, width, height }, [wide, high]) => ({
  left: percent(x, wide),
  top: percent(y, high),
  width: percent(width, wide),
  height: percent(height, high),
});
/** The part of the rectangle around an outline that lies within it. */
export const cutOf = (shape) => {
  const { x, y, width, height } = boxOf(shape);
  return `polygon(${cornersOf(shape).map(([px, py]) => `${percent(px - x, width)} ${percent(py - y, height)}`)})`;
};

/** How many letters wide a text is at most, on the broad side of the common fonts. */
export const widthOf = (text) =>
  [...text].reduce((sum, letter) => sum + (/[iljtfrI.,:;'’|() ·-]/.test(letter) ? 0.37 : /[mwMW%—…]/.test(letter) ? 0.95 : /\p{Lu}/u.test(letter) ? 0.72 : 0.61), 0.25);
