// Following: others change the same draft; what they have done is read while the page is looked at. Knows no screen.
import { learn, request, told, waiting } from "./draft.js";
import { online, pump } from "./sending.js";

const EVERY = 10_000;

let tag = "";
const look = async () => {
  if (globalThis.document.hidden || waiting.value.length) return pump(true);
  const { status, body, headers } = await request("/draft", { headers: tag ? { "If-None-Match": tag } : {} });
  if (status === 200 || status === 304) online.value = true;
  else if (status === 0) online.value = false;
  if (status !== 200 || waiting.value.length || body.revision < told.value.revision) return undefined;
  tag = headers.get("ETag") ?? "";
  return learn(body, body.document, body.maps);
};

/** Look again from time to time, and at once where the line or the eyes come back. */
export const follow = () => {
  const again = async () => {
    await look();
    setTimeout(again, EVERY);
  };
  setTimeout(again, EVERY);
  addEventListener("online", look);
  globalThis.document.addEventListener("visibilitychange", look);
};
