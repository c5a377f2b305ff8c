// Bonds: what parameters of an offer must satisfy together. Knows no DOM.
import { own } from "../../shared/own.js";
import { canonical, counted, fits } from "./domains.js";

const held = (action, name) => Object.values(action[name] ?? []);
const holds = (values, value) => values.some((one) => canonical(one) === canonical(value));

const SATISFIED = {
  apart: ({ one, other, besides = [] }, action) =>
    !held(action, other).some((value) => holds(held(action, one), value) && !holds(besides, value)),
  beyond: ({ parameter, values, most }, action) => {
    const listed = counted(values);
    let more = 0;
    for (const [key, count] of counted(held(action, parameter))) more += Math.max(0, count - (listed.get(key) ?? 0));
    return more <= most;
  },
  balance: ({ gained, given, least, most }, action) => {
    const gain = held(action, gained).length - held(action, given).length;
    return gain >= least && gain <= most;
  },
  shared: ({ parameters, values }, action) => fits(parameters.flatMap((name) => held(action, name)), values),
  among: ({ one, many }, action) =>
    action[one] === undefined ? held(action, many).length < 2 : holds(held(action, many), action[one]),
  unless: ({ parameter, where, values }, action) =>
    action[parameter] !== undefined || (action[where] !== undefined && !held(action, where).some((value) => holds(values, value))),
  limited: ({ parameter, by, otherwise }, action) => held(action, parameter).length <= (action[by] ?? otherwise),
  arriving: ({ amounts, orders, sent, lost }, action) => {
    const over = { ...action[amounts] };
    for (const [name, sends] of Object.entries(sent)) {
      let losing = own(lost, name) ?? 0;
      const order = own(action[orders], name)?.map((value) => sends.find((one) => holds([value], one.value))) ?? sends;
      for (const { to, points } of order) {
        over[to] -= Math.max(0, points - losing);
        losing = Math.max(0, losing - points);
      }
    }
    return !Object.values(over).some((number) => number > 0);
  },
};

/** Whether an action satisfies a bond. */
export const satisfied = (bond, action) => SATISFIED[bond.kind](bond, action);
/** The parameters of an offer that a bond binds: those that it names. */
export const bonded = (bond, offer) => {
  const named = Object.values(bond).flat();
  return Object.keys(offer.parameters).filter((name) => named.includes(name));
};
