// Keys: arrows go from place to place, with Shift they move the place; + and − zoom.
import { mayEdit } from "../state/draft.js";
import { closeBeside, open } from "../state/open.js";
import { from, layPlace, mode, select, setMode, tapPlace } from "./state/acting.js";
import { stepped } from "./state/laying.js";
import { isMoving, movePhoto } from "./state/photo.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const ZOOMS = { "+": 1.5, "=": 1.5, "-": 1 / 1.5 };
/** So many units of the map an arrow moves a photograph. */
const NUDGE = 2;

/** The next place in a direction: near, and more ahead than aside. */
const nextTo = ({ places }, { point: [x, y], at: own }, [right, down]) => {
  const cost = ({ point: [px, py] }) => {
    const ahead = (px - x) * right + (py - y) * down;
    const aside = Math.abs((px - x) * down) + Math.abs((py - y) * right);
    return ahead <= 0 ? Infinity : ahead + 2 * aside;
  };
  const [next] = places.filter((one) => one.at !== own && cost(one) < Infinity).sort((one, other) => cost(one) - cost(other));
  return next;
};

export const useKeys = (here, { ground, zoomBy, whole }) => (event) => {
  const { key, shiftKey, altKey, ctrlKey, metaKey, target } = event;
  if (altKey || ctrlKey || metaKey) return;
  const arrow = ARROWS[key];
  const place = ground.places.find(({ at }) => at === target.closest("[data-place]")?.dataset.place);
  const done = () => event.preventDefault();
  if (isMoving.value && arrow) {
    done();
    movePhoto({ by: arrow.map((value) => value * NUDGE), factor: 1, turn: 0, around: [0, 0] });
  } else if (arrow && place && shiftKey) {
    done();
    if (mayEdit.value) layPlace(place, stepped(ground.chart, place.point, arrow), { typed: true });
  } else if (arrow && place) {
    done();
    const next = nextTo(ground, place, arrow);
    if (!next) return;
    here.current.querySelector(`[data-place="${CSS.escape(next.at)}"]`).focus();
    if (mode.value === "select" && open.value.row) select(next.at);
  } else if (place && (key === "Enter" || key === " ")) {
    done();
    tapPlace(ground, place);
  } else if (ZOOMS[key]) {
    done();
    zoomBy(ZOOMS[key], place?.point);
  } else if (key === "0") {
    done();
    whole();
  } else if (key === "Escape") {
    if (from.value) from.value = "";
    else if (mode.value !== "select") setMode("select");
    else if (open.value.row) closeBeside();
  }
};
