// Outlooks: words that are exact for what is chosen so far, and what each answer would change. Both are the service's; nothing waits for them.
import { effect, signal } from "@preact/signals";
import { ask } from "../../shared/api.js";
import { asking, choice, question } from "./choosing.js";
import { canonical, valueKey } from "./domains.js";
import { withLent } from "./lending.js";
import { step } from "./narrow.js";
import { next } from "./ways.js";
import { drafts, isCut, mine } from "./queue.js";
import { chance, line, preview, table } from "./table.js";

/** Answers that are compared at most. */
const MOST = 12;

/** By action, as canonical JSON: {changes, same_as}; null: nothing can be said of it. */
const NOTHING = new Map();
const known = signal(NOTHING);

/** How often what is told of the answers has changed while they were shown. */
export const arrived = signal(0);

const asked = async (path, body) => {
  const steps = preview.value ? drafts.steps() : [];
  const told = await ask(`/v1/sessions/${mine.session}/${path}`, { method: "POST", token: mine.token, body: { steps, ...body } });
  return told.status === 200 ? told.body : {};
};

/** Which table a choice is made at, and how far it has come. */
const stageOf = ({ given }) => `${line.value}/${table.value?.version}/${preview.value?.count ?? ""}/${canonical(Object.entries(given).map(([name, value]) => [name, value ?? null]))}`;

const hintless = (words) => ({ ...words, hint: undefined, details: undefined });
const eachOf = (all, of) => Object.fromEntries(Object.entries(all ?? {}).map(([name, one]) => [name, of(one)]));
const bare = (words) => ({
  ...words,
  parameters: eachOf(words.parameters, (one) => ({
    ...hintless(one), values: eachOf(one.values, hintless), members: eachOf(one.members, (member) => eachOf(member, hintless)),
  })),
});

/** The same parameters are asked: that was settled before anything was chosen. */
const asWas = (before, words) => ({
  ...words, parameters: Object.fromEntries(Object.entries(words.parameters).map(([name, one]) => [name, { ...one, when: before.parameters?.[name]?.when }])),
});

/** The words of some verbs depend on the answers: once some are given, hints are left out until the exact words are here. */
const makeExact = async (made) => {
  const stage = stageOf(made);
  const { verb, given } = made;
  if (!verb.words.depends || made.exact === stage || !Object.keys(given).length) return;
  const still = { ...made, exact: stage, verb: { ...verb, words: bare(verb.words) } };
  choice.value = still;
  if (isCut()) return;
  const all = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, value ?? null]));
  const { words } = await asked("words", { type: verb.type, seat: verb.seat, given: all });
  if (!words || choice.value !== still) return;
  arrived.value += 1;
  choice.value = { ...still, verb: { ...verb, words: asWas(verb.words, withLent(words, {})) } };
};

/** The action that an answer completes, if it does. */
const actionOf = (made) => {
  const found = step(made, chance.value);
  return found.kind === "done" && !found.choice.drawn ? found.action : undefined;
};
const listed = ({ kind, values, of }) => (kind === "choice" ? values : kind === "optional" ? listed(of)?.concat(undefined) : undefined);
/** Each answer to a question with its action: [[key or option, action]]. */
const waysOf = (found) => {
  if (found?.kind === "variant") return found.options.map((option) => [option, actionOf(option.choice)]);
  const values = found?.kind === "value" && listed(found.domain);
  return values ? values.map((value) => [valueKey(value), actionOf(found.put(value))]) : [];
};

let latest = "";
const compare = async (found) => {
  const actions = waysOf(found).map(([, action]) => action).filter(Boolean);
  const stage = stageOf(found.choice) + canonical(actions);
  if (stage === latest) return;
  latest = stage;
  known.value = NOTHING;
  if (!actions.length || actions.length > MOST || isCut()) return;
  const { outlooks = [] } = await asked("outlooks", { actions });
  if (stage !== latest || !outlooks.some(Boolean)) return;
  arrived.value += 1;
  known.value = new Map(actions.map((action, at) => [canonical(action), outlooks[at]]));
};

const FIGURE = /\d+/g;
const figuresIn = (text) => text.match(FIGURE) ?? [];
/** A hint below what the answer changes; without it where it says nothing else. */
const below = ({ changes }, { label = "", hint = "" }) => {
  const says = changes.map((one) => one.says).join(", ");
  if (!says || label.includes(says)) return hint;
  const figures = figuresIn(says);
  const more = !figuresIn(hint).length || figuresIn(hint).some((one) => !figures.includes(one));
  return [says, more && hint].filter(Boolean).join("; ");
};

/** The question with what each answer changes. Answers after which the table is the same are one. */
const compared = (found) => {
  const ways = known.value.size ? waysOf(found) : [];
  const seen = new Map(ways.map(([key, action]) => [key, action && known.value.get(canonical(action))]).filter(([, one]) => one));
  if (!seen.size) return found;
  const twice = (key) => typeof seen.get(key)?.same_as === "number";
  const told = (key, words = {}) => (seen.has(key) ? { ...words, hint: below(seen.get(key), words) } : words);
  if (found.kind === "variant") return { ...found, plain: found, options: found.options.filter((one) => !twice(one)).map((one) => told(one, one)) };
  const { domain, words } = found;
  const once = (of) => ({ ...of, values: of.values.filter((value) => !twice(valueKey(value))) });
  const values = { ...words.values, ...Object.fromEntries([...seen.keys()].map((key) => [key, told(key, words.values?.[key])])) };
  return { ...found, plain: found, domain: domain.kind === "optional" ? { ...domain, of: once(domain.of) } : once(domain), words: { ...words, values } };
};

/** From now on what is asked says what each answer changes. */
export const lookAhead = () => {
  asking.next = (made, of) => compared(next(made, of));
  effect(() => void [choice.value, table.value?.version, line.value, choice.value && makeExact(choice.value)]);
  effect(() => void (choice.value && compare(question.value.plain ?? question.value)));
};
