// Tokens of this device: kept by session, never in an address beyond the moment of joining.
const KEPT = "tablelog.sessions";

const read = () => {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? {};
  } catch {
    return {};
  }
};
const write = (sessions) => localStorage.setItem(KEPT, JSON.stringify(sessions));

/** What is kept of a session: {tokens: {holder: token}, use: holder, title, at}; undefined: nothing. */
export const kept = (session) => read()[session];

/** Sessions of this device, the last one used first. */
export const sessions = () =>
  Object.entries(read())
    .map(([id, session]) => ({ id, ...session }))
    .sort((one, other) => (other.at ?? 0) - (one.at ?? 0));

/** Keep tokens of a session beside those that are known; `more` may name title and the holder in use. */
export const keep = (session, tokens, more = {}) => {
  const all = read();
  const known = all[session] ?? { tokens: {} };
  all[session] = { ...known, ...more, tokens: { ...known.tokens, ...tokens }, at: Date.now() };
  write(all);
};

export const forget = (session) => {
  const { [session]: gone, ...rest } = read();
  write(rest);
};

/** The token that a page of this session speaks with. */
export const tokenOf = (session) => {
  const known = kept(session);
  return known && (known.tokens[known.use] ?? Object.values(known.tokens)[0]);
};
