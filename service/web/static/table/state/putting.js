// Putting right: what a hand moved, counted and turned on the board, tried as a list before one correction records it.
import { batch, effect, signal } from "@preact/signals";
import { ask } from "../../shared/api.js";
import { kept } from "../../shared/tokens.js";
import { send } from "./outbox.js";
import { mender } from "./owner.js";
import { mine, settling } from "./queue.js";
import { shared } from "./sharing.js";
import { closeSheet, sheet } from "./sheets.js";
import { board, line, preview, table, you } from "./table.js";

const NOTHING = { trays: [], faces: {} };
/** The kind of the sheet that is open meanwhile. */
export const KIND = "right";
/** What was done so far: [{gesture, says}]. */
export const done = signal([]);
/** What is in the hand: {id, label, source, most, count, seat, card}; null: nothing. */
export const held = signal(null);
/** Pieces of a place that was tapped, where it is not clear which one is meant. */
export const several = signal([]);
/** What lies beside the board, and what can be turned over there; null until the service says so. */
export const mat = signal(null);
/** Why the last gesture could not be. */
export const why = signal("");
/** Whose board is shown; "": what is nobody's. */
export const whose = signal("");

const isOpen = () => sheet.peek()?.kind === KIND;
const OUR_REASON = "Put right";
/** A phone that plays a seat sees what that seat sees, also where it corrects with the owner's link. */
const eyes = () => (you.value.role === "seat" ? `as=${you.value.seat}` : "");

const attempt = (gestures, reason = OUR_REASON) => {
  const { id, version } = table.value;
  const { holder } = mender();
  const token = holder ? kept(id).tokens[holder] : mine.token;
  const query = ["dry_run=true", "with=board,words", eyes()].filter(Boolean).join("&");
  return ask(`/v1/sessions/${id}/corrections?${query}`, { method: "POST", token, body: { gestures, reason }, headers: { "If-Match": `"${version}"` } });
};

let asked = 0;
const POINTER = /^\/gestures\/(\d+)/;
/** Try what was done. What does not go is taken out, with its sentence. */
const tryAll = async (list) => {
  const at = ++asked;
  const { status, body } = await attempt(list.map(({ gesture }) => gesture));
  if (at !== asked || !isOpen()) return;
  if (status === 200 && !body.after.mat) return void (why.value = "This game is not put right by taps. Correct it as facts.");
  const bad = status === 422 && POINTER.exec(body.errors?.[0]?.pointer ?? "");
  if (bad) {
    why.value = body.errors[0].detail;
    return settle(list.filter((_, place) => place !== +bad[1]));
  }
  // The table moved on: it is told in a moment, and all is tried again.
  if (status === 412) return;
  if (status !== 200) {
    why.value = status ? (body?.detail ?? "The service could not answer.") : "No answer from the service. Try again.";
    done.value = list.slice(0, -1);
    return;
  }
  batch(() => {
    mat.value = body.after.mat;
    preview.value = { mends: true, seat: whose.value, count: 0, board: shared(board.peek(), body.after.board), words: body.after.words };
  });
};

/** From now on this is what was done. */
export const settle = (list) => {
  done.value = list;
  return tryAll(list);
};
export const add = (gesture, says) => {
  why.value = "";
  return settle([...done.value, { gesture, says }]);
};
/** Take one back; the others are tried without it. */
export const takeBack = (place) => {
  why.value = "";
  settle(done.value.filter((_, at) => at !== place));
};

/** One correction of all that was done. */
export const record = (reason) => {
  const says = `Put right: ${done.value.map((one) => one.says).join("; ")}`;
  const path = eyes() ? `corrections?${eyes()}` : "corrections";
  send(path, { gestures: done.value.map(({ gesture }) => gesture), reason }, says, undefined, mender());
  batch(() => {
    done.value = [];
    closeSheet();
  });
};

/** What was recorded is shown until the table tells it. */
effect(() => {
  if (sheet.value?.kind !== KIND && !settling.value && preview.peek()?.mends) preview.value = null;
});

/** The board is a mat as long as the sheet is open; what was done is kept. Answers what ends that. */
export const begin = () => {
  whose.value ||= you.value.seat ?? board.value.seats[0]?.seat ?? "";
  const ends = [
    effect(() => {
      if (!table.value || line.value !== "live") return;
      tryAll(done.peek());
    }),
    effect(() => {
      const seat = whose.value;
      if (preview.peek()) preview.value = { ...preview.peek(), seat };
    }),
  ];
  return () => {
    ends.forEach((end) => end());
    asked += 1;
    batch(() => {
      held.value = mat.value = null;
      several.value = [];
      why.value = "";
    });
  };
};
