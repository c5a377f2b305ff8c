// Opener: the token that opens sessions here, where one is needed; this device keeps it.
import { ask, LONG } from "./api.js";
import { clubKey } from "./clubs.js";

const OPENER = "tablelog.opening";
const FORM = /^[\w-]{16,256}$/;

/** The token that opens sessions here, where one is needed. */
export const opener = () => {
  const token = localStorage.getItem(OPENER) ?? "";
  return FORM.test(token) ? token : undefined;
};

/**
 * Keep the token of an opening link, if it can be one and the service accepts it: one that is kept already is
 * never replaced by one that opens nothing. Returns what to say to the person; "": it is kept.
 */
export const takeOpener = async (token) => {
  if (FORM.test(token)) {
    const before = opener();
    if (token === before) return "";
    const { status } = await ask("/v1/people", { token });
    if (status === 200 || (!before && status !== 401)) {
      localStorage.setItem(OPENER, token);
      return "";
    }
    if (status !== 401) return "No answer from the service. Open the link again.";
  }
  return `This link does not work here. ${opener() ? "This device keeps the link it has." : "Ask for a new one."}`;
};

/** Where this device is, as the browser knows it. */
export const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/** The zone of whole hours whose clocks show the same time now; else UTC. Its name counts hours to the west. */
export const fixedZone = () => {
  const hours = new Date().getTimezoneOffset() / 60;
  return hours && Number.isInteger(hours) ? `Etc/GMT${hours > 0 ? "+" : ""}${hours}` : "UTC";
};

const NO_ZONE = "tablelog.zone";
/** What to say of the time zone of a table that this page opened; told once. */
export const zoneTold = (session) => {
  const { id, text } = JSON.parse(sessionStorage.getItem(NO_ZONE) ?? "{}");
  if (id !== session) return "";
  sessionStorage.removeItem(NO_ZONE);
  return text;
};

/**
 * Open a table, in a club where one is named.
 * A zone that the service does not know is no reason to open no table: it gets one with the same clock, and is told so.
 */
export const openTable = async (sent, club) => {
  const where = club ? { path: `/v1/clubs/${club}/sessions`, token: clubKey(club) } : { path: "/v1/sessions", token: opener() };
  const post = (body) => ask(where.path, { method: "POST", body, token: where.token, longest: LONG });
  const answer = await post(sent);
  if (!answer.body?.errors?.some(({ pointer }) => pointer === "/timezone")) return answer;
  const timezone = fixedZone();
  const again = await post({ ...sent, timezone });
  const text = `Tablelog does not know the time zone of this device (${sent.timezone}). The table uses ${timezone}.`;
  if (again.status === 201) sessionStorage.setItem(NO_ZONE, JSON.stringify({ id: again.body.session.id, text }));
  return again;
};
