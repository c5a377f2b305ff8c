// Whose: as whom this device sits at a table. The owner's token is kept apart: it opens every hand.
import { ask, newId } from "./api.js";
import { own } from "./own.js";
import { keep, kept } from "./tokens.js";

const SEAT = "seat:";
export const NO_ANSWER = "No answer from the service. Try again.";
/** Holders that see everything. */
export const SEES_ALL = ["owner", "scribe"];

const seatIn = (holder = "") => (holder.startsWith(SEAT) ? [holder.slice(SEAT.length)] : []);

/** The seats that a device with this plays. The owner's device holds every seat's link, so what it plays is noted. */
export const playedIn = ({ mine, tokens = {}, use }) => mine ?? (tokens.owner ? seatIn(use) : Object.keys(tokens).flatMap(seatIn));
/** The seats that this device plays. */
export const played = (session) => playedIn(kept(session) ?? {});

const ROLES = { owner: "you opened it", scribe: "you record for the table", spectator: "you watch", guest: "you watch", recorder: "you record" };
/** As whom a device with this speaks, in words. */
export const roleOf = ({ use = "" }) => own(ROLES, use) ?? `you play ${use.replace(SEAT, "")}`;

/** From now on this device plays the seat. */
export const play = (session, seat, tokens = {}, more = {}) => {
  const mine = [...new Set([...played(session), seat])];
  keep(session, tokens, { ...more, mine, use: SEAT + seat });
};

/** Claim a seat, as who holds this token, so that no other phone can; answers as `ask` does. */
export const claim = (session, seat, token) => ask(`/v1/sessions/${session}/seats/${seat}/claim`, { method: "POST", token, headers: { "Idempotency-Key": newId() } });

/** Look at everything with the owner's token. The table hears of it first, by a note. Answers what went wrong; "": nothing. */
export const seeAll = async (session, label) => {
  const text = `${label}’s phone can see everything from here on.`;
  const { status, body } = await ask(`/v1/sessions/${session}/notes`, { method: "POST", token: kept(session).tokens.owner, body: { text, action_id: newId() } });
  if (status !== 201) return body?.detail ?? NO_ANSWER;
  keep(session, {}, { use: "owner" });
  return "";
};
