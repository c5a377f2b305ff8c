// Drafting: steps that are chosen are tried as a list before they join the draft.
import { effect } from "@preact/signals";
import { newId } from "../../shared/api.js";
import { lookFurther } from "./ahead.js";
import { here, mayBegin, tap } from "./begins.js";
import { choice, forced, start, tapped } from "./choosing.js";
import { onlyValue } from "./domains.js";
import { attempt, clear, draft, goesOn, losesNothing, pending, record, save, saved, settle, show } from "./draft.js";
import { goFar, lookFar } from "./far.js";
import { withOutcome } from "./outcomes.js";
import { send } from "./outbox.js";
import { drafts, mine, notice, settling, trying, waiting } from "./queue.js";
import { follow, rebase, refused } from "./rebasing.js";
import { closeSheet, openSheet, sheet } from "./sheets.js";
import { line, mayRecord, preview, table } from "./table.js";

/** Take a step that was chosen. Answers whether the draft has it; else it is recorded at once. */
const take = async (verb, { who, ...chosen }) => {
  if (trying.value) return true;
  const { label, hint = "", leads, ends, must_be_last } = verb.words;
  const step = { id: newId(), ...chosen, label, hint, leads, led: leading };
  const now = draft.value;
  if (!now && !mayBegin(verb)) return false;
  if (now && (ends || must_be_last)) record(step);
  else return tryStep({ seat: verb.seat, who, ...now, steps: [...(now?.steps ?? []), ...(verb.ahead ?? [])] }, step);
  return true;
};

const tryStep = async (of, step) => {
  const steps = [...of.steps, step];
  const { status, body: told } = await attempt(steps);
  const outcome = status === 200 && told.outcomes?.[0];
  if (step.led && !told?.after) return true;
  if (outcome) return askOutcome(of, step, outcome);
  if (status === 200 && told.after) {
    // A step that is not said to end the turn may do so: the next turn is another move.
    const before = of.steps.at(-1)?.after ?? table.value;
    const isOver = !step.leads && told.after.moment.turn !== before.moment.turn;
    if ((isOver || !goesOn(told.after, of.seat)) && !step.onBoard) {
      if (of.steps.length) record(step);
      return of.steps.length > 0;
    }
    settle(of, steps, told);
    goAhead();
    return true;
  }
  if (!of.steps.length) {
    tapped.value = step.onBoard?.id ? step.onBoard : null;
    return Boolean(tapped.value);
  }
  if (status === 200) pending.value = step;
  else notice.value = status ? (told?.detail ?? "The service could not answer.") : "No answer from the service. Your turn so far is kept.";
  return true;
};

let leading = false;
/** The usual way on is a step by itself, which can be taken back as others can. Where it ends the turn, nothing else is left to do. What alone is owed is asked at once. */
const goAhead = () => {
  if (draft.value?.alone) return;
  const [only, ...others] = here();
  const usual = here().find((verb) => verb.words.leads && !verb.words.must_be_last && forced(verb) && (!verb.words.ends || !others.length));
  if (!usual) {
    if (only && !others.length && !only.words.ends && !forced(only)) start(only);
    return;
  }
  leading = true;
  start(usual);
  leading = false;
};

/** The version at which a question was opened unasked: who leaves it is left alone. */
let opened = 0;
/** At its turn, a seat all of whose ways on are usual begins with one, or is asked for the only one: what follows is chosen at once. What does nothing but begin the turn may have others beside it. */
const begin = async () => {
  const forth = here().filter((verb) => !verb.words.ends);
  const allLead = forth.every(({ words }) => words.leads);
  const only = allLead ? (forth.find(forced) ?? (forth.length === 1 && forth[0])) : forth.find(({ words }) => words.leads && words.begins);
  const isFree = () => !(draft.value || trying.value || choice.value || sheet.value);
  if (!only || !isFree() || !mayBegin(only)) return;
  if (forced(only)) {
    const { version } = table.value;
    if (!allLead && (here().length > forth.length || !(await losesNothing(only)))) return;
    if (isFree() && table.value.version === version) goAhead();
  } else if (opened !== table.value.version) {
    opened = table.value.version;
    start(only);
  }
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
  if (pending.value && at === -1) return void (pending.value = null);
  const steps = draft.value.steps.slice(0, at);
  // Who takes back what came by itself wants something else.
  const alone = draft.value.alone || draft.value.steps.slice(at).some(({ led }) => led);
  if (!steps.length) clear();
  else if (steps.at(-1).after) show({ ...draft.value, steps, alone });
  else rebase({ ...draft.value, steps, alone });
};

/** Record the draft with a step that nobody offered. Answers whether there is a draft. */
const close = (body, says) => {
  if (!draft.value) return false;
  record({ id: newId(), body, says, label: "", hint: "" });
  return true;
};

/** Take up the draft that was left here, and from now on what is chosen. */
export const startDrafts = async () => {
  Object.assign(drafts, { take, tap: (place) => goFar(place, goAhead) || tap(place), back: () => backTo(-1), close, refused, steps: () => (draft.value?.steps ?? []).map(({ body }) => body) });
  const left = await saved();
  if (left && !draft.value && mayRecord.value && !waiting.value.length) draft.value = left;
  let kept = draft.value;
  effect(() => {
    const now = draft.value;
    if (now !== kept) save(now);
    kept = now;
  });
  effect(() => {
    if (!draft.value && preview.value && !preview.value.mends && !settling.value) preview.value = null;
  });
  lookFar(mayBegin);
  effect(() => void [draft.value, table.value?.version, line.value, setTimeout(follow)]);
  effect(() => void [table.value?.version, settling.value, setTimeout(begin)]);
  lookFurther();
};
