// The outbox: what was tapped, kept on the device until the service has it.
import { computed } from "@preact/signals";
import { newId } from "../../shared/api.js";
import { holderOf, tokenOf } from "../../shared/tokens.js";
import { adopted, change, isCut, keyOf, known, madeAt, mine, name, note, put, read, tellTabs, trouble, unanswered, unstored, waiting } from "./queue.js";
import { pump } from "./sending.js";
import { store, unfold } from "./stored.js";
import { line } from "./table.js";

/** Take up what waited when the page was left, and follow what other tabs of this table put in and take out. */
export const startOutbox = async (of) => {
  const token = tokenOf(of);
  Object.assign(mine, { session: of, holder: holderOf(of) ?? (token ? "club" : ""), token });
  mine.tabs = new BroadcastChannel(name());
  mine.tabs.onmessage = async ({ data }) => {
    note(data);
    if (data !== "0") unanswered.value = 0;
    await read();
    if (data !== "0" && line.value === "offline") dispatchEvent(new Event("online"));
    if (!waiting.value.some((item) => item.id === trouble.value?.item.id)) trouble.value = null;
    pump();
  };
  await unfold(name(), (item, at) => ({ ...item, key: keyOf(at, item.id), holder: mine.holder }));
  await read();
  pump();
};

/** Put a request into the queue. `path`: actions, retractions, corrections, notes, close; `more`: {holder}, another link of this device that it is sent with; {turn}, the draft whose list it is. */
export const send = async (path, body, says, draft, more) => {
  const id = newId();
  const before = waiting.value.at(-1);
  const at = Date.now();
  const key = keyOf(Math.max(at, before ? madeAt(before) + 1 : 0), id);
  const item = { key, from: mine.holder, holder: mine.holder, ...more, id, path, body, says, seen: before ? null : known(), at, cut: isCut(), sent: false, draft };
  waiting.value = [...waiting.value, item];
  unstored.set(item.key, item);
  await store(item).then(() => unstored.delete(item.key), () => {});
  tellTabs();
  pump();
  return id;
};

/** Send the first one again, perhaps changed: with another id, as another request that has the time of its tap. */
export const resend = async (change = {}) => {
  const { item } = trouble.value;
  const again = { ...item, id: newId(), seen: known(), sent: "id" in change, ...change };
  trouble.value = null;
  await put(item, again);
  pump();
};

/** What goes with this one where it is dropped; a note says what it says whatever happened before. */
const after = (first) => waiting.value.filter((item) => item.key > first.key && item.holder === first.holder && item.path !== "notes");
export const following = computed(() => (trouble.value ? after(trouble.value.item) : []));

/** Drop the one that is in trouble, and what follows from it. */
export const drop = async () => {
  const { item } = trouble.value;
  trouble.value = null;
  for (const one of [item, ...after(item)]) await change(one);
  await read();
  tellTabs();
  pump();
};

/** Send what another link left here, as that link. */
export const sendAs = async (of) => {
  adopted.add(of);
  await read();
  pump();
};
export const dropStranded = (item) => put(item);
