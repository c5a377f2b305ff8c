// Fitting: options of an opening whose values go with each other.
import { valueKey } from "../table/state/domains.js";

/** Whether a value goes with the options that are chosen. */
const fits = (question, value, options) =>
  Object.entries(question.needs?.[valueKey(value)] ?? {}).every(([name, values]) => values.includes(options[name]));

/** A question with the values that go with the options that are chosen. */
export const narrowed = (question, options) => {
  const left = (domain) => ({ ...domain, values: domain.values.filter((value) => fits(question, value, options)) });
  const { domain } = question;
  if (!question.needs) return question;
  if (domain.kind === "choice") return { ...question, domain: left(domain) };
  return domain.of?.kind === "choice" ? { ...question, domain: { ...domain, of: left(domain.of) } } : question;
};

/** Options after one was chosen: those that do not go with it take the first value that does. */
export const settled = (questions, options) => {
  const next = { ...options };
  for (const [name, question] of Object.entries(questions)) {
    if (fits(question, next[name] ?? null, next)) continue;
    const { domain } = narrowed(question, next);
    next[name] = domain.kind === "optional" ? null : domain.values[0];
  }
  return next;
};
