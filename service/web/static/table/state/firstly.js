// Firstly: which part of the box is asked about now, because an action names it for the first time. Each is asked about once on this device.
import { computed, effect, signal } from "@preact/signals";
import { get, set } from "idb-keyval";
import { ask } from "../../shared/api.js";
import { sheet as form, told } from "../../editions/state/draft.js";
import { heldEditions, holderOf } from "../../editions/state/held.js";
import { same, stepsOf, valueAt } from "../../editions/state/places.js";
import { wayTo } from "../../editions/state/way.js";
import { summaryOf } from "../../editions/state/words.js";
import { amend, isEmpty, isInvented, rowOf } from "./box.js";
import { named, onBoard, recordedLast } from "./named.js";
import { arrived } from "./outlooks.js";
import { mine, notice, settling, waiting } from "./queue.js";
import { table, you } from "./table.js";

/** Whoever deals a deck out, or chooses from many, compares nothing meanwhile. */
const MOST = 3;
const TOKENS = ["keeper", "editor"];

const name = () => `compared:${mine.session}`;
/** Addresses of parts that this device asks about no more; null: not read yet. */
const done = signal(null);
export const readDone = async () => {
  if (done.value) return;
  const some = await get(name()).catch(() => []);
  arrived.value += 1;
  done.value ??= new Set(some);
};
const end = (...some) => {
  done.value = new Set([...done.value, ...some]);
  set(name(), [...done.value]).catch(() => {});
};

/** A part in a few words: what its row says beside its name. */
export const figuresOf = (at) => {
  const { document } = told.value;
  const { field } = wayTo(form.value, document, at);
  return field ? summaryOf(form.value, field, valueAt(document, at), document) : "";
};

/** Parts that somebody has entered and nobody has confirmed, of which one of these words is the id. */
const partsIn = (words) => [...new Set(words.map(rowOf))].filter((at) => at && isInvented(at) && !isEmpty(at) && figuresOf(at));

/** Whether a seat may say how a part is that it named: the service knows what everybody sees. By the address and what was recorded last. */
const seen = signal(new Map());
const keyOf = (at) => `${at} ${recordedLast.value}`;
const look = async (at) => {
  const key = keyOf(at);
  seen.value = new Map(seen.peek()).set(key, false);
  const { status } = await amend({ confirmed: [at] }, true);
  if (status !== 200) return;
  arrived.value += 1;
  seen.value = new Map(seen.peek()).set(key, true);
};
const isSeat = computed(() => you.value.role === "seat");
/** Rows that everybody sees on the board. Of one that a seat also holds hidden, nothing it asks may tell. */
const rowsInSight = computed(() => {
  const hidden = new Set(onBoard.value.hidden.map(rowOf));
  return new Set(onBoard.value.seen.map(rowOf).filter((at) => !hidden.has(at)));
});

const left = (words) => {
  const some = partsIn(words);
  return some.length > MOST ? [] : some.filter((at) => !done.value.has(at));
};
const isReady = computed(() => told.value && done.value && !settling.value && !waiting.value.length);
const past = computed(() => (isReady.value ? left(named.value.past) : []));
/** The address of the part that is asked about; undefined: none is. */
export const asked = computed(() => {
  if (!isReady.value) return undefined;
  const coming = (words) => left(words).filter((at) => !isSeat.value || rowsInSight.value.has(at));
  const before = past.value.filter((at) => !isSeat.value || seen.value.get(keyOf(at)));
  return [...coming(named.value.chosen), ...before, ...coming(named.value.offered)][0];
});
effect(() => {
  if (isSeat.value) for (const at of past.value) if (!seen.peek().has(keyOf(at))) look(at);
});

/** Who has read the line and records something else has answered it. */
const shown = new Set();
export const show = (at) => shown.add(at);
let last = 0;
effect(() => {
  if (recordedLast.value === last) return;
  last = recordedLast.value;
  if (shown.size) end(...shown);
  shown.clear();
});

/** The editions of this device of which the table plays a version: [{id, token}]. */
const ownEditions = async () => {
  const { id, game } = table.value;
  const held = heldEditions().filter((one) => one.game === game && TOKENS.includes(holderOf(one)));
  if (!held.length) return [];
  const { body: log } = await ask(`/v1/sessions/${id}/entries?from=1&limit=1`, { token: mine.token });
  const of = held.map(async (one) => {
    const token = one.tokens[holderOf(one)];
    const { body } = await ask(`/v1/editions/${one.id}?parts=1`, { token });
    return body?.versions?.some(({ hash }) => hash === log?.items?.[0]?.component_set) ? [{ id: one.id, token, parts: body.parts }] : [];
  });
  return (await Promise.all(of)).flat();
};
/** Confirm the part in the edition as well, where it has the same content there. */
const tick = async (at) => {
  const value = valueAt(told.value.document, at);
  for (const { id, token, parts } of await ownEditions()) {
    const { body: draft } = await ask(`/v1/editions/${id}/draft`, { token });
    const content = parts.find(({ part }) => part === at)?.content;
    if (!content || !same(valueAt(draft?.document, at), value)) continue;
    await ask(`/v1/editions/${id}/ticks/${stepsOf(at).map(encodeURIComponent).join("/")}`, { method: "PUT", token, body: { content } });
  }
};

/** It is as in the box. */
export const confirm = async (at) => {
  end(at);
  const { status, body } = await amend({ confirmed: [at] });
  if (status === 201) return tick(at);
  notice.value = body?.detail ?? "No answer from the service. Try again.";
};
/** It is otherwise: what is entered instead is asked for elsewhere. */
export const deny = (at) => end(at);
