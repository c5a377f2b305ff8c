// Held: the editions whose tokens this device keeps, and what it knows of each: name, game, how far it is.
import { unpacked } from "../../shared/claims.js";
import { newlyKept } from "../../shared/durable.js";
import { isSession, isToken } from "../../shared/forms.js";

const KEPT = "tablelog.editions";
/** Holders, the widest rights first. */
export const HOLDERS = ["keeper", "editor", "reader"];

const good = (tokens) => Object.entries(tokens ?? {}).filter(([holder, token]) => HOLDERS.includes(holder) && isToken(token));

const read = () => {
  let all = null;
  try {
    all = JSON.parse(localStorage.getItem(KEPT));
  } catch {
    // What cannot be read is as good as nothing.
  }
  const editions = Object.entries(all ?? {}).map(([id, one]) => [id, { ...one, tokens: Object.fromEntries(good(one?.tokens)) }]);
  return new Map(editions.filter(([id, { tokens }]) => isSession(id) && Object.keys(tokens).length));
};
const write = (editions) => localStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(editions)));

/** What is kept of an edition: {tokens, name, game, at}; undefined: nothing. */
export const heldEdition = (id) => read().get(id);

/** Editions of this device, the one that was used last first. */
export const heldEditions = () => [...read()].map(([id, one]) => ({ id, ...one })).sort((one, other) => (other.at ?? 0) - (one.at ?? 0));

export const keepEdition = (id, tokens, more = {}) => {
  const all = read();
  const known = all.get(id);
  if (!known) newlyKept();
  write(all.set(id, { ...known, ...more, tokens: { ...known?.tokens, ...tokens }, at: Date.now() }));
};

export const forgetEdition = (id) => {
  const all = read();
  all.delete(id);
  write(all);
};

/** The holder with the widest rights whose token is kept. */
export const holderOf = ({ tokens }) => HOLDERS.find((holder) => tokens[holder]);
export const tokenOf = (id) => {
  const known = heldEdition(id);
  return known && known.tokens[holderOf(known)];
};

/** What a token of an edition says: {edition, holder}. Raises an error for a text that is none. */
export const editionIn = async (token) => {
  if (!isToken(token)) throw new Error("no token");
  const [edition, holder] = JSON.parse(await unpacked(token));
  if (!isSession(edition) || !HOLDERS.includes(holder)) throw new Error("no edition");
  return { edition, holder };
};
