// Sending: the first one that waits, until one is refused or nobody answers.
import { ask, limit, newId, waits } from "../../shared/api.js";
import { onlyValue } from "./domains.js";
import { inEach, inLast, withOutcome } from "./outcomes.js";
import { adopted, change, drafts, isCut, isOwn, known, mine, name, note, notice, put, read, tellTabs, tokenFor, trouble, unanswered, waiting } from "./queue.js";
import { line } from "./table.js";
import { rest } from "../later.js";

/** Seconds until an unanswered one is sent again: twice as many each time, up to the most. */
const SOON = 2;
const MOST = 30;

let timer;
let sending = false;

/** So many milliseconds after the tap what is sent tells when it was tapped. */
const LATE = 5000;

/** The tag of the version that an answer names. */
export const tagIn = (headers) => (headers.get("ETag") ?? "0").replace(/^W\/|"/g, "");

const later = (seconds) => {
  clearTimeout(timer);
  timer = setTimeout(pump, seconds * 1000);
};

const told = (item, answer) => {
  const { status, body, headers } = answer;
  if (status === 0) {
    if (line.value === "live") line.value = "offline";
    later(Math.min(SOON * 2 ** unanswered.value, MOST));
    unanswered.value += 1;
  } else if ([429, 502, 503, 504].includes(status)) {
    later(waits(headers) || SOON);
  } else if (status === 401 && item.holder === mine.holder) {
    line.value = "revoked";
  } else if (status === 401 && !isOwn(item)) {
    adopted.delete(item.holder);
    notice.value = "The link you tapped it with was replaced. Open the new link on this device, or discard it.";
    return read().then(() => true);
  } else if (status === 412 && body.type.endsWith("/stale")) {
    return stale(item, body, tagIn(headers));
  } else if (body?.outcomes && onlyValue(body.outcomes[0].domain).length) {
    return sayTheOnly(item, body.outcomes[0]);
  } else if (item.turn && drafts.refused && [409, 412, 422].includes(status) && !body?.outcomes) {
    return drafts.refused(item, answer);
  } else {
    if (status === 412) dispatchEvent(new Event("online"));
    trouble.value = { kind: "refused", item, problem: body ?? { title: "The service could not answer" } };
  }
  return false;
};

const replaced = async (item, next) => {
  await put(item, next);
  return true;
};

/** What is asked for and can be one thing alone is no question: a pile that we did not see. */
const sayTheOnly = (item, { path, domain }) =>
  replaced(item, { ...item, id: newId(), body: inLast(item.body, (body) => withOutcome(body, path, onlyValue(domain)[0])) });

/** It is recorded: the next one was tapped on what it made. */
const done = async (item, tag) => {
  await change(item);
  const next = waiting.value.find((one) => one.key > item.key);
  if (next?.seen === null) await change(next, { ...next, seen: tag });
  await read();
};

const stale = async (item, problem, tag) => {
  const live = problem.missed.filter((entry) => entry.live && entry.kind !== "noted");
  const same = item.path === "actions" && live.find((entry) => rest.value?.sameAction(item.body, entry));
  if (same && live.length === 1) {
    notice.value = "Someone already recorded this";
    await done(item, tag);
    tellTabs();
    return true;
  }
  if (!live.length && item.path === "actions") return replaced(item, { ...item, seen: tag });
  if (item.turn && drafts.refused) return drafts.refused(item, { status: 412 }, tag);
  trouble.value = { kind: "conflict", item, missed: live, tag };
  return false;
};

/** As it is first sent: what could not be sent at once has its own time. Sent again it stays the same request. */
const timed = (item) => {
  const late = item.cut || isCut() || Date.now() - item.at > LATE;
  const moved_at = late && item.at && new Date(item.at).toISOString();
  const body = moved_at ? inEach(item.body, (one) => ({ moved_at, ...one })) : item.body;
  return { ...item, body, sent: true };
};

const sendFirst = async () => {
  if (!waiting.value[0].sent) await put(waiting.value[0], timed(waiting.value[0]));
  const [item] = waiting.value;
  if (!item) return true;
  const answer = await ask(`/v1/sessions/${mine.session}/${item.path}${item.path === "actions" ? "?with=words" : ""}`, {
    method: "POST",
    token: tokenFor(item),
    body: inEach(item.body, (one) => ({ action_id: item.id, ...one })),
    headers: item.path === "notes" ? {} : { "If-Match": `"${item.seen ?? known()}"` },
  });
  if (answer.status) unanswered.value = 0;
  if (answer.status !== 200 && answer.status !== 201) return told(item, answer);
  const tag = tagIn(answer.headers);
  note(tag);
  await done(item, tag);
  tellTabs(tag);
  if (line.value === "offline") dispatchEvent(new Event("online"));
  return true;
};

/** One tab sends at a time, where the browser has locks; else, or where a tab holds one for too long, ids make it safe. */
const alone = (work) =>
  navigator.locks ? navigator.locks.request(`${name()} ${mine.holder}`, { signal: limit() }, work).catch((error) => (error.name === "AbortError" ? work() : Promise.reject(error))) : work();

/** Send what waits, the first one first, until one is refused or nobody answers. */
export const pump = async () => {
  if (sending || trouble.value || !waiting.value.length) return;
  clearTimeout(timer);
  sending = true;
  let on = true;
  await alone(async () => {
    await read();
    while (on && waiting.value.length && !trouble.value) on = await sendFirst();
  });
  sending = false;
  if (on) pump();
};
