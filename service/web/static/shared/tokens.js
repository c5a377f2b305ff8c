// Tokens of this device: kept by session, never in an address beyond the moment of joining.
import { isHolder, isSession, isToken } from "./forms.js";

const KEPT = "tablelog.sessions";

const good = (tokens) => Object.entries(tokens ?? {}).filter(([holder, token]) => isHolder(holder) && isToken(token));

/** What is stored under this name; what cannot be read is as good as nothing. */
export const stored = (name) => {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? {};
  } catch {
    return {};
  }
};

/** What is kept, by session. What has not the form of a session or a token is left out. */
const read = () => {
  const sessions = Object.entries(stored(KEPT)).map(([id, session]) => [id, { ...session, tokens: Object.fromEntries(good(session?.tokens)) }]);
  return new Map(sessions.filter(([id, { tokens }]) => isSession(id) && Object.keys(tokens).length));
};
const write = (sessions) => localStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(sessions)));

/** What is kept of a session: {tokens: {holder: token}, use: holder, mine: seats, title, at, aside}; undefined: nothing. */
export const kept = (session) => read().get(session);

/** Sessions of this device, the last one used first. */
export const sessions = () => [...read()].map(([id, session]) => ({ id, ...session })).sort((one, other) => (other.at ?? 0) - (one.at ?? 0));

/** Keep tokens of a session beside those that are known; `more` may name title and the holder in use. */
export const keep = (session, tokens, more = {}) => {
  const all = read();
  const known = all.get(session) ?? { tokens: {} };
  const aside = (known.aside ?? []).filter((token) => !Object.values(tokens).includes(token));
  write(all.set(session, { ...known, ...more, aside, tokens: { ...known.tokens, ...tokens }, at: Date.now() }));
};

export const forget = (session) => {
  const all = read();
  all.delete(session);
  write(all);
};

const holderIn = ({ tokens, use }) => (Object.hasOwn(tokens, use) ? use : Object.keys(tokens)[0]);
const ofSession = (known) => known.tokens[holderIn(known)];

/** The holder as whom a page of this session speaks, such as `scribe` or `seat:red`; undefined: nobody's token is kept. */
export const holderOf = (session) => {
  const known = kept(session);
  return known && holderIn(known);
};

/** The token that a page of this session speaks with: the device's own, else the key of a club that `clubs.js` lends it. */
export const tokenOf = (session) => {
  const known = kept(session);
  return known ? ofSession(known) : stored("tablelog.lent")[session];
};

/** The token of a kept session that still opens it, as far as the service said; undefined: none does. */
export const heldOf = (known) => {
  const { aside = [] } = known;
  return [ofSession(known), ...Object.values(known.tokens)].find((token) => !aside.includes(token));
};

/** Set tokens aside that the service ignored: they are kept, but sent with no question about many sessions. */
export const setAside = (tokens) => {
  const bad = (known) => Object.values(known.tokens).filter((token) => tokens.includes(token));
  const all = read();
  for (const [id, known] of all) {
    const found = bad(known);
    if (found.length) all.set(id, { ...known, aside: [...new Set([...(known.aside ?? []), ...found])] });
  }
  write(all);
};
