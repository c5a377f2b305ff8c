// In turn: the parts of a value one after another. Each, dealt and assign make an object, gathered and joined a list.
import { useState } from "preact/hooks";
import { html } from "../../shared/html.js";
import { admits, isAskedLater, onlyValue } from "../state/domains.js";
import { KEYS, labelOf, memberOf } from "../state/labels.js";
import { unique, without } from "../state/plans.js";

const isGiven = (value) => value !== undefined;
/** What a key gets out of the stock that is left: so many values, or one; none where not every key gets one. */
const outOf = (values, { keys, count, least }) => {
  if (count) return { kind: "several", values, least: count, most: count, ordered: true };
  const of = { kind: "choice", values: unique(values) };
  return least < keys.length ? { kind: "optional", of } : of;
};

/** What needs no asking, as long as anything does. */
const forced = (keys) => {
  const found = Object.entries(keys).map(([name, of]) => [name, onlyValue(of)]).filter(([, only]) => only.length);
  return found.length < Object.keys(keys).length ? Object.fromEntries(found.map(([name, [only]]) => [name, only])) : {};
};

/** What is given so far, with the parts that come next and need no asking either. */
const withForced = (parts, given) => {
  const [only] = parts?.some((of) => !onlyValue(of).length) && given.length < parts.length ? onlyValue(parts[given.length]) : [];
  return only === undefined ? given : withForced(parts, [...given, only]);
};

export const InTurnWidget = ({ domain, words, answer, allows, seen, Widget }) => {
  const { keys, parts, values } = domain;
  const [given, give] = useState(() => withForced(parts, []));
  const set = parts || values ? {} : forced(keys);
  const names = parts ?? (values ? keys : Object.keys(keys).filter((name) => !(Object.hasOwn(set, name) || isAskedLater(keys[name]))));
  const at = given.length;
  const taken = (list) => list.flat().filter(isGiven);
  const part = values ? outOf(without(values, taken(given)), domain) : (parts?.[at] ?? keys[names[at]]);
  const whole = (now) => {
    const told = names.map((name, place) => [name, now[place]]).filter(([, one]) => isGiven(one));
    return parts ? taken(now) : { ...set, ...Object.fromEntries(told) };
  };
  const take = (value) => {
    const now = withForced(parts, [...given, value]);
    if (now.length < names.length) give(now);
    else if (allows(whole(now))) answer(whole(now));
    else give(withForced(parts, []));
  };
  /** Nothing is left out in the end that must not be. */
  const may = (value) => admits(part, value) && (isGiven(value) || at < names.length - 1 || allows(whole(withForced(parts, [...given, value]))));
  const settled = Object.entries(set).map(([name, value]) => labelOf(memberOf(words, name), value));
  return html`${settled.length > 0 && html`<p class="quiet">${settled.join(" · ")}</p>`}
    <h3 class="part">${parts ? "Part" : labelOf(memberOf(words, KEYS), names[at])}
      ${" "}<span class="quiet">${at + 1} of ${names.length}${parts && taken(given).map((value) => `, ${labelOf(words, value)}`)}</span></h3>
    <${Widget} key=${at} domain=${part} words=${parts || values ? words : memberOf(words, names[at])} answer=${take} allows=${may} seen=${seen && !values} />`;
};
