// Facing: which cards and places of the box have pictures. What shows them is a file of its own, fetched where there are any.
import { effect, signal } from "@preact/signals";
import { ask } from "../../shared/api.js";
import { table } from "./table.js";

/** By the id of a row, its picture: {picture, width, height}. */
export const faces = signal({});

/** The ids of the rows that a card or place may stand for, the likeliest first: its own says where it lies, then what it is, then which copy. */
export const rowsOf = (id = "") => [id, ...id.split(":").filter((part) => !/^\d+$/.test(part)).toReversed()];
/** The picture of a card or place. */
export const faceOf = (id) => rowsOf(id).map((row) => faces.value[row]).find(Boolean);
export const sourceOf = ({ picture }, size = "full") => `/v1/pictures/${picture}?size=${size}`;

let known = "";
/** Read what a component set has pictures of; whether it has any. */
const readFaces = async (set) => {
  if (set === known) return false;
  known = set;
  const { status, body } = await ask(`/v1/component-sets/${set}/pictures`);
  if (status !== 200) known = "";
  // The first table of a box comes first, as it does where a card is entered.
  else faces.value = Object.fromEntries(body.items.toReversed().filter(({ row }) => row).map((one) => [one.row, one]));
  return Object.keys(faces.value).length > 0;
};

/** Show what the box has pictures of, also where the table is read with another box from now on. fetchShown: gets what shows it. */
export const followFaces = (root, fetchShown) => {
  let shows = false;
  const look = async (set) => {
    if (!(await readFaces(set)) || shows) return;
    shows = true;
    fetchShown().then(({ showFaces }) => showFaces(root), () => (shows = false));
  };
  effect(() => {
    const set = table.value?.component_set;
    if (set) look(set);
  });
};
