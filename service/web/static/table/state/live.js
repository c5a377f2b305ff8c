// The live stream: the table and every entry as it happens, resumed after every cut.
import { createEventSource } from "eventsource-client";
import { ask, waits } from "../../shared/api.js";
import { textOf } from "../../shared/html.js";
import { dropEarliest, FIRST } from "./earlier.js";
import { put, shared } from "./sharing.js";
import { addEntries, brought, entries, forYou, isGone, isAtEnd, line, retryIn, said, table } from "./table.js";

const SILENCE = 16_000;
const PARTS = "with=words,board,offers";
const AWAY = { 401: "revoked", 403: "revoked", 404: "missing", 410: "expired", 429: "busy", 503: "busy" };

/** Follow a session until its end. Answers {again}: look now whether the line is back. */
export const follow = (session, token, heard = () => {}) => {
  const path = `/v1/sessions/${session}`;
  let source;
  let lastId;
  let silence;

  const listen = () => {
    clearTimeout(silence);
    silence = setTimeout(again, SILENCE);
  };
  const again = () => {
    if (isAtEnd.value) return;
    source?.close();
    connect();
  };
  const cut = () => {
    if (["live", "opening"].includes(line.value)) line.value = "offline";
  };
  const reach = async (url, options) => {
    let answer;
    try {
      answer = await fetch(url, { ...options, headers: { ...options.headers, ...(token && { Authorization: `Bearer ${token}` }) } });
    } catch (error) {
      if (error.name !== "AbortError") cut();
      throw error;
    }
    if (answer.ok) return answer;
    line.value = AWAY[answer.status] ?? "broken";
    retryIn.value = waits(answer.headers) || 5;
    if (isGone.value) source?.close();
    throw new Error(String(answer.status));
  };
  const readLog = async (version) => {
    const from = Math.max(1, version - FIRST + 1);
    const { status, body } = await ask(`${path}/entries?with=words&from=${from}&limit=${FIRST}`, { token });
    if (status === 200) addEntries(body.items);
  };
  const hear = ({ id, event, data }) => {
    if (id) lastId = id;
    listen();
    const body = JSON.parse(data);
    if (event === "entry") {
      addEntries([body]);
      dropEarliest();
      brought.value = body.number;
      said.value = `${forYou.value ? `${forYou.value.who} recorded: ` : ""}${textOf(body.words?.says)}`;
    } else if (event === "state" || event === "table") {
      table.value = shared(table.value, body);
      if (event === "state" && entries.value.at(-1)?.number !== body.version) readLog(body.version);
    } else if (event === "change") {
      table.value = body.changes.reduce((told, [path, value]) => put(told, path, value), table.value);
    } else if (event === "people") {
      const named = body.items.filter((one) => one.name).map((one) => [one.seat, one.name]);
      table.value = { ...table.value, labels: Object.fromEntries(named) };
    } else if (event === "problem") {
      line.value = "broken";
      return;
    }
    line.value = event === "end" ? "ended" : "live";
    if (event === "end") source.close();
    heard();
  };
  /** The first table by an answer, which is compressed as no stream is. Where none comes, the stream tells it. */
  const begin = async () => {
    try {
      const answer = await reach(`${path}?${PARTS}`, { headers: { Accept: "application/json" }, cache: "no-store" });
      const data = await answer.text();
      const { version, closed } = JSON.parse(data);
      hear({ id: String(version), event: "state", data });
      if (closed) line.value = "ended";
    } catch {
      lastId = undefined;
    }
    if (!isAtEnd.value) connect();
  };
  const connect = () => {
    listen();
    source = createEventSource({
      url: new URL(`${path}/stream?${PARTS},changes`, location.href),
      initialLastEventId: lastId,
      fetch: reach,
      onMessage: hear,
      onComment: () => {
        listen();
        const silent = ["offline", "busy", "broken"].includes(line.value);
        if (silent && table.value && navigator.onLine) line.value = "live";
      },
      onDisconnect: cut,
    });
  };

  addEventListener("offline", cut);
  addEventListener("online", again);
  document.addEventListener("visibilitychange", () => document.hidden || line.value === "live" || again());
  begin();
  return { again };
};
