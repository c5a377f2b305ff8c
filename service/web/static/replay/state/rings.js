// Rings: what an entry changed stays marked as long as it is looked at; at the table the mark goes after a while.
import { board } from "../../table/state/table.js";
import { fresh } from "../../table/shining.js";
import { drawn } from "./frames.js";

/** Keep what is marked until another table is drawn. Pieces glide over one entry; over a turn or a round they are where they are. */
export const keepRings = () => {
  let kept = { board: null, fresh: null };
  let from = 0;
  fresh.subscribe((found) => {
    const far = Math.abs(drawn.value - from) > 1;
    from = drawn.value;
    if (far && found.pieces.size) fresh.value = { ...found, pieces: new Set() };
    else if (found.places.size) kept = { board: board.value, fresh: found };
    else if (kept.board === board.value) queueMicrotask(() => kept.board === board.value && (fresh.value = kept.fresh));
  });
};
