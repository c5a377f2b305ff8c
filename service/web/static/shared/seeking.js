// Seeking: which club of this device a session belongs to, where the device has no token of its own of it.
import { ask } from "./api.js";
import { clubKey, heldClubs, lend } from "./clubs.js";
import { tokenOf } from "./tokens.js";

/**
 * Lend the key of its club to pages of this session, where the device has nothing else. Returns whether one was found.
 * A key of another club makes nobody but a stranger.
 */
export const seek = async (session) => {
  if (tokenOf(session)) return false;
  for (const { id } of heldClubs()) {
    const token = clubKey(id);
    const { status, body } = token ? await ask(`/v1/sessions/${session}?without=view`, { token }) : {};
    if (status !== 200 || body.you.role === "stranger") continue;
    lend(id, [session]);
    return true;
  }
  return false;
};
