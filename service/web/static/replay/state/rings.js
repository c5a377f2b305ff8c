// Rings: what an entry changed stays marked as long as it is looked at; at the table the mark goes after a while.
import { board } from "../../table/state/table.js";
import { fresh } from "../../table/shining.js";

/** Keep what is marked until another table is drawn. */
export const keepRings = () => {
  let kept = { board: null, fresh: null };
  fresh.subscribe((found) => {
    if (found.places.size) kept = { board: board.value, fresh: found };
    else if (kept.board === board.value) queueMicrotask(() => kept.board === board.value && (fresh.value = kept.fresh));
  });
};
