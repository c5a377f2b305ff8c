// Arriving by a link with a token: it goes into the storage of the device at once.
import { claimOf, keep, kept } from "./tokens.js";

/** Keep the token that stands behind `#` in the address of this session, and clean the bar; any other mark stays. */
export const arrive = async (session) => {
  const mark = location.hash.slice(1);
  if (mark.length < 30) return;
  try {
    const claim = await claimOf(mark);
    if (claim.session !== session) return;
    keep(session, { [claim.holder]: mark }, { use: kept(session)?.use ?? claim.holder });
  } catch {
    return;
  }
  history.replaceState(null, "", location.pathname + location.search);
};
