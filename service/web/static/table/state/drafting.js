// Drafting: steps that are chosen are tried as a list before they join the draft, and again where the table moves on.
import { batch, effect } from "@preact/signals";
import { newId } from "../../shared/api.js";
import { textOf } from "../../shared/html.js";
import { onlyValue } from "./domains.js";
import { attempt, bare, clear, draft, goesOn, pending, record, save, saved, settle, show } from "./draft.js";
import { keyOf } from "./narrow.js";
import { withOutcome } from "./outcomes.js";
import { send } from "./outbox.js";
import { change, drafts, isCut, mine, notice, put, read, settling, tellTabs, trying, waiting } from "./queue.js";
import { closeSheet, openSheet } from "./sheets.js";
import { entries, line, mayRecord, preview, table } from "./table.js";
import { puttingTogether } from "./together.js";

/** Milliseconds after which a try without an answer is made again, and after which a table that moved on is looked at again. */
const AGAIN = 3000;
const SOON = 200;

/** Take a step that was chosen. Answers whether the draft has it; else it is recorded at once. */
const take = async (verb, { who, ...chosen }) => {
  if (trying.value) return true;
  const { label, hint = "", ends, must_be_last } = verb.words;
  const step = { id: newId(), ...chosen, label, hint };
  const now = draft.value;
  if (!now && (!puttingTogether.value || isCut() || waiting.value.length || verb.seat === null || ends || must_be_last)) return false;
  if (now && (ends || must_be_last)) record(step);
  else return tryStep(now ?? { seat: verb.seat, who, steps: [] }, step);
  return true;
};

const tryStep = async (of, step) => {
  const steps = [...of.steps, step];
  const { status, body: told } = await attempt(steps);
  const outcome = status === 200 && told.outcomes?.[0];
  if (outcome) return askOutcome(of, step, outcome);
  if (status === 200 && told.after) {
    if (!goesOn(told.after, of.seat) && !step.onBoard) {
      if (of.steps.length) record(step);
      return of.steps.length > 0;
    }
    settle(of, steps, told);
    return true;
  }
  if (!of.steps.length) return false;
  if (status === 200) pending.value = step;
  else notice.value = status ? (told?.detail ?? "The service could not answer.") : "No answer from the service. Your turn so far is kept.";
  return true;
};

/** What the table rolls for a step is asked before the step is taken. What can be one thing alone is no question. */
const askOutcome = (of, step, outcome) => {
  const [only] = onlyValue(outcome.domain);
  if (only !== undefined) return tryStep(of, { ...step, body: withOutcome(step.body, outcome.path, only) });
  const say = async (body) => {
    closeSheet();
    const told = { ...step, body };
    if (!(await tryStep(of, told))) await send("actions", told.body, of.who + told.says);
  };
  openSheet("outcome", { item: { body: step.body, says: of.who + step.says, holder: mine.holder }, problem: { outcomes: [outcome] }, say });
  return true;
};

/** Go back to before this step; -1: before the last one. */
export const backTo = (at) => {
  if (!draft.value || trying.value) return;
  if (pending.value && at === -1) {
    pending.value = null;
    return;
  }
  const steps = draft.value.steps.slice(0, at);
  if (!steps.length) clear();
  else if (steps.at(-1).after) show({ ...draft.value, steps });
  else rebase({ ...draft.value, steps });
};

let rebasing = false;
/** Try the draft on the table as it stands now. Steps that do not go any more are dropped, with a sentence. */
const rebase = async (of, why) => {
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
const follow = () => {
  const now = draft.value;
  if (!now || line.value !== "live" || (preview.value && now.version >= table.value.version)) return;
  if (trying.value || rebasing) setTimeout(follow, SOON);
  else rebase(now);
};

/** A list was not recorded: where it still says the same it is sent again, else it is a draft again. Answers whether the outbox goes on. */
const refused = async (item, { body: problem }, tag) => {
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

/** Take up the draft that was left here, and from now on what is chosen. */
export const startDrafts = async () => {
  Object.assign(drafts, { take, back: () => backTo(-1), refused });
  const left = await saved();
  if (left && !draft.value && mayRecord.value && !waiting.value.length) draft.value = left;
  let kept = draft.value;
  effect(() => {
    const now = draft.value;
    if (now !== kept) save(now);
    kept = now;
  });
  effect(() => {
    if (!draft.value && preview.value && !settling.value) preview.value = null;
  });
  effect(() => void [draft.value, table.value?.version, line.value, setTimeout(follow)]);
};
