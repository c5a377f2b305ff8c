// Rings: what an entry changed stays marked as long as it is looked at; at the table the mark goes after a while.
import { board } from "../../table/state/table.js";
import { fresh } from "../../table/shining.js";
import { until } from "./playing.js";

/** Keep what is marked until another table is drawn. Pieces glide while it plays; whoever steps wants to be there at once. */
export const keepRings = () => {
  let kept = { board: null, fresh: null };
  fresh.subscribe((found) => {
    if (!until.value && found.pieces.size) fresh.value = { ...found, pieces: new Set() };
    else if (found.places.size) kept = { board: board.value, fresh: found };
    else if (kept.board === board.value) queueMicrotask(() => kept.board === board.value && (fresh.value = kept.fresh));
  });
};
