// The club of a page: what the service says of it, and requests with this device's key.
import { ask, newId } from "../shared/api.js";
import { clubKey } from "../shared/clubs.js";

export const NO_ANSWER = "No answer from the service. Try again.";

/** Requests below the address of a club, each with this device's key of it. */
export const speaker = (club) => (path, options = {}) => ask(`/v1/clubs/${club}${path}`, { token: clubKey(club), ...options });

/** The header of a request that makes a key: repeated, it makes no second one. */
export const once = () => ({ "Idempotency-Key": newId() });

/** What went wrong, in a sentence. */
export const faultOf = ({ body }) => body?.errors?.map(({ detail }) => detail).join(" ") || body?.detail || NO_ANSWER;
