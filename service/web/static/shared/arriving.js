// Arriving by a link with a token: it goes into the storage of the device at once.
import { ask } from "./api.js";
import { claimOf } from "./claims.js";
import { seek } from "./seeking.js";
import { newlyKept } from "./durable.js";
import { keep, kept } from "./tokens.js";
import { claim, play, played, SEES_ALL } from "./whose.js";

/** What the service answers where it knows the token to be no good. */
const BAD = [401, 404];

/**
 * Keep the token and say what it claims; `uses` tells by which holder the pages then speak.
 *
 * Anybody can write a link that claims to be the owner's, so the service is asked first: for names, which open no hand. Where it cannot be asked,
 * the token is kept only if this device has none of the session. Raises an error for what is no token, and for one
 * that is no good while none is kept.
 */
const take = async (token, uses) => {
  const brings = await claimOf(token);
  const known = kept(brings.session);
  const { status } = await ask(`/v1/sessions/${brings.session}/people`, { token });
  if (!known && BAD.includes(status)) throw new Error("not good here");
  if (status === 200 || !known) keep(brings.session, { [brings.holder]: token }, { use: uses(known?.use, brings.holder) });
  return brings;
};

const SHORTEST = 30;
/** The token that stands behind `#`; any other mark is shorter. */
const brought = () => (location.hash.length > SHORTEST ? location.hash.slice(1) : "");

const takeBrought = async (session) => {
  const mark = brought();
  if (!mark) return;
  try {
    if ((await claimOf(mark)).session !== session) return;
  } catch {
    return;
  }
  await take(mark, (before, holder) => before ?? holder).catch(() => {});
  history.replaceState(null, "", location.pathname + location.search);
};

/**
 * Keep the token that the address of this session brings, now or later while the page stands, and clean the bar.
 * A device without one looks for the club that the session belongs to.
 */
export const arrive = async (session) => {
  addEventListener("hashchange", () => brought() && location.reload());
  await takeBrought(session);
  await seek(session);
};

/** A phone that plays a seat stays at it where a link would open every hand, or let it choose a seat. */
const stays = (session, holder) => {
  const owns = holder === "owner" || kept(session)?.tokens.owner;
  return played(session).length > 0 && (holder === "guest" || (owns && SEES_ALL.includes(holder)));
};

/** Join with a link or a token: keep it and say where to go. The link of the whole table asks who somebody is. */
export const join = async (text) => {
  const token = text.trim().split("#").pop();
  const { session } = await claimOf(token);
  const before = kept(session);
  const { holder } = await take(token, (_, own) => (stays(session, own) ? before?.use : own));
  if (!before) newlyKept();
  const [role, seat] = holder.split(":");
  if (role === "seat" && kept(session).tokens[holder] === token) {
    play(session, seat);
    await claim(session, seat, token);
  }
  return role === "guest" && !stays(session, holder) ? `/t/${session}/who` : `/t/${session}`;
};
