// Held: the tokens that a question about many sessions comes with.
import { sessions, tokenOf } from "./tokens.js";

/** So many tokens the service takes with one question. */
const MOST_TOKENS = 50;

/** The tokens of the sessions that were used last. */
export const heldTokens = () => sessions().map(({ id }) => tokenOf(id)).filter(Boolean).slice(0, MOST_TOKENS);
