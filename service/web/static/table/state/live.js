// The live stream: the table and every entry as it happens, resumed after every cut.
import { createEventSource } from "eventsource-client";
import { ask, limit, waits } from "../../shared/api.js";
import { forgetRecorded, unanswered } from "./queue.js";
import { dropEarliest, FIRST } from "./kept.js";
import { lastMove, saysOf } from "./moves.js";
import { put, shared } from "./sharing.js";
import { addEntries, ahead, brought, entries, forYou, isGone, isAtEnd, line, nudged, retryIn, said, spoken, table, tagOf } from "./table.js";

/** Milliseconds: the service breaks every silence before, and a connection that takes longer is tried again. */
const SILENCE = 16_000;
const CONNECTING = 10_000;
const AGAIN = 3000;
/** While the page is hidden: so often it looks, and for so long it stays. */
const LOOKS = 10_000;
const STAYS = 1500;
const PARTS = "with=words,board,offers";
const AWAY = { 401: "revoked", 403: "revoked", 404: "missing", 410: "expired", 429: "busy", 503: "busy" };

/** Follow a session until its end. Answers {again}: look now whether the line is back. */
export const follow = (session, token, heard = () => {}) => {
  const path = `/v1/sessions/${session}`;
  let source;
  let lastId;
  let silence;

  const after = (milliseconds, does) => {
    clearTimeout(silence);
    silence = setTimeout(does, milliseconds);
  };
  const listen = () => document.hidden || after(SILENCE, again);
  const again = () => {
    if (isAtEnd.value) return;
    source?.close();
    connect();
  };
  /** A browser opens six connections to a host for all of its tabs: a hidden one gives its own back, and looks now and then. */
  const pause = () => {
    source?.close();
    after(LOOKS, again);
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
    ahead.value ??= Date.parse(answer.headers.get("Date")) - Date.now() || 0;
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
    else if (!status || status === 429 || status > 499) setTimeout(() => entries.value.at(-1)?.number !== table.value.version && readLog(table.value.version), AGAIN);
  };
  const hear = ({ id, event, data }) => {
    if (id) lastId = id;
    listen();
    const body = JSON.parse(data);
    if (event === "reset") {
      // Another log, as after a backup was restored: nothing of the former one stays on the page.
      entries.value = [];
      forgetRecorded();
      return;
    }
    if (event === "entry") {
      addEntries([body]);
      dropEarliest();
      brought.value = body.number;
      said.value = `${forYou.value ? `${forYou.value.who} recorded: ` : ""}${spoken(saysOf(lastMove.value.at(-1)?.number === body.number ? lastMove.value : [body]))}`;
    } else if (event === "state" || event === "table") {
      table.value = shared(table.value, body);
      if (event === "state" && entries.value.at(-1)?.number !== body.version) readLog(body.version);
    } else if (event === "change") {
      table.value = body.changes.reduce((told, [path, value]) => put(told, path, value), table.value);
    } else if (event === "people") {
      const named = body.items.filter((one) => one.name).map((one) => [one.seat, one.name]);
      table.value = { ...table.value, labels: Object.fromEntries(named) };
    } else if (event === "nudge") {
      if (nudged.value?.nudge !== body.nudge) nudged.value = body;
    } else if (event === "problem") {
      line.value = "broken";
      return;
    }
    line.value = event === "end" ? "ended" : unanswered.value ? "offline" : "live";
    if (event === "end") source.close();
    heard();
  };
  /** The first table by an answer, which is compressed as no stream is. Where none comes, the stream tells it. */
  const begin = async () => {
    try {
      const answer = await reach(`${path}?${PARTS}`, { headers: { Accept: "application/json" }, cache: "no-store", signal: limit() });
      const data = await answer.text();
      const told = JSON.parse(data);
      hear({ id: tagOf(told), event: "state", data });
      if (told.closed) line.value = "ended";
    } catch {
      lastId = undefined;
      cut();
    }
    if (!isAtEnd.value) connect();
  };
  /** The stream is there: what waits is sent as well. */
  const reached = () => {
    const silent = ["offline", "busy", "broken"].includes(line.value);
    if (silent && table.value && navigator.onLine && !unanswered.value) line.value = "live";
  };
  const connect = () => {
    source = createEventSource({
      url: new URL(`${path}/stream?${PARTS},changes`, location.href),
      initialLastEventId: lastId,
      fetch: (url, options) => {
        after(CONNECTING, () => {
          cut();
          again();
        });
        return reach(url, options);
      },
      onConnect: () => {
        if (document.hidden) return after(STAYS, pause);
        listen();
        reached();
        heard();
      },
      onMessage: hear,
      onComment: () => {
        listen();
        reached();
      },
      onDisconnect: cut,
    });
  };

  addEventListener("offline", cut);
  addEventListener("online", again);
  document.addEventListener("visibilitychange", () => !isAtEnd.value && source && (document.hidden ? pause() : again()));
  begin();
  return { again };
};
