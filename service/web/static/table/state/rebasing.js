// Rebasing: a draft is tried again where the table moves on; what does not go any more is dropped, with a sentence.
import { batch } from "@preact/signals";
import { textOf } from "../../shared/html.js";
import { attempt, bare, clear, draft, settle } from "./draft.js";
import { keyOf } from "./narrow.js";
import { change, notice, put, read, tellTabs, trying } from "./queue.js";
import { entries, line, preview, table } from "./table.js";

/** Milliseconds after which a try without an answer is made again, and after which a table that moved on is looked at again. */
const AGAIN = 3000;
const SOON = 200;

let rebasing = false;
/** Try the draft on the table as it stands now. Steps that do not go any more are dropped, with a sentence. */
export const rebase = async (of, why) => {
  rebasing = true;
  let steps = of.steps.map(bare);
  let tried;
  while (steps.length && !tried) {
    const { status, body: told } = await attempt(steps);
    if (status === 200 && told.after) tried = told;
    else if ([200, 409, 422].includes(status)) steps = steps.slice(0, told.index ?? -1);
    else break;
  }
  rebasing = false;
  if (steps.length && !tried) return void setTimeout(follow, AGAIN);
  if (tried) settle(of, steps, tried);
  else clear();
  const dropped = of.steps.slice(steps.length).map(({ says }) => says);
  const other = entries.value.findLast((entry) => entry.live && entry.number > of.version);
  if (dropped.length) notice.value = `${why ?? (textOf(other?.words?.says) || "The table has changed.")} No longer possible in your turn: ${dropped.join(", ")}.`;
  else if (why) notice.value = why;
};

/** A draft that was not tried on the table as it is now is tried again. */
export const follow = () => {
  const now = draft.value;
  if (!now || line.value !== "live" || (preview.value && now.version >= table.value.version)) return;
  if (trying.value || rebasing) setTimeout(follow, SOON);
  else rebase(now);
};

/** A list was not recorded: where it still says the same it is sent again, else it is a draft again. Answers whether the outbox goes on. */
export const refused = async (item, { body: problem }, tag) => {
  const { steps, ...of } = item.turn;
  const end = steps.at(-1);
  const before = steps.slice(0, -1);
  rebasing = true;
  if (tag) {
    const { status, body: told } = await attempt(before);
    const words = told?.after?.now?.words?.[keyOf({ type: end.body.type, seat: of.seat })];
    const same = words?.label === end.label && (words.hint ?? "") === end.hint;
    if (status === 200 && same && before.every(({ said }, at) => said === JSON.stringify(told.entries[at].words?.says))) {
      rebasing = false;
      await put(item, { ...item, seen: tag });
      return true;
    }
  }
  const again = { ...of, steps: before, version: parseInt(item.seen) };
  batch(() => {
    draft.value = again;
    if (preview.value) preview.value = { ...preview.value, count: before.length };
  });
  await change(item);
  await read();
  tellTabs();
  await rebase(again, tag ? "Someone else recorded first. Check your turn and confirm it again." : (problem?.detail ?? "The service did not record it."));
  return true;
};
