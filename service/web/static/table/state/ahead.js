// Ahead: what follows a step that opens a turn, or a part of one, is offered together with it: one tap takes both. Nothing is recorded by looking.
import { effect } from "@preact/signals";
import { newId } from "../../shared/api.js";
import { mayBegin } from "./begins.js";
import { ahead, forced, verbs } from "./choosing.js";
import { attempt, draft } from "./draft.js";
import { begun, step, verbsOf } from "./narrow.js";
import { isCut, settling } from "./queue.js";
import { chance, table } from "./table.js";

/** Steps that are taken together at most: the one that opens, and what usually follows. */
const MOST = 3;

const stepOf = ({ words: { label, hint = "" } }, { action }, led) => ({ id: newId(), body: action, says: label, label, hint, led });
/** Verbs of a higher rank only give up something. */
const GIVES_UP = 80;
const mayLead = ({ words }) => !words.ends && !words.must_be_last;

let looks = 0;
/** Try what a verb opens. Answers the steps to there and the verbs there; undefined where something is asked or shown on the way. */
const follow = async (opens) => {
  const steps = [];
  for (let verb = opens, found = forced(opens); steps.length < MOST; ) {
    steps.push(stepOf(verb, found, steps.length > 0));
    const { status, body } = await attempt([...(draft.value?.steps ?? []), ...steps], true);
    if (status !== 200 || !body.after || body.outcomes) return undefined;
    const { offers, words } = body.after.now;
    const there = verbsOf(offers.filter(({ seat, idle }) => seat === opens.seat && !idle), words);
    const usual = there.filter(mayLead).map((one) => [one, step(begun(one), chance.value)]).find(([one, { kind }]) => one.words.leads && kind === "done");
    if (!usual) return { steps, verbs: there };
    [verb, found] = usual;
  }
  return undefined;
};

const look = async () => {
  const now = (looks += 1);
  if (ahead.value.length) ahead.value = [];
  const opens = verbs.value.find((verb) => verb.words.opens && mayLead(verb) && forced(verb) && (draft.value || mayBegin(verb)));
  if (!opens || settling.value || isCut()) return;
  const found = await follow(opens);
  if (!found || now !== looks) return;
  const known = new Set(verbs.value.map(({ key }) => key));
  ahead.value = found.verbs.filter((verb) => mayLead(verb) && (verb.words.rank ?? 0) < GIVES_UP && !known.has(verb.key)).map((verb) => ({ ...verb, ahead: found.steps }));
};

/** Look ahead wherever a seat may go on. */
export const lookFurther = () => effect(() => void [draft.value, table.value?.version, settling.value, setTimeout(look)]);
