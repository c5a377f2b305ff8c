// Canvas: the map as a picture that fingers, a mouse and keys change.
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { html, Icon } from "../../shared/html.js";
import { document, mayEdit, sheet } from "../state/draft.js";
import { openRow } from "../state/open.js";
import { same } from "../state/places.js";
import { Place, Ring, Roads, Scenery, Words } from "./drawing.js";
import { useGestures } from "./gestures.js";
import { useKeys } from "./keys.js";
import { from, hasLaid, laid, layPlace, mode, tapGround, tapPlace } from "./state/acting.js";
import { snapped } from "./state/laying.js";
import { heardOf, notesOf } from "./state/notes.js";
import { isMoving, movePhoto, photo } from "./state/photo.js";
import { baseOf, boxOf, moved, onMap, unitOf, wholeOf } from "./state/view.js";
import { HINTS } from "./tools.js";

/** Pixels around a finger in which it finds a place. */
const REACH = 22;
/** Pixels that letters are high, in a map of few large places and of many small ones, and at most. */
const LETTERS = { lattice: 10.5, graph: 9, most: 14 };
/** So many parts of a place a letter is high where there is room. */
const PART = 0.17;

const Photo = () => {
  const { url, ratio, x, y, width, turn, opacity } = photo.value;
  return html`<image href=${url} x=${-width / 2} y=${-width / ratio / 2} width=${width} height=${width / ratio} preserveAspectRatio="none" opacity=${opacity} transform=${`translate(${x} ${y}) rotate(${turn})`} />`;
};

/** The size of letters in units of the map: they grow with their places, up to a size that is read well. */
const lettersOf = ({ map, places }, unit) => {
  const [{ shape = {} } = {}] = places;
  const high = shape.radius ? 2 * shape.radius : (shape.height ?? 40);
  return Math.min(Math.max(LETTERS[map.field.map.is], (high * PART) / unit), LETTERS.most) * unit;
};

/** The cell or the spot of the grid to which a place is carried. */
const Target = ({ ground, carried }) => {
  const [x, y] = snapped(ground.chart, carried.point);
  const radius = ground.chart.steps.length ? Math.hypot(...ground.chart.steps[0]) / Math.sqrt(3) : 9;
  return html`<circle class="target" cx=${x} cy=${y} r=${radius} />`;
};

