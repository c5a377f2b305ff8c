// The service: one function that asks, and ids for what is sent once.

/** {status, body, headers}; status 0 where nobody answered. */
export const ask = async (path, { method = "GET", token, body, headers = {} } = {}) => {
  const sent = { Accept: "application/json", ...headers };
  if (token) sent.Authorization = `Bearer ${token}`;
  if (body !== undefined) sent["Content-Type"] = "application/json";
  try {
    const answer = await fetch(path, {
      method,
      headers: sent,
      body: body === undefined ? undefined : JSON.stringify(body),
      cache: "no-store",
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
