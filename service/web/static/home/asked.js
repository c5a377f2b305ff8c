// A page that speaks of many sessions asks for itself again, with the keys and tokens that this device holds.
import { limit } from "../shared/api.js";
import { clubKeys, setKeysAside } from "../shared/clubs.js";
import { held, heldTokens, learnIgnored, MOST_TOKENS } from "../shared/held.js";

/** The page as it is for this device, `more`: with these tokens too; null where it holds none, and where nobody answers. */
export const askedWithHeld = async (more = []) => {
  const tokens = [...new Set([...more, ...clubKeys(), ...heldTokens()])].slice(0, MOST_TOKENS);
  if (!tokens.length) return null;
  try {
    const headers = { Accept: "text/html", ...held(tokens) };
    const answer = await fetch(location.pathname + location.search, { headers, cache: "no-store", signal: limit() });
    const ignored = learnIgnored(tokens, answer.headers);
    if (ignored.length) setKeysAside(ignored);
    return new DOMParser().parseFromString(await answer.text(), "text/html");
  } catch {
    return null;
  }
};