/** chosen: the place whose fields lie open. */
export const Canvas = ({ ground, chosen }) => {
  const here = useRef();
  const { chart } = ground;
  const base = baseOf(chart, ground.places.map(({ point }) => point));
  const [looked, setView] = useState(() => wholeOf(base));
  // The map may have grown since.
  const view = moved(base, looked, { by: [0, 0], factor: 1, around: looked.at });
  const [unit, measure] = useState(1);
  const [carried, carry] = useState(null);
  const [cursor, setCursor] = useState({ at: "", isSeen: false });
  const box = boxOf(base, view);
  useLayoutEffect(() => {
    const look = () => measure(unitOf(here.current));
    const eye = new ResizeObserver(look);
    eye.observe(here.current);
    look();
    return () => eye.disconnect();
  }, [view.zoom, base.width, base.height]);
  /** The place at a spot of the screen: what is drawn there, or what lies next to it. */
  const find = (x, y) => {
    const drawn = window.document.elementFromPoint(x, y)?.closest?.("[data-place]");
    if (drawn) return ground.places.find(({ at }) => at === drawn.dataset.place);
    const [mx, my] = onMap(here.current, x, y);
    const away = ({ point: [px, py] }) => Math.hypot(px - mx, py - my);
    const [next] = [...ground.places].sort((one, other) => away(one) - away(other));
    return next && away(next) < REACH * unit ? next : undefined;
  };
  const zoomBy = (factor, around = view.at) => setView((now) => moved(base, now, { by: [0, 0], factor, around }));
  useGestures(here, {
    find: (x, y) => (mayEdit.value && mode.value === "select" && !isMoving.value ? find(x, y) : undefined),
    lift: (place, x, y) => carry({ place, grip: onMap(here.current, x, y), point: place.point }),
    carry: (x, y) => carry((now) => {
      const [mx, my] = onMap(here.current, x, y);
      return now && { ...now, point: [now.place.point[0] + mx - now.grip[0], now.place.point[1] + my - now.grip[1]] };
    }),
    drop: () => {
      if (carried) layPlace(carried.place, snapped(chart, carried.point));
      carry(null);
    },
    cancel: () => carry(null),
    tap: (event) => {
      if (isMoving.value) return;
      const place = event.detail ? find(event.clientX, event.clientY) : ground.places.find(({ at }) => at === event.target.closest("[data-place]")?.dataset.place);
      const road = event.target.closest("[data-road]")?.dataset.road;
      if (place) tapPlace(ground, place);
      else if (road && mode.value === "select") openRow(road);
      else if (event.detail) tapGround(ground, onMap(here.current, event.clientX, event.clientY));
    },
    move: ({ dx, dy, factor, turn, x, y }) => {
      const change = { by: [dx * unit, dy * unit], factor, turn, around: onMap(here.current, x, y) };
      if (isMoving.value) movePhoto(change);
      else setView((now) => moved(base, now, change));
    },
    scrolls: view.zoom === 1 && !isMoving.value,
  });
  const keys = useKeys(here, { ground, zoomBy, whole: () => setView(wholeOf(base)) });
  const look = ({ target }) => target.dataset.place && setCursor({ at: target.dataset.place, isSeen: target.matches(":focus-visible") });
  const ring = (at, is) => ground.places.filter((place) => place.at === at).map((place) => html`<${Ring} key=${is} place=${place} is=${is} />`);
  const only = mode.value === "lay" ? (laid.value?.field.key ?? "") : "";
  const notes = notesOf(sheet.value, document.value, ground, only);
  const heard = only ? notesOf(sheet.value, document.value, ground) : notes;
  const size = lettersOf(ground, unit);
  const reachable = (ground.places.find(({ at }) => at === cursor.at) ?? chosen ?? ground.places[0])?.at;
  const stateOf = (place) => ({ selected: place === chosen && mode.value === "select", from: place.at === from.value, lit: mode.value === "lay" && Boolean(laid.value) && hasLaid(place), carried: carried?.place.at === place.at });
  const drawn = (place) => html`<${Place} key=${place.at} place=${place} ground=${ground} heard=${heardOf(heard.get(place.at))} states=${stateOf(place)} isReachable=${place.at === reachable} />`;
  const written = (place, states) => html`<${Words} key=${place.at} place=${place} notes=${notes.get(place.at) ?? []} size=${size} states=${states} />`;
  /** Of places that lie on each other, one has its words. */
  const isOnTop = (place, at) => !ground.places.some((other, after) => after > at && same(other.point, place.point));
  const away = carried && carried.point.map((value, axis) => value - carried.place.point[axis]);
  return html`<div class="map-frame"><svg ref=${here} class=${photo.value ? "map traced" : "map"} viewBox=${[box.x, box.y, box.width, box.height].join(" ")} style=${{ aspectRatio: `${base.width} / ${base.height}`, touchAction: view.zoom === 1 && !isMoving.value ? "pan-y" : "none" }}
      role="group" aria-label=${`Map: ${ground.map.title}`} data-mode=${mode.value} data-moving=${isMoving.value || undefined} tabindex=${isMoving.value ? 0 : undefined} onKeyDown=${keys} onFocusIn=${look} onFocusOut=${() => setCursor((now) => ({ ...now, isSeen: false }))}>
      ${photo.value && html`<${Photo} />`}<${Scenery} chart=${chart} />${mode.value !== "road" && html`<${Roads} ground=${ground} />`}
      ${carried && html`<${Target} ground=${ground} carried=${carried} />`}
      ${ground.places.map(drawn)}${ground.places.filter(isOnTop).map((place) => written(place, stateOf(place)))}${mode.value === "road" && html`<${Roads} ground=${ground} />`}
      ${mode.value === "select" && chosen && !carried && ring(chosen.at, "selected")}${ring(from.value, "from")}${cursor.isSeen && ring(cursor.at, "seen")}
      ${carried && html`<g class="ghost" aria-hidden="true" transform=${`translate(${away.join(" ")})`}>${html`<${Place} place=${carried.place} ground=${ground} heard=${[]} states=${{}} />`}${written(carried.place, {})}</g>`}</svg></div>
    <p class="map-foot"><span class="quiet" role="status">${mayEdit.value && HINTS[isMoving.value ? "photo" : mode.value]}</span>
      <button type="button" class="option" aria-label="Zoom in" onClick=${() => zoomBy(1.5)}><${Icon} name="zoom-in" /></button>
      <button type="button" class="option" aria-label="Show the whole map" disabled=${view.zoom === 1} onClick=${() => setView(wholeOf(base))}><${Icon} name="zoom-out" /></button></p>`;
};
