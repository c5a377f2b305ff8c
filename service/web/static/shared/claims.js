// Claims: which session a token is for, and whose it is.
import { isHolder, isSession, isToken } from "./forms.js";

const inflated = async (bytes) => {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).text();
};

/** The text that a token carries, before its signature. */
export const unpacked = async (token) => {
  const packed = token.startsWith(".");
  const payload = (packed ? token.slice(1) : token).split(".")[0];
  const bytes = Uint8Array.from(atob(payload.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
  return packed ? inflated(bytes) : new TextDecoder().decode(bytes);
};

/** What a token says: {session, holder}. Raises an error for a text that is no token. */
export const claimOf = async (token) => {
  if (!isToken(token)) throw new Error("no token");
  const [session, role, seat] = JSON.parse(await unpacked(token));
  const holder = seat === null ? role : `${role}:${seat}`;
  if (!isSession(session) || !isHolder(holder)) throw new Error("no claim");
  return { session, holder };
};
