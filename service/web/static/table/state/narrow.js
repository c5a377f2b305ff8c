// Narrowing: from offers and what was chosen so far to the next question, or to the action. Knows no DOM.
import { bonded, satisfied } from "./bonds.js";
import { admits, onlyValue } from "./domains.js";
import { asksOf, readable, variantLabel } from "./labels.js";
import { withLent } from "./lending.js";
import { merged } from "./merging.js";

/** @typedef {{verb: object, given: object, variant?: string, more?: boolean, drawn?: boolean}} Choice */

export const keyOf = (offer) => `${offer.type}/${offer.seat ?? ""}`;
export const variantOf = (offer) => Object.keys(offer.parameters ?? {}).sort().join(",");
const domainOf = (offer, name) => (offer.parameters ?? {})[name];

/** The verbs of these offers in the order of their ranks: one a type and seat. */
export const verbsOf = (offers, words = {}) => {
  const found = new Map();
  for (const offer of offers) {
    const key = keyOf(offer);
    const known = found.get(key);
    if (known) known.offers.push(offer);
    else {
      const told = withLent(words[key] ?? { label: readable(offer.type) }, words);
      found.set(key, { key, type: offer.type, seat: offer.seat ?? null, words: told, offers: [offer] });
    }
  }
  return [...found.values()].sort((one, other) => (one.words.rank ?? 50) - (other.words.rank ?? 50));
};

export const begun = (verb, more = false, given = {}) => ({ verb, given, more, ...verb.way });
/** The offers that what is given leaves, bonds between what is given included; idle ones on demand. */
const left = ({ verb, variant, given, more, drawn }) =>
  verb.offers.filter((offer) => {
    const settled = (name) => name in given || (drawn && domainOf(offer, name).kind === "outcome");
    return (
      (more || !offer.idle) &&
      (variant === undefined || variantOf(offer) === variant) &&
      Object.entries(given).every(([name, value]) => admits(domainOf(offer, name), value)) &&
      (offer.bonds ?? []).every((bond) => !bonded(bond, offer).every(settled) || satisfied(bond, given))
    );
  });

/** Whether one of the offers takes what was chosen so far. */
export const allows = (choice) => left(choice).length > 0;

/** How a parameter is met: `ask` now, `more` on demand, `skip` (left out). */
const manner = (choice, chance, name, domain) => {
  const when = asksOf(choice, name).when ?? "always";
  if (domain.kind === "outcome") {
    if (choice.drawn) return "skip";
    if (domain.of.kind === "depends") return "skip";
    if (chance.chance === "declared") return domain.of.kind === "open" ? "more" : "ask";
    return chance.mayDeclare ? "more" : "skip";
  }
  if (domain.kind === "optional") return when === "always" ? "ask" : when === "more" ? "more" : "skip";
  return "ask";
};

const namesOf = (offers) => [...new Set(offers.flatMap((offer) => Object.keys(offer.parameters ?? {})))];
const wantedNames = (choice, chance, offers, names) =>
  names.filter((name) => {
    if (name in choice.given) return false;
    const domain = domainOf(offers.find((offer) => domainOf(offer, name)), name);
    const met = manner(choice, chance, name, domain);
    return met === "ask" || (met === "more" && choice.more);
  });

/** Whether it hangs on dice or cards that are still to be told if the parameter may be left out. */
const hangs = (choice, offers, name) =>
  !choice.drawn &&
  offers.some((offer) =>
    offer.bonds?.some(({ kind, parameter, where }) => kind === "unless" && parameter === name && domainOf(offer, where) && !(where in choice.given)));

/** What stands behind "more…" for this choice. */
export const hidden = (choice, chance) => {
  const offers = left(choice);
  return namesOf(offers).filter(
    (name) =>
      !(name in choice.given) &&
      manner(choice, chance, name, domainOf(offers.find((offer) => domainOf(offer, name)), name)) === "more",
  );
};

const given = (choice, values) => ({ ...choice, given: { ...choice.given, ...values } });

/** The question of a parameter; `put` is the choice with its answer. Where a stock is to be used up, all that draw on it. */
const asked = (choice, offers, name) => {
  const whole = offers.length === 1 && offers[0].bonds?.find((bond) => bond.whole && bond.parameters.includes(name));
  if (whole) {
    const each = (told) => Object.fromEntries(whole.parameters.map((one) => [one, told(one)]));
    const of = each((one) => domainOf(offers[0], one).of ?? domainOf(offers[0], one));
    const words = each((one) => asksOf(choice, one));
    return {
      kind: "value", name, domain: { ...whole, kind: "shared", of }, choice,
      words: { asks: Object.values(words).map(({ asks }) => asks).join(" "), of: words },
      put: (plan) => given(choice, each((one) => plan[one])),
    };
  }
  const domain = merged(offers.map((offer) => domainOf(offer, name)));
  if (domain === null) {
    const alone = (offer) => ({ ...choice, verb: { ...choice.verb, offers: [offer] } });
    return { kind: "variant", options: offers.map((offer, at) => ({ label: `Way ${at + 1}`, choice: alone(offer) })), choice };
  }
  const [only] = onlyValue(domain);
  const put = (value) => given(choice, { [name]: value });
  if (only !== undefined) return step([only].flat().every((one) => one?.constructor !== Object) ? put(only) : { ...put(only), told: [...(choice.told ?? []), name] }, choice.chance);
  return { kind: "value", name, domain, words: asksOf(choice, name), choice, put };
};

const isOutcome = (offers, name) =>
  domainOf(offers.find((offer) => domainOf(offer, name)), name).kind === "outcome";

/** The buttons that part offers with other parameters: a variant's own words, else what it asks. */
const variantsOf = (choice, chance, offers, groups) =>
  groups.map((variant) => {
    const own = { ...choice, variant };
    const label = variantLabel(choice, variant);
    const inside = offers.filter((offer) => variantOf(offer) === variant);
    const names = wantedNames(own, chance, inside, namesOf(inside)).filter((name) => !isOutcome(inside, name));
    return { label: label ?? (names.map(readable).join(", ") || "None"), passing: !label, choice: own };
  });

/**
 * The next question of a choice: {kind: "value", …, put} or {kind: "variant", options}, else {kind: "done", action}.
 * Parameters with one value fill themselves in; outcomes come last.
 */
export const step = (started, chance) => {
  const choice = { ...started, chance };
  const offers = left(choice);
  const names = namesOf(offers);
  const common = names.filter((name) => offers.every((offer) => domainOf(offer, name)));
  const now = wantedNames(choice, chance, offers, common).filter((name) => !isOutcome(offers, name) && !hangs(choice, offers, name));
  if (now.length) return asked(choice, offers, now[0]);
  const groups = [...new Set(offers.map(variantOf))];
  if (groups.length > 1) {
    return { kind: "variant", options: variantsOf(choice, chance, offers, groups), choice };
  }
  const last = wantedNames(choice, chance, offers, names).sort((one, other) => hangs(choice, offers, one) - hangs(choice, offers, other));
  if (last.length) return asked(choice, offers, last[0]);
  const bond = offers.length && offers.every((offer) => offer.bonds?.some((one) => !satisfied(one, choice.given)));
  const missing = bond ? names.find((name) => !(name in choice.given) && !(choice.drawn && isOutcome(offers, name))) : undefined;
  if (missing) return asked(choice, offers, missing);
  const made = Object.entries(choice.given).filter(([, value]) => value !== undefined);
  const seat = choice.verb.seat === null ? {} : { seat: choice.verb.seat };
  return { kind: "done", choice, action: { type: choice.verb.type, ...seat, ...Object.fromEntries(made) } };
};
