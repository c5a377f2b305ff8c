// The queue: what waits to be sent, what other links left on this device, and what stands between it and the service.
import { computed, signal } from "@preact/signals";
import { kept } from "../../shared/tokens.js";
import { replace, storedUnder } from "./stored.js";
import { line, table, tagOf } from "./table.js";

/** What is sent from here, items {key, from, holder, id, path, body, says, seen, at, cut, sent, draft, turn}. `from`: whose link tapped it; `holder`: with whose token alone it is sent; `seen`: the tag of the version that the first one was tapped at; `at`: when; `cut`: without a line; `draft`: of a free form; `turn`: of a draft, whose `body` is a list. */
export const waiting = signal([]);
/** What other links left on this device before this page began: it is sent only where somebody says so. */
export const stranded = signal([]);
/** What stands between the queue and the service: {kind: "conflict"|"refused", item, …}. */
export const trouble = signal(null);
export const notice = signal("");
/** How often in a row nobody answered what was sent. */
export const unanswered = signal(0);

/** Whether a draft is being tried: nothing else is tapped meanwhile. */
export const trying = signal(false);
/** What drafts do, from a file of their own: {coming, take, tap, back, close, refused, steps, Bar, Asked}; `onBoard`: the board is being tapped, which never records by itself; the place, where no question had been asked. */
export const drafts = {};

/** Whose outbox this is: {session, holder, token, tabs}; `tabs`: the channel to those of this table on this device. */
export const mine = {};
/** Keys of what other links had left when this page began. */
let left = null;
export const adopted = new Set();
/** Items by their keys that are not on the device yet, or that it has no room for. */
export const unstored = new Map();
export const name = () => `outbox:${mine.session}`;
/** A key sorts by when it was made: a number of 13 digits. */
export const keyOf = (at, id) => `${name()}/${String(at).padStart(13, "0")}-${id}`;
export const madeAt = ({ key }) => Number(key.slice(name().length + 1).split("-")[0]);
/** The last version that the service answered with, and the tag that names it. */
const recorded = signal(0);
let recordedTag = "0";
/** The service stands at this tag, or further on. */
export const note = (tag) => {
  if (parseInt(tag) <= recorded.value) return;
  recordedTag = tag;
  recorded.value = parseInt(tag);
};
/** What was recorded is of another log than the one that is shown now. */
export const forgetRecorded = () => {
  recorded.value = 0;
  recordedTag = "0";
};
export const isCut = () => line.value !== "live" || !navigator.onLine;
/** While what was tapped is on its way, what is shown is no longer what can be done. Offline it stays. */
export const settling = computed(
  () => trying.value || (line.value === "live" && (waiting.value.length > 0 || recorded.value > (table.value?.version ?? 0))),
);

/** The version that is known here: of the table, of what was sent from here, of what others were faster with. */
export const known = () =>
  [recordedTag, trouble.value?.tag ?? "0"].reduce(
    (newest, tag) => (parseInt(tag) > parseInt(newest) ? tag : newest),
    tagOf(table.value),
  );
export const isOwn = (item) => (item.from ?? item.holder) === mine.holder;
export const tokenFor = (item) => kept(mine.session)?.tokens[item.holder] ?? (item.holder === mine.holder ? mine.token : undefined);
/** Whether this device still has the link that it was tapped with. */
export const hasLink = (item) => Boolean(tokenFor(item));

const show = (items) => {
  const isSent = (item) => isOwn(item) || adopted.has(item.holder);
  left ??= new Set(items.filter((item) => !isSent(item)).map(({ key }) => key));
  waiting.value = items.filter(isSent);
  if (!waiting.value.length) unanswered.value = 0;
  stranded.value = items.filter((item) => !isSent(item) && left.has(item.key));
};
export const read = async () => {
  const found = new Map((await storedUnder(`${name()}/`)).map((item) => [item.key, item]));
  show([...new Map([...found, ...unstored]).values()]);
};
/** Other tabs look again; `tag`: of what was recorded from here. */
export const tellTabs = (tag) => mine.tabs.postMessage(tag ?? "0");
/** Another item, or none, where this one lies. */
export const change = (item, next) => {
  if (unstored.delete(item.key) && next) unstored.set(item.key, next);
  return replace(item, next);
};
export const put = async (item, next) => {
  await change(item, next);
  await read();
  tellTabs();
};
