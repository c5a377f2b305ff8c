// Places: a zone's map drawn for eyes, with real buttons over what can be tapped, and a list for ears.
import { html, Icon, memo } from "../shared/html.js";
import { Area, holdersOf, Rings, Ways } from "./areas.js";
import { boxOf, cutOf, roomOf, where } from "./geometry.js";
import { PieceSign } from "./pieces.js";
import { Amounts, PlaceName } from "./printed.js";
import { far, fresh, litPlaces, soft, tap } from "./shining.js";
import { SeatSign, seatOf } from "./signs.js";

/** A place in words, for ears. */
export const spoken = (place) =>
  [
    place.name,
    ...(place.pieces ?? []).map((piece) => ((piece.count ?? 1) > 1 ? `${piece.label} ×${piece.count}` : piece.label)),
    place.note ?? "",
  ]
    .filter(Boolean)
    .join(", ");

const STANDING = ["pawn", "figure", "die"];
/** Units of a map that a line of a name takes, and the largest piece. */
const LINE = 13;
const LARGEST = 24;
const SMALLEST = 8;
/** Below this part of a grid's width the name of a place stands above what stands there, not beside it. */
const NARROW = 0.26;
/** How wide a piece with its number is, for each unit that it is high. */
const widthIn = ({ count = 1, kind, amount }) => 1.1 + (count > 1 ? 0.6 + 0.55 * String(count).length : 0) + (kind === "die" || amount ? 0.5 : 0);
/** The largest size at which all that lies on a place of a map has room below its name, in units of the zone. */
const sizeOf = (pieces, { width, height }, lines) => {
  const widths = pieces.map(widthIn);
  for (let size = LARGEST; size > SMALLEST; size--) {
    let [rows, used] = [1, 0];
    for (const wide of widths) {
      used += wide * size;
      if (used > width && used > wide * size) [rows, used] = [rows + 1, wide * size];
    }
    if (rows * (size + 1) <= height - LINE * lines && used <= width) return size;
  }
  return SMALLEST;
};

const Bands = ({ place }) => holdersOf(place).map((seat, at) => html`<span key=${seat} class=${`band color-${seatOf(seat)?.color ?? "none"}`} style=${{ inset: `${4 * at}px` }} />`);
const Face = memo(({ place, size, map, dim, changed }) => {
  const { shape, holds, pieces = [], marks = [], tone = "neutral" } = place;
  const box = shape.kind === "box";
  const room = roomOf(place);
  const standing = map ? [] : pieces.filter((piece) => STANDING.includes(piece.kind));
  const lying = pieces.filter((piece) => !standing.includes(piece));
  const free = holds ? Math.max(0, (place.cells ?? 1) - pieces.length) : 0;
  const slots = Array.from({ length: free }, () => html`<i class=${`slot ${holds}`} />`);
  const beside = standing.length + (map ? 0 : free);
  const printed = (place.costs?.length ?? 0) + (place.gives?.length ?? 0);
  const holders = holdersOf(place);
  // A piece with the letter of its seat says whose place it is as well.
  const unsaid = holders.filter((seat) => !pieces.some((piece) => piece.seat === seat && !piece.face && !piece.icon));
  const signs = unsaid.map((seat) => html`<${SeatSign} key=${seat} seat=${seat} />`);
  const over = printed || room.width < NARROW * size[0];
  const look = ["place", box && "area", `tone-${tone}`, map ? "on-map" : "in-grid", over && "over", dim && "dim", changed && "fresh"];
  const units = map && sizeOf([...unsaid, ...marks, ...(place.costs ?? []), ...(place.gives ?? []), ...lying, ...slots], { ...room, width: room.width - (box ? 4 : holders.length ? 8 : 0) }, place.caption === "" ? 0 : 1);
  const wide = `${(100 * room.width) / size[0]}cqw`;
  const style = {
    ...where(room, size),
    "--room": map ? `calc(${wide} - ${box ? 4 : 2 + 7 * holders.length}px)` : `calc(${wide} - ${beside && !over ? 20 : 15}px - ${over ? (place.caption ? printed * 2 : 0) : beside * 1.75}rem)`,
    "--size": map ? `${(100 * units) / size[0]}cqw` : undefined,
  };
  const amounts = html`<${Amounts} costs=${place.costs} gives=${place.gives} />`;
  const sprites = marks.map((mark) => html`<${Icon} key=${mark} name=${mark} />`);
  const signed = (list) => list.map((piece) => html`<${PieceSign} key=${piece.id} piece=${piece} />`);
  return html`<div class=${look.filter(Boolean).join(" ")} style=${style}>
    ${box && html`<${Bands} place=${place} />`}
    <span class="head-of"><${PlaceName} place=${place} />${!map && amounts}</span>
    <span class="lying">${map && amounts}${signs}${sprites}${signed(lying)}${map && slots}</span>
    ${beside > 0 && html`<span class="standing">${signed(standing)}${slots}</span>`}
  </div>`;
});
const Faces = memo(({ places, size, map }) =>
  places.map(
    (place) => html`<${Face} key=${place.id} place=${place} size=${size} map=${map} changed=${fresh.value.places.has(place.id)}
      dim=${litPlaces.value.size > 0 && !litPlaces.value.has(place.id)} />`,
  ),
);

