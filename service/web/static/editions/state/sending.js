// Sending: what waits goes to the service, one after another, and stays where nobody answers. Knows no DOM.
import { batch, signal } from "@preact/signals";
import { waits } from "../../shared/api.js";
import { contentOf, edition, learn, mine, parts, readDraft, request, said, told, waiting } from "./draft.js";
import { changed, same } from "./places.js";
import { drop, leave } from "./queue.js";

/** Milliseconds after which a lost line is tried again, unless the service asks for longer. */
const AGAIN = 4000;
const MOST_WAIT = 30_000;

/** Whether the service answered last. */
export const online = signal(true);

let sending = null;
/** Whether this item is on its way. */
export const isSent = (item) => item === sending;

const refuse = async (item, text) => {
  leave(item);
  said.value = text;
  await readDraft();
};

const sent = {
  change: async (item) => {
    const { id, changes, lay } = item;
    const answer = await request("/draft", { method: "PATCH", body: { changes, lay, action_id: id }, headers: { "If-Match": "*" } });
    if (answer.status === 200) await taken(item, answer, changes);
    return answer;
  },
  undo: async (item) => {
    const answer = await request("/draft/undo", { method: "POST", body: { action_id: item.id, of: item.of }, headers: { "If-Match": "*" } });
    // What others have changed since stays; the next Undo is for the change before it.
    if (answer.body?.change) drop(answer.body.change);
    if (answer.status !== 200) return answer;
    await taken(item, answer, []);
    said.value = "The last change is taken back.";
    return answer;
  },
  tick: async (item) => {
    const { part, confirmed, seen } = item;
    const path = `/ticks/${part.split("/").map(encodeURIComponent).join("/")}`;
    const content = confirmed && (await contentOf(part));
    const now = parts.value.find(({ at }) => at === part)?.value;
    if (confirmed && content && !same(now, seen)) return { status: 409, body: { detail: "Somebody has changed this meanwhile. Compare it again." } };
    if (confirmed && !content) return { status: 0 };
    const answer = await request(path, confirmed ? { method: "PUT", body: { content } } : { method: "DELETE" });
    if (answer.status !== 200) return answer;
    batch(() => {
      const others = told.value.unconfirmed.filter((one) => one !== part);
      told.value = { ...told.value, unconfirmed: answer.body.confirmed ? others : [...others, part] };
      edition.value = { ...edition.value, progress: answer.body.progress };
      leave(item);
    });
    return answer;
  },
};

/** The service has taken changes: they are laid down for good, with what follows from them; where others came between, the draft is read. */
const taken = async (item, { body, headers }, changes) => {
  const isNext = body.revision === told.value.revision + 1 && !headers.get("Idempotent-Replayed") && Boolean(body.followed);
  if (!isNext) await readDraft();
  batch(() => {
    if (isNext) learn(body, changed(told.value.document, [...changes, ...body.followed]));
    leave(item);
  });
};

/** Send what waits, one after another. */
export const pump = async (isQuiet = false) => {
  if (sending || !mine.token) return;
  const [item] = waiting.value;
  if (!item || (item.typed && waiting.value.length === 1 && !isQuiet)) return;
  sending = item;
  const answer = await sent[item.undo ? "undo" : item.part ? "tick" : "change"](item);
  sending = null;
  const lost = answer.status === 0 || answer.status === 429 || answer.status >= 500;
  online.value = !lost;
  if (lost) {
    const { length } = waiting.value;
    setTimeout(pump, Math.min(MOST_WAIT, waits(answer.headers ?? new Headers()) * 1000 || AGAIN), length > 0);
    return;
  }
  if (answer.status === 401) {
    said.value = "Your link no longer works. Ask for a new one: your changes stay on this device until then.";
    return;
  }
  if (answer.status !== 200) await refuse(item, answer.body?.errors?.[0]?.detail ?? answer.body?.detail ?? "The service did not take this change.");
  pump(true);
};
