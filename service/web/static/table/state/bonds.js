// Bonds: what parameters of an offer must satisfy together. Knows no DOM.
import { canonical, counted } from "./domains.js";

const held = (action, name) => Object.values(action[name] ?? []);
const holds = (values, value) => values.some((one) => canonical(one) === canonical(value));

/** The points that arrive at each key, with the lists as the action orders them. */
const arriving = ({ orders, sent, lost }, action) => {
  const arrived = {};
  for (const [name, sends] of Object.entries(sent)) {
    let left = lost[name] ?? 0;
    for (const value of action[orders]?.[name] ?? sends.map((one) => one.value)) {
      const { to, points } = sends.find((one) => canonical(one.value) === canonical(value));
      arrived[to] = (arrived[to] ?? 0) + Math.max(0, points - left);
      left = Math.max(0, left - points);
    }
  }
  return arrived;
};

const SATISFIED = {
  apart: ({ one, other }, action) => !held(action, other).some((value) => holds(held(action, one), value)),
  balance: ({ gained, given, least, most }, action) => {
    const gain = held(action, gained).length - held(action, given).length;
    return gain >= least && gain <= most;
  },
  shared: ({ parameters, values }, action) => {
    const stock = counted(values);
    const taken = counted(parameters.flatMap((name) => held(action, name)));
    return [...taken].every(([key, count]) => count <= (stock.get(key) ?? 0));
  },
  among: ({ one, many }, action) => {
    const values = held(action, many);
    return action[one] === undefined ? values.length < 2 : holds(values, action[one]);
  },
  unless: ({ parameter, where, values }, action) =>
    action[parameter] !== undefined || (action[where] !== undefined && !held(action, where).some((value) => holds(values, value))),
  arriving: (bond, action) => {
    const arrived = arriving(bond, action);
    return Object.entries(action[bond.amounts] ?? {}).every(([key, number]) => number <= (arrived[key] ?? 0));
  },
};
const NAMING = ["one", "other", "many", "gained", "given", "parameter", "where", "amounts", "orders"];

/** Whether an action satisfies a bond. */
export const satisfied = (bond, action) => SATISFIED[bond.kind](bond, action);
/** The parameters that a bond binds. */
export const bonded = (bond) => bond.parameters ?? NAMING.flatMap((member) => bond[member] ?? []);
