// Arriving by a link with a token: it goes into the storage of the device at once.
import { ask } from "./api.js";
import { claimOf } from "./claims.js";
import { keep, kept } from "./tokens.js";

/** What the service answers where it knows the token to be no good. */
const BAD = [401, 404];

/**
 * Keep the token and say what it claims; `uses` tells by which holder the pages then speak.
 *
 * Anybody can write a link that claims to be the owner's, so the service is asked first. Where it cannot be asked,
 * the token is kept only if this device has none of the session. Raises an error for what is no token, and for one
 * that is no good while none is kept.
 */
const take = async (token, uses) => {
  const claim = await claimOf(token);
  const known = kept(claim.session);
  const { status } = await ask(`/v1/sessions/${claim.session}`, { token });
  if (!known && BAD.includes(status)) throw new Error("not good here");
  if (status === 200 || !known) keep(claim.session, { [claim.holder]: token }, { use: uses(known?.use, claim.holder) });
  return claim;
};

const SHORTEST = 30;
/** The token that stands behind `#`; any other mark is shorter. */
const brought = () => (location.hash.length > SHORTEST ? location.hash.slice(1) : "");

/** Keep the token that the address of this session brings, now or later while the page stands, and clean the bar. */
export const arrive = async (session) => {
  addEventListener("hashchange", () => brought() && location.reload());
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

/** Join with a link or a token: keep it and say where its table is. */
export const join = async (text) => {
  const { session } = await take(text.trim().split("#").pop(), (_, holder) => holder);
  return `/t/${session}`;
};
