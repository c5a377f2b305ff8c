// Spread: verbs with few answers, each of which says all, as these answers: each is one tap. Knows no DOM.
import { valueKey } from "./domains.js";
import { isSaid, labelOf } from "./labels.js";
import { begun } from "./narrow.js";
import { next } from "./ways.js";

/** Answers of one verb that stand in its place at most. */
const FEW = 3;

/** The answers to a question: {label, hint, place, choice}; none where they cannot be listed. */
const answersOf = ({ kind, options, domain, words, put }) => {
  if (kind === "variant") return options;
  const of = domain?.kind === "optional" ? domain.of : domain;
  if (of?.kind !== "choice" && of?.kind !== "range") return [];
  const values = of.values ?? Array.from({ length: Math.min(FEW + 1, of.most - of.least + 1) }, (_, at) => of.least + at);
  return [...(of === domain || isSaid(words) ? [] : [undefined]), ...values].map((value) => ({
    label: value === undefined ? "None" : labelOf(words, value), ...words.values?.[valueKey(value)], choice: put(value),
  }));
};

/** Each answer to a verb as a verb of its own, whose `way` is the choice that it makes; the verb itself where there are many, or some are places. */
const waysOf = (verb, chance) => {
  if (verb.words.must_be_last || verb.offers.some(({ idle }) => idle)) return [verb];
  const answers = answersOf(next(begun(verb), chance));
  if (answers.length < 2 || answers.length > FEW || answers.some(({ place }) => place)) return [verb];
  const made = answers.map(({ choice }) => next(choice, chance));
  if (made.some(({ kind }) => kind !== "done")) return [verb];
  return answers.map(({ label, hint }, at) => ({
    ...verb, key: `${verb.key} ${label}`, words: { ...verb.words, label, hint: [verb.words.label, hint].filter(Boolean).join(": ") }, way: made[at].choice,
  }));
};

/** These verbs, with answers instead of some of them: so many buttons in all. `hides`: whether a text must not be read by everybody. */
export const spread = (verbs, chance, most, hides = () => false) => {
  let room = most - verbs.length;
  return verbs.flatMap((verb) => {
    const ways = waysOf(verb, chance);
    if (ways.length - 1 > room || ways.some(({ words }) => hides(words.label, verb) || hides(words.hint, verb))) return [verb];
    room -= ways.length - 1;
    return ways;
  });
};

/** What may go along with a number: the two answers to what is asked after it, each of which says all. The second one is usual. */
export const alongOf = ({ domain, put }, chance) => {
  const of = domain.kind === "optional" ? domain.of : domain;
  if (of.kind !== "range") return undefined;
  const found = [of.least, of.most].map((value) => next(put(value), chance)).find(({ kind }) => kind === "variant");
  return found?.options.length === 2 && found.options.every(({ choice }) => next(choice, chance).kind === "done") ? found.options.map(({ label }) => label) : undefined;
};
/** The choice that a number makes together with what goes along, by its label; without it where that is not asked. */
export const togetherWith = ({ put }, value, label, chance) => {
  const found = next(put(value), chance);
  return (found.kind === "variant" && found.options.find((one) => one.label === label)?.choice) || put(value);
};
