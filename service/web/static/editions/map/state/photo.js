// Photo: a photograph that lies below a map to trace it. It is kept on this device alone, and nothing of it is ever sent.
import { signal } from "@preact/signals";
import { del, get, set } from "idb-keyval";
import { mine, said } from "../../state/draft.js";

/** Pixels of its longer side. */
const LONGEST = 1800;
const QUALITY = 0.82;

/** The photograph of the map that is open: {url, ratio, x, y, width, turn, opacity}; x and y: its middle, in units of the map. */
export const photo = signal(null);
/** Whether fingers move the photograph instead of the map. */
export const isMoving = signal(false);

/** Milliseconds without another move after which it is kept. */
const QUIET = 300;

let key = "";
let keeping = 0;
/** Take up what is kept for a map. */
export const readPhoto = async (map) => {
  const own = `tablelog.photo/${mine.id}/${map}`;
  key = own;
  photo.value = null;
  isMoving.value = false;
  const kept = await get(own).catch(() => null);
  if (key === own) photo.value = kept ?? null;
};
const keep = (one) => {
  photo.value = one;
  clearTimeout(keeping);
  keeping = setTimeout((own) => set(own, one).catch(() => (said.value = "This device has no room to keep the photograph. It stays until you leave the page.")), QUIET, key);
};
export const changePhoto = (more) => photo.value && keep({ ...photo.value, ...more });
export const removePhoto = () => {
  photo.value = null;
  isMoving.value = false;
  clearTimeout(keeping);
  del(key).catch(() => {});
};

/** Lay a picture file below the map so that it fills this box. Raises an error for a file that is no picture. */
export const takePhoto = async (file, { x, y, width, height }) => {
  const read = await createImageBitmap(file);
  const part = Math.min(1, LONGEST / Math.max(read.width, read.height));
  const canvas = Object.assign(window.document.createElement("canvas"), { width: Math.round(read.width * part), height: Math.round(read.height * part) });
  canvas.getContext("2d").drawImage(read, 0, 0, canvas.width, canvas.height);
  const ratio = canvas.width / canvas.height;
  keep({ url: canvas.toDataURL("image/jpeg", QUALITY), ratio, x: x + width / 2, y: y + height / 2, width: Math.max(width, height * ratio), turn: 0, opacity: 0.7 });
  isMoving.value = true;
};

/** Move, turn and size it as two fingers do: by so much, around a point, in units of the map. */
export const movePhoto = ({ by: [dx, dy], factor, turn, around: [x, y] }) => {
  const { x: left, y: top, width, turn: before } = photo.value;
  const [ax, ay] = [left + dx - x, top + dy - y];
  const [cos, sin] = [Math.cos(turn) * factor, Math.sin(turn) * factor];
  changePhoto({ x: x + ax * cos - ay * sin, y: y + ax * sin + ay * cos, width: Math.max(10, width * factor), turn: before + (turn * 180) / Math.PI });
};
