// The outbox: what was tapped, sent in order, each once, kept on the device until the service has it.
import { computed, signal } from "@preact/signals";
import { get, set } from "idb-keyval";
import { ask, newId, waits } from "../../shared/api.js";
import { onlyValue } from "./domains.js";
import { withOutcome } from "./outcomes.js";
import { sameAction } from "./sameness.js";
import { line, table } from "./table.js";

/** Items {id, path, body, says, seen, sent, draft}: `seen`: the version that the first one was tapped at; `draft`: of a free form. */
export const waiting = signal([]);
/** What stands between the queue and the service: {kind: "conflict"|"refused", item, …}. */
export const trouble = signal(null);
export const notice = signal("");
export const sending = signal(false);

let session;
let token;
let timer;
const name = () => `outbox:${session}`;
/** The last version that the service answered with. */
const recorded = signal(0);
/** While what was tapped is on its way, what is shown is no longer what can be done. Offline it stays. */
export const settling = computed(
  () => line.value === "live" && (waiting.value.length > 0 || recorded.value > (table.value?.version ?? 0)),
);

/** The version that is known here: of the table, of what was sent from here, of what others were faster with. */
const known = () => Math.max(table.value?.version ?? 0, recorded.value, trouble.value?.version ?? 0);

const keep = async (items) => {
  waiting.value = items;
  try {
    await set(name(), items);
  } catch {
    localStorage.setItem(name(), JSON.stringify(items));
  }
};

/** Take up what waited when the page was left. */
export const startOutbox = async (of, as) => {
  session = of;
  token = as;
  try {
    waiting.value = (await get(name())) ?? JSON.parse(localStorage.getItem(name())) ?? [];
  } catch {
    waiting.value = JSON.parse(localStorage.getItem(name())) ?? [];
  }
  pump();
};

/** Put a request into the queue. `path`: actions, retractions, corrections, notes, close. */
export const send = async (path, body, says, draft) => {
  const seen = waiting.value.length ? null : known();
  const item = { id: newId(), path, body, says, seen, sent: false, draft };
  await keep([...waiting.value, item]);
  pump();
  return item.id;
};

/** Send the first one again, perhaps changed: with another id, as another request. */
export const resend = async (change = {}) => {
  const [first, ...rest] = waiting.value;
  const again = { ...first, id: newId(), seen: known(), ...change };
  trouble.value = null;
  await keep([again, ...rest]);
  pump();
};

/** What goes with the first one where it is dropped; a note says what it says whatever happened before. */
export const following = computed(() => waiting.value.slice(1).filter((item) => item.path !== "notes"));

/** Drop the first one, and what follows from it. */
export const drop = async () => {
  trouble.value = null;
  await keep(waiting.value.slice(1).filter((item) => item.path === "notes"));
  pump();
};

const later = (seconds) => {
  clearTimeout(timer);
  timer = setTimeout(pump, seconds * 1000);
};

const told = (item, answer) => {
  const { status, body, headers } = answer;
  if (status === 0) {
    if (line.value === "live") line.value = "offline";
    later(2);
  } else if ([429, 502, 503, 504].includes(status)) {
    later(waits(headers) || 2);
  } else if (status === 401) {
    line.value = "revoked";
  } else if (status === 412) {
    return stale(item, body);
  } else if (body?.outcomes && onlyValue(body.outcomes[0].domain).length) {
    return sayTheOnly(item, body.outcomes[0]);
  } else {
    trouble.value = { kind: "refused", item, problem: body ?? { title: "The service cannot answer" } };
  }
  return false;
};

/** Put it where the first one stands. */
const replaced = async (item) => {
  await keep([item, ...waiting.value.slice(1)]);
  return true;
};

/** What is asked for and can be one thing alone is no question: a pile that we did not see. */
const sayTheOnly = (item, { path, domain }) =>
  replaced({ ...item, id: newId(), body: withOutcome(item.body, path, onlyValue(domain)[0]) });

const stale = async (item, problem) => {
  const live = problem.missed.filter((entry) => entry.live && entry.kind !== "noted");
  const same = item.path === "actions" && live.find((entry) => sameAction(item.body, entry));
  if (same && live.length === 1) {
    const [, ...rest] = waiting.value;
    notice.value = "Already recorded by others";
    await keep(rest.map((one, at) => (at ? one : { ...one, seen: problem.version })));
    return true;
  }
  if (!live.length && item.path === "actions") return replaced({ ...item, seen: problem.version });
  trouble.value = { kind: "conflict", item, missed: live, version: problem.version };
  return false;
};

/** Send what waits, the first one first, until one is refused or the line is cut. */
export const pump = async () => {
  if (sending.value || trouble.value || !waiting.value.length) return;
  clearTimeout(timer);
  sending.value = true;
  let on = true;
  while (on && waiting.value.length && !trouble.value) {
    const [item] = waiting.value;
    const answer = await ask(`/v1/sessions/${session}/${item.path}${item.path === "actions" ? "?with=words" : ""}`, {
      method: "POST",
      token,
      body: { ...item.body, action_id: item.id },
      headers: item.path === "notes" ? {} : { "If-Match": `"${item.seen ?? known()}"` },
    });
    if (answer.status === 200 || answer.status === 201) {
      const [, ...rest] = waiting.value;
      recorded.value = answer.body.version;
      await keep(rest.map((one, at) => (at ? one : { ...one, seen: answer.body.version })));
      if (line.value === "offline") dispatchEvent(new Event("online"));
    } else on = await told(item, answer);
  }
  sending.value = false;
};
