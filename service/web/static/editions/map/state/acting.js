// Acting: what a tap on a map does, by the mode that is on. Knows no DOM.
import { signal } from "@preact/signals";
import { document, mayEdit, said, sheet } from "../../state/draft.js";
import { enter } from "../../state/entering.js";
import { closeBeside, open, openPart, openRow } from "../../state/open.js";
import { change } from "../../state/outbox.js";
import { below, same, stepsOf } from "../../state/places.js";
import { snapped } from "./laying.js";
import { placeAdded, roadChanges } from "./ground.js";
import { valueOf } from "./notes.js";
import { isMoving } from "./photo.js";

/** What a tap does: "select", "road", "lay" or "add". */
export const mode = signal("select");
/** The place at which a road begins: its address; "": none is chosen. */
export const from = signal("");
/** What is laid: {field, tables, value}; null: nothing is chosen. */
export const laid = signal(null);
/** The key of the table to which a place is added. */
export const added = signal("");

export const setMode = (next) => {
  mode.value = mode.value === next ? "select" : next;
  from.value = "";
  isMoving.value = false;
};
/** Turn to a mode, or back from it: the fields of a place give way to it. */
export const turnTo = (ground, next) => {
  setMode(next);
  const { at } = ground.map;
  if (mode.value !== "select" && open.value.row) openPart({ at, section: stepsOf(at)[0] }, "", { instead: true });
};
export const select = (at) => openRow(at, { instead: Boolean(open.value.row) });

/** Whether a place has the member that is laid. */
const canHave = ({ table }) => laid.value.tables.some(({ at }) => at === table.at);
/** Whether a place has what is laid. */
export const hasLaid = (place) => {
  const { field, value } = laid.value;
  return canHave(place) && same(valueOf(sheet.value, place, field.key) ?? null, value);
};
/** What stands at a place from which something is taken; undefined: it cannot be without. */
const emptyOf = (field) => {
  if (field.is === "tick") return false;
  if (field.is === "amounts") return {};
  return field.optional ? null : undefined;
};

const tapped = {
  select: (ground, place) => {
    // Of places that lie on each other, each tap opens the next.
    const pile = ground.places.filter(({ point }) => same(point, place.point)).reverse();
    select(pile[(pile.findIndex(({ at }) => at === open.value.row) + 1) % pile.length].at);
  },
  add: (ground, place) => {
    setMode("select");
    select(place.at);
  },
  road: (ground, place) => {
    const begun = ground.places.find(({ at }) => at === from.value);
    from.value = begun ? "" : place.at;
    if (!begun || begun === place) return;
    const found = roadChanges(sheet.value, document.value, ground, begun, place);
    if (!found) {
      said.value = `No road can join ${begun.name} and ${place.name}.`;
      return;
    }
    change(found.changes);
    said.value = `${found.made ? "A road joins" : "No road joins"} ${begun.name} and ${place.name} now.`;
  },
  lay: (ground, place) => {
    if (!laid.value) return;
    const { field, value } = laid.value;
    if (!canHave(place)) {
      said.value = `${place.name} cannot have it.`;
      return;
    }
    const next = hasLaid(place) ? emptyOf(field) : structuredClone(value);
    if (next !== undefined) enter(field, below(place.at, field.key), next);
  },
};
export const tapPlace = (ground, place) => tapped[mayEdit.value ? mode.value : "select"](ground, place);

/** A tap beside all places, at a point of the map. */
export const tapGround = (ground, point) => {
  if (mode.value === "add" && mayEdit.value) {
    const table = ground.tables.find(({ key }) => key === added.value) ?? ground.tables[0];
    const { at, change: add, lay } = placeAdded(sheet.value, table, snapped(ground.chart, point));
    change([add], { lay: [lay] });
    setMode("select");
    select(at);
  } else if (mode.value === "road") from.value = "";
  else if (mode.value === "select" && open.value.row) closeBeside();
};

/** Lay a place at a point. typed: more moves of it may follow at once. */
export const layPlace = (place, point, options) => {
  const isSame = point.every((value, axis) => Math.abs(value - place.point[axis]) < 0.5);
  if (!isSame) change([], { ...options, lay: [{ place: place.key, at: point.map(Math.round) }] });
};
