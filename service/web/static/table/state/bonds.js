// Bonds: what parameters of an offer must satisfy together. Knows no DOM.
import { canonical, counted } from "./domains.js";

/** Whether an action satisfies a bond. */
export const satisfied = (bond, action) => {
  const list = (name) => action[name] ?? [];
  if (bond.kind === "apart") {
    const taken = new Set(list(bond.one).map(canonical));
    return !list(bond.other).some((value) => taken.has(canonical(value)));
  }
  if (bond.kind === "shared") {
    const taken = counted(bond.parameters.flatMap((name) => Object.values(list(name))));
    const stock = counted(bond.values);
    return [...taken].every(([key, count]) => count <= (stock.get(key) ?? 0));
  }
  const gain = list(bond.gained).length - list(bond.given).length;
  return gain >= bond.least && gain <= bond.most;
};
/** The parameters that a bond binds. */
export const bonded = (bond) => bond.parameters ?? (bond.kind === "apart" ? [bond.one, bond.other] : [bond.gained, bond.given]);
