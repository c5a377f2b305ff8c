// The cursor of a chart: where it stands, and what each line says there.
const figures = ({ dataset }) => ["left", "right", "first", "last"].map((name) => Number(dataset[name]));

/** Move the cursor of a chart, an SVG that the service drew, to an entry. One without a cursor stays as it is. */
export const place = (svg, at) => {
  const [left, right, first, last] = figures(svg);
  const entry = Math.min(last, Math.max(first, at));
  const x = left + ((entry - first) / (last - first)) * (right - left);
  svg.querySelector(".cursor")?.setAttribute("transform", `translate(${x.toFixed(1)} 0)`);
};

/** The entry below a point of the screen. */
export const entryAt = (svg, clientX) => {
  const [left, right, first, last] = figures(svg);
  const { x, width } = svg.getBoundingClientRect();
  const inside = ((clientX - x) / width) * svg.viewBox.baseVal.width;
  const entry = first + ((inside - left) / (right - left)) * (last - first);
  return Math.round(Math.min(last, Math.max(first, entry)));
};

/** Write the values at an entry below a chart: each item of the list has its own points. */
export const tell = (figure, at) => {
  for (const item of figure.querySelectorAll("[data-points]")) {
    const points = JSON.parse(item.dataset.points);
    const point = points.findLast(([entry]) => entry <= at);
    item.querySelector("b").textContent = point ? point[1] : "–";
    const where = item.querySelector("small");
    if (where) where.textContent = point ? `№ ${point[0]}` : "";
  }
};
