// Places: a zone's map drawn for eyes, with real buttons over what can be tapped, and a list for ears.
import { html, Icon, memo } from "../shared/html.js";
import { fresh, litPlaces, soft, tap } from "./shining.js";
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
/** Where name and pieces of a place stand: around the point that it gives, as far as its shape reaches to both sides. */
const faceOf = ({ shape, at }) => {
  if (!at) return shape;
  const box = boxOf(shape);
  const [wide, high] = [Math.min(at[0] - box.x, box.x + box.width - at[0]), Math.min(at[1] - box.y, box.y + box.height - at[1])];
  return { kind: "box", x: at[0] - wide, y: at[1] - high, width: 2 * wide, height: 2 * high };
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

const Drawn = memo(({ place, scenery }) => {
  const { shape, tone = "neutral" } = place;
  const look = `${scenery ? "scenery" : "area"} tone-${tone}`;
  if (shape.kind === "disc") return html`<circle class=${look} cx=${shape.x} cy=${shape.y} r=${shape.radius} />`;
  if (shape.kind === "box") return html`<rect class=${look} x=${shape.x} y=${shape.y} width=${shape.width} height=${shape.height} />`;
  const points = shape.kind === "hex" ? hexPoints(shape) : shape.points.map((point) => point.join(",")).join(" ");
  return html`<polygon class=${look} points=${points} />`;
});

const centre = (place) => {
  if (place.at) return place.at;
  const box = boxOf(place.shape);
  return [box.x + box.width / 2, box.y + box.height / 2];
};
const Links = memo(({ zone }) => {
  const places = new Map(zone.places.map((place) => [place.id, place]));
  return (zone.links ?? []).map((link) => {
    const [from, to] = [places.get(link.start), places.get(link.end)];
    if (!from || !to) return null;
    return html`<polyline class=${`link ${link.kind ?? "road"}`} points=${[centre(from), ...(link.via ?? []), centre(to)].join(" ")} />`;
  });
});

/** A place in words, for ears. */
export const spoken = (place) =>
  [
    place.name,
    ...(place.pieces ?? []).map((piece) => ((piece.count ?? 1) > 1 ? `${piece.label} ×${piece.count}` : piece.label)),
    place.note ?? "",
  ]
    .filter(Boolean)
    .join(", ");

const Face = memo(({ place, size, full, dim, changed }) => {
  const pieces = place.pieces ?? [];
  const standing = pieces.filter((piece) => ["pawn", "figure"].includes(piece.kind));
  const lying = pieces.filter((piece) => !standing.includes(piece));
  const box = place.shape.kind === "box";
  const look = ["place", box ? `area tone-${place.tone ?? "neutral"}` : "over", dim && "dim", changed && "fresh"];
  return html`<div class=${look.filter(Boolean).join(" ")} style=${where(faceOf(place), size)}>
    <span class="name">${(!full && place.short) || place.name}</span>
    <span class="lying">${place.owner && html`<${SeatSign} seat=${place.owner} />`}
      ${(place.marks ?? []).map((mark) => html`<${Icon} key=${mark} name=${mark} />`)}${lying.map((piece) => html`<${PieceSign} key=${piece.id} piece=${piece} />`)}</span>
    <span class="standing">${standing.map((piece) => html`<${PieceSign} key=${piece.id} piece=${piece} />`)}</span>
  </div>`;
});
const Faces = memo(({ places, size, full }) =>
  places.map(
    (place) => html`<${Face} key=${place.id} place=${place} size=${size} full=${full} changed=${fresh.value.places.has(place.id)}
      dim=${litPlaces.value.size > 0 && !litPlaces.value.has(place.id)} />`,
  ),
);

/** A spot has the outline of its place: those of neighbours lie within each other's frames. */
const spotStyle = (shape, size) => {
  const style = where(shape, size);
  if (shape.kind !== "outline") return style;
  const box = boxOf(shape);
  const points = shape.points.map(([x, y]) => `${percent(x - box.x, box.width)} ${percent(y - box.y, box.height)}`);
  return { ...style, clipPath: `polygon(${points})` };
};
const Spot = memo(
  ({ place, size, lit, chosen }) => html`<button type="button" data-place=${place.id}
    class=${`spot ${place.shape.kind} ${lit ? (chosen ? "lit chosen" : "lit") : "soft"}`} aria-pressed=${chosen}
    style=${spotStyle(place.shape, size)} aria-label=${place.name} onClick=${() => tap(place)}></button>`,
);
/** Buttons over the places that may be tapped: those that are lit, else those that something can be done with. */
const Spots = memo(({ places, size }) => {
  const lit = litPlaces.value;
  return places
    .filter((place) => (lit.size ? lit.has(place.id) : soft.value.includes(place.id)))
    .map((place) => html`<${Spot} key=${place.id} place=${place} size=${size} lit=${lit.has(place.id)} chosen=${lit.get(place.id)?.chosen} />`);
});

const Told = memo(({ place }) => html`<li>${spoken(place)}</li>`);

/** Ways lie on regions, and end below what is smaller. */
const isRegion = ({ shape }) => shape.kind === "outline";

const WHOLE = [100, 100];
/** The picture of a zone, its buttons, and its places in words. */
export const Places = memo(({ zone, full }) => {
  const { places, size = WHOLE, links = [], scenery = [] } = zone;
  const drawn = places.filter((place) => place.shape.kind !== "box");
  const heights = places.map((place) => boxOf(place.shape).height).sort((one, other) => one - other);
  const rows = size[1] / heights[Math.floor(heights.length / 2)];
  const stretched = zone.kind === "grid";
  const style = stretched ? { "--rows": String(Math.round(rows)) } : { "--wide": String(size[0] / size[1]) };
  return html`<div class=${stretched ? "picture stretched" : "picture"} style=${style}>
    <div class="eyes" aria-hidden="true">
      ${drawn.length + links.length + scenery.length > 0 &&
      html`<svg viewBox=${`0 0 ${size[0]} ${size[1]}`} preserveAspectRatio=${stretched ? "none" : "xMidYMid"}>
        ${scenery.map((part) => html`<${Drawn} place=${part} scenery />`)}
        ${drawn.filter(isRegion).map((place) => html`<${Drawn} key=${place.id} place=${place} />`)}
        <${Links} zone=${zone} />
        ${drawn.filter((place) => !isRegion(place)).map((place) => html`<${Drawn} key=${place.id} place=${place} />`)}
      </svg>`}
      <${Faces} places=${places} size=${size} full=${full} />
    </div>
    <${Spots} places=${places} size=${size} />
    <ul class="ears" aria-label=${`Places of ${zone.title}`}>
      ${places.map((place) => html`<${Told} key=${place.id} place=${place} />`)}
    </ul>
  </div>`;
});
