// Places: a zone's map drawn for eyes, with real buttons over what can be tapped, and a list for ears.
import { html, Icon } from "../shared/html.js";
import { PieceSign, SeatSign } from "./signs.js";

const ROOT3 = Math.sqrt(3);
const boxOf = (shape) => {
  if (shape.kind === "box") return shape;
  if (shape.kind === "outline") {
    const xs = shape.points.map(([x]) => x);
    const ys = shape.points.map(([, y]) => y);
    const [x, y] = [Math.min(...xs), Math.min(...ys)];
    return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
  }
  const half = shape.kind === "hex" ? (shape.radius * ROOT3) / 2 : shape.radius;
  return { x: shape.x - half, y: shape.y - shape.radius, width: 2 * half, height: 2 * shape.radius };
};
const percent = (part, of) => `${(100 * part) / of}%`;
const where = (shape, [width, height]) => {
  const box = boxOf(shape);
  return {
    left: percent(box.x, width),
    top: percent(box.y, height),
    width: percent(box.width, width),
    height: percent(box.height, height),
  };
};
const hexPoints = ({ x, y, radius }) =>
  Array.from({ length: 6 }, (_, at) => {
    const angle = (Math.PI / 3) * at - Math.PI / 2;
    return `${x + radius * Math.cos(angle)},${y + radius * Math.sin(angle)}`;
  }).join(" ");

const Drawn = ({ place }) => {
  const { shape, tone = "neutral" } = place;
  const look = `area tone-${tone}`;
  if (shape.kind === "disc") return html`<circle class=${look} cx=${shape.x} cy=${shape.y} r=${shape.radius} />`;
  const points = shape.kind === "hex" ? hexPoints(shape) : shape.points.map((point) => point.join(",")).join(" ");
  return html`<polygon class=${look} points=${points} />`;
};

const centre = (place) => {
  const box = boxOf(place.shape);
  return [box.x + box.width / 2, box.y + box.height / 2];
};
const Links = ({ zone, places }) =>
  (zone.links ?? []).map((link) => {
    const [from, to] = [places.get(link.start), places.get(link.end)];
    if (!from || !to) return null;
    const [[x1, y1], [x2, y2]] = [centre(from), centre(to)];
    return html`<line class=${`link ${link.kind ?? "road"}`} x1=${x1} y1=${y1} x2=${x2} y2=${y2} />`;
  });

/** A place in words, for ears. */
export const spoken = (place) =>
  [
    place.name,
    ["neutral", undefined].includes(place.tone) ? "" : place.tone,
    ...(place.pieces ?? []).map((piece) => ((piece.count ?? 1) > 1 ? `${piece.label} ×${piece.count}` : piece.label)),
    place.note ?? "",
  ]
    .filter(Boolean)
    .join(", ");

const Face = ({ place, size, dim, fresh }) => {
  const pieces = place.pieces ?? [];
  const standing = pieces.filter((piece) => ["pawn", "figure"].includes(piece.kind));
  const lying = pieces.filter((piece) => !standing.includes(piece));
  const box = place.shape.kind === "box";
  const look = ["place", box ? `area tone-${place.tone ?? "neutral"}` : "over", dim && "dim", fresh && "fresh"];
  return html`<div class=${look.filter(Boolean).join(" ")} style=${where(place.shape, size)}>
    <span class="name">${place.short || place.name}</span>
    <span class="marks">${place.owner && html`<${SeatSign} seat=${place.owner} />`}
      ${(place.marks ?? []).map((mark) => html`<${Icon} key=${mark} name=${mark} />`)}</span>
    <span class="lying">${lying.map((piece) => html`<${PieceSign} key=${piece.id} piece=${piece} />`)}</span>
    <span class="standing">${standing.map((piece) => html`<${PieceSign} key=${piece.id} piece=${piece} />`)}</span>
  </div>`;
};

/** The picture and its buttons. lit: place → {chosen}, what may be tapped now; soft: places that something can be done with. */
export const Places = ({ zone, lit, soft, fresh, onTap }) => {
  const size = zone.size ?? [100, 100];
  const places = new Map(zone.places.map((place) => [place.id, place]));
  const drawn = zone.places.filter((place) => place.shape.kind !== "box");
  const heights = zone.places.map((place) => boxOf(place.shape).height).sort((one, other) => one - other);
  const rows = size[1] / heights[Math.floor(heights.length / 2)];
  const asking = lit.size > 0;
  const stretched = zone.kind === "grid";
  const style = stretched ? { "--rows": String(Math.round(rows)) } : { aspectRatio: `${size[0]} / ${size[1]}` };
  return html`<div class=${stretched ? "picture stretched" : "picture"} style=${style}>
    <div class="eyes" aria-hidden="true">
      ${drawn.length + (zone.links ?? []).length > 0 &&
      html`<svg viewBox=${`0 0 ${size[0]} ${size[1]}`} preserveAspectRatio=${stretched ? "none" : "xMidYMid"}>
        <${Links} zone=${zone} places=${places} />
        ${drawn.map((place) => html`<${Drawn} key=${place.id} place=${place} />`)}
      </svg>`}
      ${zone.places.map(
        (place) => html`<${Face} key=${place.id} place=${place} size=${size} fresh=${fresh.has(place.id)}
          dim=${asking && !lit.has(place.id)} />`,
      )}
    </div>
    ${zone.places
      .filter((place) => lit.has(place.id) || (!asking && soft.has(place.id)))
      .map(
        (place) => html`<button type="button" key=${place.id} data-place=${place.id}
          class=${lit.has(place.id) ? (lit.get(place.id).chosen ? "spot lit chosen" : "spot lit") : "spot soft"}
          aria-pressed=${lit.get(place.id)?.chosen} style=${where(place.shape, size)}
          aria-label=${place.name} onClick=${() => onTap(place)}></button>`,
      )}
    <ul class="ears" aria-label=${`Places of ${zone.title}`}>
      ${zone.places.map((place) => html`<li key=${place.id}>${spoken(place)}</li>`)}
    </ul>
  </div>`;
};
