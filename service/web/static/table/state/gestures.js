// Gestures: what a hand does to the board while it is put right, each as it is sent and in words.
import { batch } from "@preact/signals";
import { add, done, held, mat, settle, several, why } from "./putting.js";
import { board } from "./table.js";

/** The name of a place, a tray, a zone or a seat. */
export const nameOf = (id) => {
  const { zones, seats } = board.value;
  const place = zones.flatMap((zone) => zone.places ?? []).find((one) => one.id === id);
  const named = place ?? mat.value?.trays.find((one) => one.id === id);
  return named?.name ?? seats.find(({ seat }) => seat === id)?.label ?? zones.find((zone) => zone.id === id)?.title ?? "the supply";
};
const times = (count) => (count > 1 ? ` ×${count}` : "");

export const hold = (thing, source) => {
  const most = thing.count ?? 1;
  batch(() => {
    held.value = { ...thing, source, most, count: most };
    several.value = [];
    why.value = "";
  });
};
export const letGo = () => (held.value = null);

/** What is in the hand goes there. */
export const putInto = (goal) => {
  const { id, label, count, source, card } = held.value;
  const gesture = card ? { gesture: "dealt", card: id, source, goal } : { gesture: "moved", piece: id, count, source, goal };
  const says = `${label}${times(count)}: ${nameOf(source)} → ${nameOf(goal)}`;
  letGo();
  add(gesture, says);
};
export const turn = (face) => {
  const { id, label } = held.value;
  letGo();
  add({ gesture: "flipped", piece: id, face }, `${label}: ${face}`);
};

/** A number goes up or down; several steps of one number are one gesture. */
const stepped = (same, make) => {
  const list = done.value;
  const place = list.findIndex(({ gesture }) => same(gesture));
  const next = make(list[place]?.gesture);
  why.value = "";
  settle(place < 0 ? [...list, next] : list.flatMap((one, at) => (at === place ? (next ? [next] : []) : [one])));
};
const sign = (by) => (by > 0 ? `+${by}` : `−${-by}`);
export const count = ({ id, label }, who, step) =>
  stepped(
    (gesture) => gesture.line === id,
    (before) => {
      const by = (before?.by ?? 0) + step;
      return by ? { gesture: { gesture: "counted", line: id, by }, says: `${who}${label} ${sign(by)}` } : null;
    },
  );
export const setMark = (track, seat, at, who) =>
  stepped(
    (gesture) => gesture.track === track.id && gesture.seat === seat,
    () => ({ gesture: { gesture: "set", track: track.id, seat, at }, says: `${who}${track.title} ${at}` }),
  );
