// Players: who sat at the tables of this device. A player is counted by an id that says nothing; names are for people.
import { ask, newId } from "./api.js";
import { held, heldTokens, learnIgnored } from "./held.js";

/** People that these tokens tell of. */
const told = async (tokens) => {
  if (!tokens.length) return [];
  const { status, body, headers } = await ask("/v1/people", { headers: held(tokens) });
  learnIgnored(tokens, headers);
  return status === 200 ? body.items : [];
};

/** Player ids by name, of the newest tables first; of two players with one name the newer. */
export const returning = async () => {
  const found = new Map();
  for (const { player, name } of await told(heldTokens())) {
    if (player && name && !found.has(name)) found.set(name, player);
  }
  return found;
};

const made = new Map();

/** The id for this name: the known player's if no seat has it yet, else one that is made here once. */
export const playerOf = (known, name, taken) => {
  const old = known.get(name);
  if (old && !taken.includes(old)) return old;
  const key = `${taken.length} ${name}`;
  if (!made.has(key)) made.set(key, newId());
  return made.get(key);
};

/** Ids by seat for names by seat. */
export const playersOf = (known, labels) =>
  Object.entries(labels).reduce((seated, [seat, name]) => ({ ...seated, [seat]: playerOf(known, name, Object.values(seated)) }), {});
