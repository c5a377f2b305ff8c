// Frames: the table as it stood after any entry, asked for one at a time and kept for going back.
import { computed, effect, signal } from "@preact/signals";
import { ask } from "../../shared/api.js";
import { kept, tokenOf } from "../../shared/tokens.js";
import { played } from "../../shared/whose.js";
import { shared } from "../../table/state/sharing.js";
import { table } from "../../table/state/table.js";
import { withHistory } from "./places.js";

/** So many frames are kept. */
const KEPT = 200;

/** The session as it stands, without its table; null before the first answer. */
export const head = signal(null);
/** Why nothing is shown: `missing`, `revoked`, `expired`, `busy`; empty where all is well. */
export const fault = signal("");
/** The entry that is looked at. */
export const at = signal(0);
/** The seat whose eyes are lent; empty: one's own. */
export const as = signal("");
/** The entry that is drawn: the last one asked for, or one on the way there. */
export const drawn = computed(() => table.value?.at ?? 0);
export const last = computed(() => head.value?.version ?? 0);

/** Milliseconds in which a frame is painted, and in which whoever hurries through has gone on. */
export const PAINTED = 120;
/** What can wait until an entry that is drawn is painted as well: what it takes is not added to a step. */
export const whenPainted = (then) => {
  let timer;
  effect(() => {
    const number = drawn.value;
    clearTimeout(timer);
    timer = setTimeout(() => then(number), PAINTED);
  });
};

const FAULTS = { 401: "revoked", 403: "revoked", 404: "missing", 410: "expired" };
const frames = new Map();
const underWay = new Map();
let session;
let under = false;

/** The seats that this phone played, once the game is over: their eyes are its own, also where the game keeps secrets. */
export const mine = computed(() => {
  const { id, status } = head.value ?? {};
  const isPlayed = ({ seat }) => played(id).includes(seat) && kept(id)?.tokens[`seat:${seat}`];
  return id && status !== "open" ? head.value.seats.filter(isPlayed).map(({ seat }) => seat) : [];
});
/** What a question with the eyes of a seat is asked with: who sees all may look as any seat, else it asks as that seat. */
export const eyesOf = (seat) => {
  if (!seat) return { eyes: "", token: tokenOf(session) };
  const { id, status, you } = head.value;
  return you.sees_all && status === "finished" ? { eyes: `&as=${encodeURIComponent(seat)}`, token: tokenOf(id) } : { eyes: "", token: kept(id).tokens[`seat:${seat}`] };
};
const keyOf = (number) => `${number} ${as.value}`;

/** Read the session as it stands now. Answers whether it was there. */
export const readHead = async (id) => {
  session = id;
  const { status, body } = await ask(`/v1/sessions/${session}?with=words`, { token: tokenOf(session) });
  fault.value = status === 200 ? "" : (FAULTS[status] ?? "busy");
  if (status === 200) head.value = body;
  return status === 200;
};

const asked = async (number, key) => {
  const { eyes, token } = eyesOf(as.value);
  const { status, body } = await ask(`/v1/sessions/${session}?at=${number}&with=board,words&without=view${eyes}`, { token });
  if (status !== 200) {
    fault.value = FAULTS[status] ?? "busy";
    return null;
  }
  fault.value = "";
  if (frames.size >= KEPT) frames.delete(frames.keys().next().value);
  frames.set(key, body);
  return body;
};

/** A frame that is kept, or that is asked for once however many want it. */
export const fetched = (number) => {
  const key = keyOf(number);
  if (frames.has(key)) return frames.get(key);
  if (!underWay.has(key)) underWay.set(key, asked(number, key).finally(() => underWay.delete(key)));
  return underWay.get(key);
};

/** What the components of the table draw: as it stood then, by whoever looks on. */
const shown = (frame) => {
  const open = frame.at < frame.version ? { status: "open" } : {};
  return withHistory({ ...frame, ...open, you: { role: "spectator", seat: null }, version: frame.at });
};

/** Draw what is wanted, one frame after the other: who slides along asks for no more than can be drawn. */
const settle = async () => {
  if (under) return;
  under = true;
  for (let key = ""; key !== keyOf(at.value); ) {
    key = keyOf(at.value);
    const frame = await fetched(at.value);
    if (!frame) break;
    // What equals a part of the frame before it is replaced by that part: the kept frame says the same as ever.
    table.value = shared(table.value, shown(frame));
    await new Promise((go) => requestAnimationFrame(go));
  }
  under = false;
};

/** Look at an entry: the nearest that there is. */
export const go = (number) => {
  const wanted = Math.min(Math.max(1, Math.round(number)), last.value);
  at.value = wanted;
  return settle();
};

/** Look with the eyes of a seat, or with one's own. */
export const lookAs = (seat) => {
  as.value = seat;
  return settle();
};
