// Luggage: what a device holds, as a file or links take it to another one. What comes takes no place of what is there. Knows no DOM.
import { unpacked } from "./claims.js";
import { newlyKept } from "./durable.js";
import { isHolder, isSession, isToken } from "./forms.js";
import { isObject, objectIn, settings, takeSettings } from "./settings.js";
import { playedIn } from "./whose.js";

const EDITION = ["keeper", "editor", "reader"];
const CLUB = /^(keeper|organiser|member|key-[0-9]{1,3}|person:[\w-]{1,64})$/;
/** What a device holds tokens of: the letter before a token in a link, where it is kept, in which member, and who may hold one. */
export const KINDS = {
  sessions: { letter: "t", kept: "tablelog.sessions", member: "tokens", isHolder },
  editions: { letter: "e", kept: "tablelog.editions", member: "tokens", isHolder: (holder) => EDITION.includes(holder) },
  clubs: { letter: "c", kept: "tablelog.clubs", member: "keys", isHolder: (holder) => CLUB.test(holder) },
};
const FILE = "device";
const VERSION = 1;
const SHORT = 200;

const isText = (value) => typeof value === "string" && value.length <= SHORT;
const areTexts = (value) => Array.isArray(value) && value.every(isText);
/** What else is known of a table, an edition or a club, by its form. */
const MEMBERS = { use: isHolder, mine: areTexts, title: isText, status: isText, name: isText, game: isText, at: Number.isFinite, seen: Number.isFinite, aside: (value) => Array.isArray(value) && value.every(isToken) };

const readOf = (kind) => objectIn(localStorage.getItem(KINDS[kind].kept));
/** The tokens of a part by holder, whatever it calls them. */
const tokensIn = (kind, one) => (isObject(one?.[KINDS[kind].member]) ? one[KINDS[kind].member] : {});
const goodIn = (kind, one) => Object.fromEntries(Object.entries(tokensIn(kind, one)).filter(([holder, token]) => KINDS[kind].isHolder(holder) && isToken(token)));
/** As it is kept. */
const writtenOf = (kind, { tokens, ...one }) => ({ ...one, [KINDS[kind].member]: tokens });
/** What this device holds of a kind, what was used last first: [{id, tokens: {holder: token}, name, title, at …}]. */
export const held = (kind) => Object.entries(readOf(kind))
  .map(([id, one]) => ({ ...one, id, tokens: goodIn(kind, one) }))
  .filter(({ id, tokens }) => isSession(id) && Object.keys(tokens).length)
  .sort((one, other) => (other.at ?? 0) - (one.at ?? 0));

/** Everything that goes into the file. */
export const packed = () => {
  const parts = Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, Object.fromEntries(held(kind).map(({ id, ...one }) => [id, writtenOf(kind, one)]))]));
  return { tablelog: FILE, version: VERSION, made: new Date().toISOString(), service: location.origin, ...parts, settings: settings() };
};

/** The tokens that a link takes along: the one in use first, the owner's, and those of the seats that this device plays. */
const spoken = (kind, one) => {
  if (kind !== "sessions") return Object.values(one.tokens);
  const holders = new Set([one.use ?? Object.keys(one.tokens)[0], "owner", ...playedIn(one).map((seat) => `seat:${seat}`)]);
  const found = [...holders].map((holder) => one.tokens[holder]).filter(Boolean);
  return found.length ? found : Object.values(one.tokens).slice(0, 1);
};

/** Marks behind `#` with all of these, [{kind, ...held}], each of at most so many characters: [{mark, count}]. */
export const marks = (chosen, longest) => {
  const made = [];
  for (const { kind, ...one } of chosen) {
    const text = spoken(kind, one).map((token) => KINDS[kind].letter + token).join("~");
    const last = made.at(-1);
    if (last && last.mark.length + text.length < longest) made[made.length - 1] = { mark: `${last.mark}~${text}`, count: last.count + 1 };
    else made.push({ mark: text, count: 1 });
  }
  return made;
};

