// Clubs of this device: the keys that it keeps of each, and to which sessions it lends them. Knows no DOM.
import { isSession, isToken } from "./forms.js";
import { stored } from "./tokens.js";

const KEPT = "tablelog.clubs";
/** Holders whose keys a club begins with, the widest rights first. */
export const HOLDERS = ["keeper", "organiser", "member"];
/** Keys by session, as `tokens.js` reads them. */
const LENT = "tablelog.lent";
/** So many sessions are remembered: of any other it is asked again. */
const MOST_LENT = 300;

const good = (keys) => Object.entries(keys ?? {}).filter(([, key]) => isToken(key));
const read = () => {
  const clubs = Object.entries(stored(KEPT)).map(([id, one]) => [id, { ...one, keys: Object.fromEntries(good(one?.keys)) }]);
  return new Map(clubs.filter(([id, { keys }]) => isSession(id) && Object.keys(keys).length));
};

const lent = () => Object.entries(stored(LENT));
/** A key that is kept no longer, or is good no more, is lent no longer. */
const keepLent = (sessions) => {
  const good = clubKeys();
  const kept = sessions.filter(([session, key]) => isSession(session) && good.includes(key)).slice(0, MOST_LENT);
  localStorage.setItem(LENT, JSON.stringify(Object.fromEntries(kept)));
};
const write = (clubs) => {
  localStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(clubs)));
  keepLent(lent());
};

/** What is kept of a club: {keys: {holder: key}, name, at, aside}; undefined: nothing. */
export const heldClub = (id) => read().get(id);

/** Clubs of this device, the one that was used last first. */
export const heldClubs = () => [...read()].map(([id, one]) => ({ id, ...one })).sort((one, other) => (other.at ?? 0) - (one.at ?? 0));

/** Keep keys of a club beside those that are known. */
export const keepClub = (id, keys, more = {}) => {
  const all = read();
  const known = all.get(id);
  const aside = (known?.aside ?? []).filter((key) => !Object.values(keys).includes(key));
  write(all.set(id, { ...known, ...more, aside, keys: { ...known?.keys, ...keys }, at: Date.now() }));
};

export const forgetClub = (id) => {
  const all = read();
  all.delete(id);
  write(all);
};

/** Keep one key of a club no longer, and with its last key not the club. */
export const forgetKey = (id, holder) => {
  const all = read();
  const known = all.get(id);
  if (!known) return;
  delete known.keys[holder];
  write(Object.keys(known.keys).length ? all : new Map([...all].filter(([other]) => other !== id)));
};

const bestOf = ({ keys, aside = [] }) => [...HOLDERS, ...Object.keys(keys)].find((holder) => keys[holder] && !aside.includes(keys[holder]));

/** The holder with the widest rights whose key is kept, as far as it is good. */
export const bestHolder = (id) => {
  const known = heldClub(id);
  return known && bestOf(known);
};
/** The key of a club that this device speaks with. */
export const clubKey = (id) => heldClub(id)?.keys[bestHolder(id)];
/** One key of each club. */
export const clubKeys = () => heldClubs().map((one) => one.keys[bestOf(one)]).filter(Boolean);

/** Set keys aside that the service ignored. */
export const setKeysAside = (bad) => {
  const all = read();
  for (const [id, one] of all) {
    const found = Object.values(one.keys).filter((key) => bad.includes(key));
    if (found.length) all.set(id, { ...one, aside: [...new Set([...(one.aside ?? []), ...found])] });
  }
  write(all);
};

/** Lend the club's key to pages of these sessions. */
export const lend = (id, sessions) => {
  const others = lent().filter(([session]) => !sessions.includes(session));
  keepLent([...sessions.map((session) => [session, clubKey(id)]), ...others]);
};

/** The club of this device that the session belongs to, as far as it is known; undefined: to none. */
export const clubOf = (session) => {
  const key = Object.fromEntries(lent())[session];
  return key && heldClubs().find(({ keys }) => Object.values(keys).includes(key))?.id;
};