/** A spot has the outline of its place: those of neighbours lie within each other's frames. */
const spotStyle = (shape, size) => {
  const style = where(boxOf(shape), size);
  return shape.kind === "outline" || shape.kind === "hex" ? { ...style, clipPath: cutOf(shape) } : style;
};
const Spot = memo(
  ({ place, size, lit, chosen, says, steps }) => html`<button type="button" data-place=${place.id}
    class=${`spot ${place.shape.kind} ${lit ? (chosen ? "lit chosen" : "lit") : steps ? "soft far" : "soft"}`} aria-pressed=${chosen}
    style=${spotStyle(place.shape, size)} aria-label=${says ?? place.name} onClick=${() => tap(place)}></button>`,
);
/** Buttons over the places that may be tapped: those that are lit, else those that something can be done with. */
const Spots = memo(({ places, size }) => {
  const lit = litPlaces.value;
  return places
    .filter((place) => lit.has(place.id) || soft.value.includes(place.id))
    .map((place) => html`<${Spot} key=${place.id} place=${place} size=${size} lit=${lit.has(place.id)} ...${lit.get(place.id) ?? far.value.get(place.id)} />`);
});

const Told = memo(({ place }) => html`<li>${spoken(place)}</li>`);

const isRegion = ({ shape }) => shape.kind === "outline";
const WHOLE = [100, 100];
/** The picture of a zone, its buttons, and its places in words. */
export const Places = memo(({ zone }) => {
  const { places, size = WHOLE, links = [], scenery = [] } = zone;
  const drawn = places.filter((place) => place.shape.kind !== "box");
  const heights = places.map((place) => boxOf(place.shape).height).sort((one, other) => one - other);
  const rows = size[1] / heights[Math.floor(heights.length / 2)];
  const stretched = zone.kind === "grid";
  const style = stretched ? { "--rows": String(Math.round(rows)) } : { "--wide": String(size[0] / size[1]) };
  const canvas = { viewBox: `0 0 ${size[0]} ${size[1]}`, preserveAspectRatio: stretched ? "none" : "xMidYMid" };
  const area = (place) => html`<${Area} key=${place.id} place=${place} />`;
  const look = ["picture", stretched && "stretched", places.some((place) => place.holds) && "slotted"];
  return html`<div class=${look.filter(Boolean).join(" ")} style=${style}>
    <div class="eyes" aria-hidden="true">
      ${drawn.length + links.length + scenery.length > 0 &&
      html`<svg ...${canvas}>
        ${scenery.map((part) => html`<${Area} place=${part} scenery />`)}
        ${drawn.filter(isRegion).map(area)}
        <${Ways} zone=${zone} />
        ${drawn.filter((place) => !isRegion(place)).map(area)}
        <${Rings} places=${drawn} />
      </svg>`}
      <${Faces} places=${places} size=${size} map=${!stretched} />
    </div>
    <${Spots} places=${places} size=${size} />
    <ul class="ears" aria-label=${`Places of ${zone.title}`}>
      ${places.map((place) => html`<${Told} key=${place.id} place=${place} />`)}
    </ul>
  </div>`;
});