/** What a token says of itself; null for a text that is none of this kind. */
const claimIn = async (kind, token) => {
  try {
    const [id, role, seat] = isToken(token) ? JSON.parse(await unpacked(token)) : [];
    const holder = seat === null ? role : `${role}:${seat}`;
    return isSession(id) && KINDS[kind].isHolder(holder) ? { id, holder } : null;
  } catch {
    return null;
  }
};

/** Lay what comes beside what is here. Of two tokens of one holder the one here stays, unless the service ignored it. */
const laid = (kind, here, comes) => {
  if (!here) return comes;
  const aside = here.aside ?? [];
  const stays = Object.fromEntries(Object.entries(here.tokens).filter(([holder, token]) => !comes.tokens[holder] || !aside.includes(token)));
  const mine = kind === "sessions" && { mine: [...new Set([...playedIn(here), ...playedIn(comes)])] };
  return { ...comes, ...here, ...mine, tokens: { ...comes.tokens, ...stays } };
};

/** Keep what comes, {kind: {id: …}} as it is kept. Answers {came: {kind: how many}, had, lost}: lost are tokens that cannot be such. */
const merge = async (parts) => {
  const told = { came: {}, had: 0, lost: 0 };
  for (const kind of Object.keys(KINDS)) {
    const comes = [];
    for (const [id, one] of Object.entries(isObject(parts[kind]) ? parts[kind] : {})) {
      const tokens = {};
      for (const [holder, token] of Object.entries(tokensIn(kind, one))) {
        const claim = await claimIn(kind, token);
        if (claim?.id === id && claim.holder === holder) tokens[holder] = token;
        else told.lost += 1;
      }
      const more = Object.fromEntries(Object.entries(MEMBERS).flatMap(([name, fits]) => (Object.hasOwn(one ?? {}, name) && fits(one[name]) ? [[name, one[name]]] : [])));
      if (Object.keys(tokens).length) comes.push([id, { ...more, tokens }]);
    }
    if (!comes.length) continue;
    // Read only now: another tab may have kept something meanwhile.
    const here = Object.fromEntries(held(kind).map(({ id, ...one }) => [id, one]));
    const fresh = comes.filter(([id]) => !Object.hasOwn(here, id));
    told.came[kind] = fresh.length;
    told.had += comes.length - fresh.length;
    if (fresh.length) newlyKept();
    const after = Object.fromEntries(comes.map(([id, one]) => [id, writtenOf(kind, laid(kind, here[id], one))]));
    localStorage.setItem(KINDS[kind].kept, JSON.stringify({ ...readOf(kind), ...after }));
  }
  return told;
};

/** Keep what this text of a file holds. Answers as `merge` does, or {fault: a sentence}. */
export const takeFile = async (text) => {
  const read = objectIn(text);
  if (read.tablelog !== FILE) return { fault: "This is not a file that was saved with “Take along”." };
  if (read.version !== VERSION) return { fault: "A newer Tablelog saved this file. Update the one that this page is from." };
  const told = await merge(read);
  if (isObject(read.settings)) takeSettings(read.settings);
  return { ...told, from: read.service === location.origin || !isText(read.service) ? "" : read.service };
};

/** Keep what this mark of a link holds. Answers as `takeFile` does. */
export const takeMark = async (mark) => {
  const parts = {};
  for (const text of mark.split("~")) {
    const [kind] = Object.entries(KINDS).find(([, { letter }]) => letter === text[0]) ?? [];
    const claim = kind && (await claimIn(kind, text.slice(1)));
    if (!claim) return { fault: "This link is not complete. Scan the code again." };
    const one = ((parts[kind] ??= {})[claim.id] ??= { [KINDS[kind].member]: {}, use: claim.holder, at: Date.now() });
    one[KINDS[kind].member][claim.holder] = text.slice(1);
  }
  for (const one of Object.values(parts.sessions ?? {})) one.mine = Object.keys(one.tokens).filter((holder) => holder.startsWith("seat:")).map((holder) => holder.slice(5));
  return merge(parts);
};
