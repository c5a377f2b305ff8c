// Drafting: steps that are chosen are tried as a list before they join the draft.
import { effect } from "@preact/signals";
import { newId } from "../../shared/api.js";
import { deeds } from "../shining.js";
import { choice, forced, start, tapped, verbs } from "./choosing.js";
import { onlyValue } from "./domains.js";
import { attempt, clear, draft, goesOn, losesNothing, pending, record, save, saved, settle, show } from "./draft.js";
import { goFar, lookFar, rankOf } from "./far.js";
import { withOutcome } from "./outcomes.js";
import { send } from "./outbox.js";
import { drafts, isCut, mine, notice, settling, trying, waiting } from "./queue.js";
import { follow, rebase, refused } from "./rebasing.js";
import { closeSheet, openSheet, sheet } from "./sheets.js";
import { line, mayRecord, preview, table } from "./table.js";
import { puttingTogether } from "./together.js";

/** Whether a step that is chosen now may begin a turn. */
const mayBegin = (verb) =>
  puttingTogether.value && !isCut() && !waiting.value.length && verb.seat !== null && !verb.words.ends && !verb.words.must_be_last;

/** A place was tapped: what comes first of all that can be done there is the next step, for it can be taken back. Answers whether it is. */
const tap = (place) => {
  if (goFar(place, goAhead)) return true;
  const [first, second] = deeds.value.get(place.id).toSorted((one, other) => rankOf(one) - rankOf(other));
  const { verb, name, value } = first;
  if (second && rankOf(second) === rankOf(first)) return false;
  if (!(draft.value ? !verb.words.ends && !verb.words.must_be_last : mayBegin(verb))) return false;
  drafts.onBoard = place;
  start(verb, { [name]: value });
  drafts.onBoard = false;
  return true;
};

/** Take a step that was chosen. Answers whether the draft has it; else it is recorded at once. */
const take = async (verb, { who, ...chosen }) => {
  if (trying.value) return true;
  const { label, hint = "", ends, must_be_last } = verb.words;
  const step = { id: newId(), ...chosen, label, hint, led: leading };
  const now = draft.value;
  if (!now && !mayBegin(verb)) return false;
  if (now && (ends || must_be_last)) record(step);
  else return tryStep(now ?? { seat: verb.seat, who, steps: [] }, step);
  return true;
};

const tryStep = async (of, step) => {
  const steps = [...of.steps, step];
  const { status, body: told } = await attempt(steps);
  const outcome = status === 200 && told.outcomes?.[0];
  if (step.led && !told?.after) return true;
  if (outcome) return askOutcome(of, step, outcome);
  if (status === 200 && told.after) {
    if (!goesOn(told.after, of.seat) && !step.onBoard) {
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
/** The usual way on is a step by itself, which can be taken back as others can. Where it ends the turn, nothing else is left to do. */
const goAhead = () => {
  const usual = !draft.value?.alone && verbs.value.find((verb) => verb.words.leads && !verb.words.must_be_last && forced(verb) && (!verb.words.ends || verbs.value.length === 1));
  if (!usual) return;
  leading = true;
  start(usual);
  leading = false;
};

/** The version at which a question was opened unasked: who leaves it is left alone. */
let opened = 0;
/** At its turn, a seat whose only way on is the usual one begins with it, or is asked for it: what follows is chosen at once. What does nothing but begin the turn may have others beside it. */
const begin = async () => {
  const forth = verbs.value.filter((verb) => !verb.words.ends);
  const only = forth.find(({ words }) => words.leads && (words.begins || forth.length === 1));
  const isFree = () => only && !(draft.value || trying.value || choice.value || sheet.value) && mayBegin(only);
  if (!isFree()) return;
  if (forced(only)) {
    const { version } = table.value;
    if (verbs.value.length > forth.length || (forth.length > 1 && !(await losesNothing(only)))) return;
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
  Object.assign(drafts, { take, tap, back: () => backTo(-1), close, refused, steps: () => (draft.value?.steps ?? []).map(({ body }) => body) });
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
};
