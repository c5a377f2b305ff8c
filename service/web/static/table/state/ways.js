// Ways: where few of them lead on, those are the question, so that each is one tap. Knows no DOM.
import { valueKey } from "./domains.js";
import { isSaid, labelOf, readable } from "./labels.js";
import { allows, step } from "./narrow.js";

/** Choices that a phone shows at once; fewer where each answers several questions. */
const MANY = 12;
const FEW = 6;
/** Whole answers that are one list where they could also be tapped on the board one after another. */
const SHORT = 4;

/** How many, multiplied by something else, is rather asked by itself. */
const most = ({ domain }) => (domain?.kind === "range" ? FEW : MANY);

/** Every value of a domain, where they are few enough to be seen at once. */
const listed = (domain) => {
  const { kind, least, most } = domain;
  if (kind === "choice") return domain.values;
  if (kind === "range" && most - least < MANY) return Array.from({ length: most - least + 1 }, (_, at) => least + at);
  if (kind === "optional") return listed(domain.of)?.concat(undefined);
  if (kind !== "each" || domain.different) return undefined;
  return Object.entries(domain.keys).reduce((made, [key, of]) => {
    const values = made && listed(of);
    const all = values?.flatMap((value) => made.map((one) => (value === undefined ? one : { ...one, [key]: value })));
    return all?.length <= MANY ? all : undefined;
  }, [{}]);
};

/** Each answer to a question as a button, where they can be listed and are not rather tapped on the board. */
const answersOf = ({ kind, options, name, domain, words, put }, anywhere) => {
  if (kind !== "value") return options;
  const values = listed(domain);
  const told = (value) => words.values?.[valueKey(value)] ?? {};
  if (!values || (!anywhere && values.some((value) => told(value).place ?? told(value).piece))) return undefined;
  return values
    .map((value) => ({
      ...told(value),
      label: value === undefined ? told(value).label ?? "" : `${typeof value === "string" || told(value).label ? "" : `${readable(name)} `}${labelOf(words, value)}`,
      choice: put(value),
    }))
    .filter(({ choice }, at) => allows(choice) && (values[at] !== undefined || !isSaid(words)))
    .map((way) => ({ ...way, base: way.choice }));
};

/** The ways that lead on from a question, as far as several can be answered at once; undefined where not two can. anywhere: also those that are rather tapped on the board. */
const waysOf = (question, chance, anywhere) => {
  let ways = answersOf(question, anywhere);
  if (anywhere && ways?.length > SHORT) return undefined;
  let deep = !["choice", "optional", "outcome", "range"].includes(question.domain?.kind);
  for (let on = ways; on; ) {
    ways = on;
    on = ways.flatMap(({ passing, ...way }) => {
      const answers = answersOf(step(way.choice, chance), passing || anywhere);
      if (!answers || passing || !way.label) return answers ?? [way];
      return answers.map((one) => {
        // Where both together stand on the board is where the last of them does, which alone leads to `base`.
        const { place, piece, base } = one.place || one.piece ? one : way;
        return { label: [way.label, one.label].filter(Boolean).join(" · "), choice: one.choice, place, piece, base };
      });
    });
    const same = on.every(({ choice }, at) => choice === ways[at].choice);
    if (same || new Set(on.map(({ label }) => label)).size < on.length || (on.length > most(question) && !ways.some(({ passing }) => passing))) break;
    deep = true;
  }
  return deep ? ways : undefined;
};

/** Whether they are few and nothing is left to choose after them; what is rolled or drawn may be. */
const isShort = (ways, chance) =>
  ways?.length <= SHORT &&
  ways.every(({ choice }) => {
    const { kind, domain } = step(choice, chance);
    return kind === "done" || (domain?.kind === "outcome" && !domain.chosen);
  });

/** The next question of a choice, or the action: a step, or several at once as far as they have few answers. */
export const next = (started, chance) => {
  const question = step(started, chance);
  const all = waysOf(question, chance, true);
  const ways = isShort(all, chance) ? all : waysOf(question, chance);
  if (!ways) return question;
  return { kind: "variant", asks: question.words?.asks, options: ways.map((way) => ({ ...way, label: way.label || "None" })), choice: question.choice };
};
