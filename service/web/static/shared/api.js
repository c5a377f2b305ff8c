// The service: one function that asks, and ids for what is sent once.

/** Milliseconds after which an answer counts as lost, unless what is asked for is known to take longer. */
export const LONGEST = 15_000;
/** Milliseconds for what the service may have to compute: a table that is opened or branched, a page with all of an audit. */
export const LONG = 60_000;

/** Ends a wait after so many milliseconds: for the `signal` of whatever may wait for ever. */
export const limit = (milliseconds = LONGEST) => {
  const end = new AbortController();
  setTimeout(() => end.abort(), milliseconds);
  return end.signal;
};

/** {status, body, headers}; status 0 where nobody answered in time. */
export const ask = async (path, { method = "GET", token, body, headers = {}, longest } = {}) => {
  const sent = { Accept: "application/json", ...headers };
  if (token) sent.Authorization = `Bearer ${token}`;
  if (body !== undefined) sent["Content-Type"] = "application/json";
  try {
    const answer = await fetch(path, {
      method,
      headers: sent,
      body: body === undefined ? undefined : JSON.stringify(body),
      cache: "no-store",
      signal: limit(longest),
    });
    const text = await answer.text();
    return { status: answer.status, body: text ? JSON.parse(text) : null, headers: answer.headers };
  } catch {
    return { status: 0, body: null, headers: new Headers() };
  }
};

/** A UUID; `crypto.randomUUID` is missing on plain HTTP. */
export const newId = () => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 15) | 64;
  bytes[8] = (bytes[8] & 63) | 128;
  const text = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return text.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
};

/** Seconds that an answer asks to wait. */
export const waits = (headers) => Number(headers.get("Retry-After")) || 0;
