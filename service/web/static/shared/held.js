// Held: the tokens that a question about many sessions comes with.
import { heldOf, sessions, setAside } from "./tokens.js";

/** So many tokens the service takes with one question. */
export const MOST_TOKENS = 50;

/** The tokens of the sessions that were used last. */
export const heldTokens = () => sessions().map(heldOf).filter(Boolean).slice(0, MOST_TOKENS);

/** The header that these tokens go in. */
export const held = (tokens) => ({ "Tablelog-Tokens": tokens.join(", ") });

/** Learn from the headers of an answer which of these tokens the service ignored. Returns them. */
export const learnIgnored = (tokens, headers) => {
  const places = headers.get("Tablelog-Tokens-Ignored");
  const ignored = places ? places.split(",").map((place) => tokens[place - 1]) : [];
  if (places) setAside(ignored);
  return ignored;
};
