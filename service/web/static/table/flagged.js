// Flagged: what a seat recorded against the rules is shown to owner and scribe at once.
import { effect } from "@preact/signals";
import { textOf } from "../shared/html.js";
import { notice } from "./state/queue.js";
import { brought, entries, isFlagged, isScribe, seats } from "./state/table.js";

export const watchFlags = () =>
  effect(() => {
    const entry = entries.value.at(-1);
    if (!isScribe.value || !entry || entry.number !== brought.value || !isFlagged(entry) || entry.by.role !== "seat") return;
    const who = seats.peek().find(({ seat }) => seat === entry.by.seat)?.label ?? entry.by.seat;
    notice.value = `${who} recorded against the rules: ${textOf(entry.words?.says)} “${entry.reason}”`;
  });
