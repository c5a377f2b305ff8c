// In turn: the parts of a value one after another. Each, dealt and assign make an object, gathered and joined a list.
import { useState } from "preact/hooks";
import { html } from "../../shared/html.js";
import { admits, onlyValue } from "../state/domains.js";
import { labelOf } from "../state/narrow.js";
import { unique, without } from "../state/plans.js";

const isGiven = (value) => value !== undefined;
/** What hangs on the rest of the action is asked for by the rules, once it is sent. */
const isAskedLater = ({ kind, of }) => kind === "outcome" && of.kind === "depends";

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

export const InTurnWidget = ({ domain, words, answer, allows, Widget }) => {
  const { keys, parts, values } = domain;
  const [given, give] = useState([]);
  const set = parts || values ? {} : forced(keys);
  const names = parts ?? (values ? keys : Object.keys(keys).filter((name) => !(name in set || isAskedLater(keys[name]))));
  const at = given.length;
  const taken = (list) => list.flat().filter(isGiven);
  const part = values ? outOf(without(values, taken(given)), domain) : (parts?.[at] ?? keys[names[at]]);
  const take = (value) => {
    const now = [...given, value];
    const told = Object.fromEntries(names.map((name, place) => [name, now[place]]).filter(([, one]) => isGiven(one)));
    const made = parts ? taken(now) : { ...set, ...told };
    if (now.length < names.length) give(now);
    else if (allows(made)) answer(made);
    else give([]);
  };
  return html`<h3 class="part">${parts ? "Part" : labelOf(words, names[at])}
      ${" "}<span class="quiet">${at + 1} of ${names.length}${parts && taken(given).map((value) => `, ${labelOf(words, value)}`)}</span></h3>
    <${Widget} key=${at} domain=${part} words=${words} answer=${take} allows=${(value) => admits(part, value)} />`;
};
