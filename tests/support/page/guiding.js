// The way through a page's questions to an action, as what a person taps: from its offers and their words alone.
// (path of narrow.js) → {boarded, comesFirst, isForced, route, tell}. A tap is [how, text, …]; see tests/support/page/guided.py.
async (path) => {
  const at = (name) => import(path.replace("narrow", name));
  const { allows, begun, verbsOf } = await import(path);
  const { isSaid, KEYS, labelOf, memberOf } = await at("labels");
  const keyLabel = (words, key) => labelOf(memberOf(words, KEYS), key);
  const { next } = await at("ways");
  const { admits, canonical, onlyValue, valueKey } = await at("domains");
  const { both, isTyped, mayTakeAll, sorted } = await at("both");
  const { evenly, leftOf, resettled, stepsOf, unique, without } = await at("plans");
  const { alongOf, spread, togetherWith } = await at("spread");
  const { isDice, leftFor, nextEmpty, slotsOf, slotWords, wholeLabel, withSlot } = await at("slots");
  const { found } = await at("search");
  const { UNSEEN } = await at("unseen");

  const none = (value) =>
    value === undefined || value === null || value === false ||
    (typeof value === "object" && !Object.keys(value).length);
  const unordered = (value) => canonical(Array.isArray(value) ? value.map(canonical).sort() : value);
  const same = (one, other) => (none(one) && none(other)) || unordered(one) === unordered(other);
  const within = (part, whole) =>
    Object.entries(part).every(([key, one]) => canonical(one) === canonical((whole ?? {})[key]));

  /** The steps by which a plan comes to an action's; null: none do. */
  const planned = (domain, plan, action) => {
    const whole = Object.keys(domain.of).every((name) => same(plan[name], action[name]));
    if (whole) return leftOf(domain, plan).length ? [null] : [];
    for (const step of stepsOf(domain, plan)) {
      if (!within(step.plan[step.name], action[step.name])) continue;
      const more = planned(domain, step.plan, action);
      if (more) return [step, ...more];
    }
    return null;
  };
  /** Where the values of a stock that is laid on the board go, in the order of the stock: [place, what the piece shows]. */
  const layTaps = (domain, words, action) => {
    const spots = Object.entries(words.of).flatMap(([name, { places }]) =>
      Object.entries(action[name] ?? {}).map(([key, value]) => [places[domain.of[name].keys ? key : Number(key) + 1], canonical(value)]));
    const taps = domain.values.flatMap((value) => {
      const at = spots.findIndex(([, face]) => face === canonical(value));
      return at < 0 ? [] : [["lay", ...spots.splice(at, 1)[0]]];
    });
    return taps.length < domain.values.length ? [...taps, ["press", "Leave the rest"]] : taps;
  };
  const planTaps = (domain, words, action) =>
    Object.values(words.of).every(({ stock }) => stock) ? layTaps(domain, words, action) : planned(domain, {}, action).map((step) => {
      if (!step) return ["press", "Done"];
      const told = step.values.map((value) => labelOf(words.of[step.name], value)).join(", ");
      const label = step.key ? `${keyLabel(words.of[step.name], step.key)}: ${told}` : told;
      return ["under", words.of[step.name].asks, label];
    });

  /** A list as the answers to its parts, one after another. */
  const parted = (parts, list) => {
    if (!parts.length) return list.length ? null : [];
    const [part, ...rest] = parts;
    for (let count = list.length; count >= 0; count--) {
      const taken = list.slice(0, count);
      const answer = [taken, taken[0]].find((one) => admits(part, one));
      const more = (count || admits(part, undefined) || admits(part, [])) && (count === 0 || answer !== undefined) && parted(rest, list.slice(count));
      if (more) return [count ? answer : admits(part, []) ? [] : undefined, ...more];
    }
    return null;
  };
  const outOf = (values, { keys, count, least }) => {
    if (count) return { kind: "several", values, least: count, most: count, ordered: true };
    const of = { kind: "choice", values: unique(values) };
    return least < keys.length ? { kind: "optional", of } : of;
  };
  /** The parts of a value; what leaves a part out stands above what leaves all of it out. */
  const inTurn = (...given) => partsOf(...given).map(([how, ...tap]) => [how.replace("none", "first"), ...tap]);
  const partsOf = (domain, words, value) => {
    const { keys, parts, values } = domain;
    if (parts) {
      const told = parted(parts, value).map((one, place) => [parts[place], one]);
      const asked = told.filter(([of]) => !onlyValue(of).length);
      return (asked.length ? asked : told).flatMap(([of, one]) => tell(of, words, one));
    }
    if (!values) {
      const later = ({ kind, of }) => kind === "outcome" && of.kind === "depends";
      const all = Object.entries(keys).filter(([, of]) => !later(of));
      const asked = all.filter(([, of]) => !onlyValue(of).length);
      const names = asked.length ? asked : all;
      return names.flatMap(([name, of]) => [["part", keyLabel(words, name)], ...tell(of, memberOf(words, name), value?.[name])]);
    }
    let left = values;
    return keys.flatMap((name) => {
      const taps = [["part", keyLabel(words, name)], ...tell(outOf(left, domain), words, value?.[name])];
      left = without(left, [value?.[name]].flat().filter((one) => one !== undefined));
      return taps;
    });
  };

  const membersOf = (of) => Object.keys(of.keys ?? {});
  const onlyOf = (of) => Object.values(of.keys ?? {}).find((part) => part.values?.length === 1)?.values[0];
  const headsOf = (domains) => domains.map((of, place) => {
    const only = onlyOf(of);
    if (only !== undefined && domains.filter((one) => onlyOf(one) === only).length === 1) return only;
    const own = membersOf(of).filter((name) => !domains.every((one) => membersOf(one).includes(name)));
    return own.join(", ") || `${place + 1}`;
  });
  const oneOf = (domain, words, value) => {
    const heads = headsOf(domain.of);
    const place = domain.of.findIndex((of) => admits(of, value));
    const among = domain.of.filter((_, other) => heads[other] === heads[place]);
    const taps = domain.of.length === 1 && domain.least ? [] : [["tap", labelOf(words, heads[place])]];
    if (among.length > 1) taps.push(["tap", labelOf(words, onlyOf(domain.of[place]))]);
    return [...taps, ...tell(domain.of[place], words, value)];
  };

  /** What tells dice and cards: it is counted apart. */
  const typed = (taps) => taps.map(([how, ...more]) => [`typed ${how}`, ...more]);
  const DONE = ["press", "Done"];
  /** What the slots of a domain hold for a value. */
  const slotted = (domain, value) => {
    const { kind, keys, parts, most } = domain;
    switch (kind) {
      case "choice": return [value];
      case "several": return Array.from({ length: most }, (_, place) => value[place]);
      case "grid": return value.flat();
      case "dealt": return keys.flatMap((key) => value[key]);
      case "assign": return keys.map((key) => value[key]);
      case "joined": return parts.flatMap((of, place) => slotted(of, value.slice(parts.slice(0, place).reduce((sum, { most }) => sum + most, 0)).slice(0, of.most)));
      case "outcome": return slotted(domain.of, value);
      default:
        return Object.entries(keys).filter(([, { kind, of }]) => !(kind === "outcome" && of.kind === "depends")).flatMap(([name, of]) => slotted(of, value[name]));
    }
  };
  /** The fewest letters whose best match a value is: of its label, of the beginnings of its words, of what is told of it. */
  const lettersOf = (options, { label, hint = "" }, value) => {
    const finds = (text) => text.trim() && canonical(found(options, text)[0]?.value ?? []) === canonical(value);
    const beginnings = (text) => Array.from({ length: 8 }, (_, last) => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean).map((word) => word.slice(0, last + 1)).join(" "));
    const ends = [...label.matchAll(/[\p{L}\p{N}]+/gu)].map(({ index }) => label.slice(index));
    const starts = ends.flatMap((end) => Array.from(end, (_, last) => end.slice(0, last + 1)));
    return [...starts, ...beginnings(label), ...beginnings(hint)].filter(finds).sort((one, other) => one.length - other.length)[0] ?? label;
  };
  /** A value slot by slot; null where it is asked in another way. */
  const filledIn = (domain, words, value) => {
    const made = slotsOf(domain);
    if (!made || value === undefined) return null;
    const values = slotted(domain, value);
    const labelAt = (place, one) => labelOf(slotWords(words, made.slots[place]), one);
    if (values.every((one) => one === made.unseen) && values.every((one) => UNSEEN.includes(one))) return [["press", `All ${labelAt(0, made.unseen).toLowerCase()}`]];
    if (isDice(made, words)) return values.map((one, place) => ["face", `${wholeLabel(words, made.slots[place])}: ${labelAt(place, one)}`]);
    const taps = [];
    let filled = values.map(() => undefined);
    values.forEach((one, place) => {
      if (one === undefined || filled[place] !== undefined) return;
      if (nextEmpty(filled) !== place) taps.push(["face", `${wholeLabel(words, made.slots[place])}: empty`]);
      const options = leftFor(made, filled, place).map((left) => ({ value: left, label: labelAt(place, left), ...slotWords(words, made.slots[place]).values?.[typeof left === "string" ? left : canonical(left)] }));
      taps.push(["fill", labelAt(place, one), lettersOf(options, options.find(({ value: other }) => canonical(other) === canonical(one)), one)]);
      filled = withSlot(made, filled, place, one);
    });
    return values.length > 1 && !made.faces ? [...taps, ["filled", "Done"]] : taps;
  };
  /** Numbers of a row are tapped, others typed. */
  const number = ({ least, most }, words, value) => {
    const all = Array.from({ length: most - least + 1 }, (_, place) => least + place);
    if (all.length <= 7 || (all.length <= 14 && all.some((one) => words.values?.[canonical(one)]))) return [["tap", labelOf(words, value)]];
    return [...(value === (least < 0 && most > 0 ? 0 : most) ? [] : [["write", `${value}`, "Number"]]), DONE];
  };
  /** Each number that is not as it is to be is set; a fixed number is spread beforehand, and what is set moves the others. */
  const divided = (domain, words, value) => {
    const { limits, least, most } = domain;
    const fixed = least === most;
    let now = fixed ? evenly(domain) : Object.fromEntries(Object.keys(limits).map((key) => [key, 0]));
    const set = [];
    const taps = [];
    for (const key of Object.keys(limits)) {
      const [before, count] = [now[key], value?.[key] ?? 0];
      if (before === count) continue;
      const room = fixed ? limits[key] : Math.min(limits[key], most - Object.values(now).reduce((sum, one) => sum + one, 0) + before);
      const label = keyLabel(words, key);
      if (Math.abs(count - before) === 1) taps.push(["press", `${label}: one ${count > before ? "more" : "fewer"}`]);
      else taps.push(count === room ? ["press", `${label}: all ${count}`] : ["write", `${count}`, `${label}: number`]);
      now = fixed ? resettled(domain, now, key, count, set) : { ...now, [key]: count };
      set.unshift(key);
    }
    return taps;
  };
  /** What is tapped to give this value of a domain. */
  const tell = (domain, words, value) => {
    const tap = (one) => ["tap", labelOf(words, one)];
    switch (domain.kind) {
      case "choice": return [tap(value)];
      case "optional": return value === undefined || value === null ? [isSaid(words) ? ["tap", words.values.null.label] : ["none", words.values?.null?.label ?? "None"]] : tell(domain.of, words, value);
      case "outcome":
        return typed(domain.chosen && (value === undefined || value === null) ? [["press", "Did not happen"]] : filledIn(domain.of, words, value) ?? tell(domain.of, words, value));
      case "range": return number(domain, words, value);
      case "several":
        if (isTyped(domain, words)) return filledIn(domain, words, value);
        if (mayTakeAll(domain) && (value ?? []).length > domain.values.length / 2 + 1)
          return [["press", `All ${domain.values.length}`], ...domain.values.filter((one) => !value.some((other) => same(one, other))).map(tap), DONE];
        return domain.most === 1 && domain.least === 1 ? value.map(tap) : [...(value ?? []).map(tap), DONE];
      case "split": return [...divided(domain, words, value), DONE];
      case "grid": case "dealt": return filledIn(domain, words, value);
      case "exchanges": return [...(value ?? []).flatMap(({ give, receive }) => [tap(give), tap(receive)]), DONE];
      case "listed": return [...(value ?? []).flatMap((one) => oneOf(domain, words, one)), DONE];
      case "open": return tell(domain.form ?? { kind: "written" }, words, value);
      case "written": return [["write", typeof value === "string" ? value : JSON.stringify(value), "Text"], DONE];
      case "shared": return planTaps(domain, words, value);
      default: return inTurn(domain, words, value);
    }
  };

  /** What is tapped of lists on one screen: a number of what there is several times, else each of them. */
  const listTaps = ({ domain, words }, lists) =>
    Object.entries(domain.parts).flatMap(([name, part]) => {
      const { once, often } = sorted(part, valueKey);
      const { asks } = words.of[name];
      const has = (value) => lists[name].filter((one) => valueKey(one) === valueKey(value)).length;
      return [
        ...once.filter(has).map((value) => ["under", asks, labelOf(words.of[name], value)]),
        ...often.filter(({ value }) => has(value)).map(({ value }) => ["press", `${asks} ${labelOf(words.of[name], value)}: ${has(value)}`]),
      ];
    });
  /** The taps to an action; null: no question leads there. */
  const through = (alone, wanted, chance, usual, taps) => {
    if (taps.length > 200) return null;
    const asked = both(alone, chance);
    if (asked.kind === "done") {
      const names = [...new Set([...Object.keys(asked.action), ...Object.keys(wanted)])];
      return names.every((name) => same(asked.action[name] ?? usual[name], wanted[name] ?? usual[name])) ? taps : null;
    }
    const go = (choice, more) => through(next(choice, chance), wanted, chance, usual, [...taps, ...more]);
    if (asked.kind === "variant") {
      for (const option of asked.options) {
        const found = go(option.choice, [["tap", option.label]]);
        if (found) return found;
      }
      return null;
    }
    if (asked.domain.kind === "shared") return planned(asked.domain, {}, wanted) ? go(asked.put(wanted), planTaps(asked.domain, asked.words, wanted)) : null;
    if (asked.domain.kind === "both") {
      const lists = Object.fromEntries(Object.keys(asked.domain.parts).map((name) => [name, wanted[name] ?? []]));
      return allows(asked.put(lists)) ? go(asked.put(lists), [["asked", asked.words.asks], ...listTaps(asked, lists), DONE]) : null;
    }
    const given = wanted[asked.name];
    const values = same(given ?? usual[asked.name], usual[asked.name]) ? [undefined, given] : [given];
    for (const value of values) {
      if (!admits(asked.domain, value ?? undefined) && !admits(asked.domain, value)) continue;
      if (!allows(asked.put(value))) continue;
      const along = typeof value === "number" && alongOf(asked, chance);
      for (const [place, label] of Object.entries(along || [])) {
        const other = place === "1" ? [] : [["tap", label]];
        const found = go(togetherWith(asked, value, label, chance), [["asked", asked.words.asks], ...other, ...tell(asked.domain, asked.words, value)]);
        if (found) return found;
      }
      const found = go(asked.put(value), [["asked", asked.words.asks], ...tell(asked.domain, asked.words, value)]);
      if (found) return found;
    }
    return null;
  };
  const shown = () => [...document.querySelectorAll(".verbs .verb b")].map((one) => one.textContent.trim());
  const route = ({ offers, words, action, chance, usual }) => {
    const once = (label) => shown().filter((one) => one === label).length === 1;
    for (const { way, words: { label } } of spread(verbsOf(offers.filter(({ idle }) => !idle), words), chance, 20))
      if (way && once(label) && through(next(way, chance), action, chance, usual, [])) return [["tap", label]];
    const [verb] = verbsOf(offers, words);
    for (const more of [false, true]) {
      const first = more || verb.offers.every((offer) => offer.idle) ? [["press", "More…"]] : [];
      const found = through(next(begun(verb, more || first.length > 0), chance), action, chance, usual, [...first, ["tap", verb.words.label]]);
      if (found) return found;
    }
    return null;
  };
  const told = ({ verb, name, value }) => verb.words.parameters[name].values?.[valueKey(Array.isArray(value) ? value[0] : value)];
  /** The values that one tap gives: a choice, or a list of one. */
  const single = ({ kind, values, least, most }) =>
    kind === "choice" ? values : kind === "several" && least === 1 && most === 1 ? values.map((value) => [value]) : [];
  /** All that a tap on the board can begin, as {verb, name, value}. */
  const deedsOf = (verbs) =>
    verbs.flatMap((verb) =>
      Object.keys(verb.words.parameters ?? {}).flatMap((name) => {
        const domains = verb.offers.filter(({ idle }) => !idle).map((offer) => offer.parameters?.[name]).filter(Boolean);
        return unique(domains.flatMap(single)).map((value) => ({ verb, name, value }));
      })).filter((deed) => told(deed)?.place);
  /** The taps to an action that begins at one of these places of the board, as ids; null: none does. */
  const boarded = ({ all, words, places, far, action, chance, usual }) => {
    const deeds = deedsOf(verbsOf(all, words));
    for (const { verb, name, value } of deeds.filter((one) => one.verb.type === action.type && same(one.value, action[one.name]))) {
      const { place, label } = told({ verb, name, value });
      if (!places.includes(place) || far.some((one) => one.place === place)) continue;
      const rankOf = (one) => one.verb.words.rank ?? 50;
      const others = deeds.filter((one) => told(one).place === place && (one.verb.key !== verb.key || one.name !== name || !same(one.value, value)));
      if (others.some((one) => rankOf(one) < verb.words.rank)) continue;
      // Of one verb, the place answers what is asked first.
      const order = (one) => Object.keys(verb.offers[0].parameters).indexOf(one.name);
      const own = others.filter((one) => one.verb.key === verb.key);
      if (own.some((one) => order(one) < order({ name }))) continue;
      const several = verb.words.must_be_last || verb.words.ends || own.some((one) => one.name === name) || others.some((one) => one.verb.key !== verb.key && rankOf(one) === verb.words.rank);
      const first = [["spot", place], ...(several ? [["tap", `${verb.words.label}: ${label}`]] : [])];
      const found = through(next({ ...begun(verb), given: { [name]: value } }, chance), action, chance, usual, first);
      if (found) return found;
    }
    return null;
  };
  /** Whether a verb comes before all else that a tap on a place can begin. */
  const comesFirst = ({ all, words, key, place }) => {
    const verbs = verbsOf(all, words);
    const rank = verbs.find((verb) => verb.key === key)?.words.rank ?? 50;
    return deedsOf(verbs).every((one) => told(one).place !== place || (one.verb.words.rank ?? 50) > rank);
  };
  /** The type that a page begins with by itself, where each verb that ends nothing is the usual way on: one that asks nothing, or the only one; null: it does not. */
  const begins = ({ offers, words, chance }) => {
    const forth = verbsOf(offers.filter(({ idle }) => !idle), words).filter((verb) => !verb.words.ends);
    const asksNothing = (verb) => next(begun(verb), chance).kind === "done";
    if (!forth.every((verb) => verb.words.leads)) return null;
    return (forth.find(asksNothing) ?? (forth.length === 1 ? forth[0] : undefined))?.type ?? null;
  };
  const isForced = (domain) => onlyValue(domain).length > 0;
  return { begins, boarded, comesFirst, isForced, route, tell };
}
