// Earlier entries: the page begins with the last ones; others are asked for.
import { computed, effect } from "@preact/signals";
import { ask } from "../../shared/api.js";
import { stays } from "./kept.js";
import { mine, notice } from "./queue.js";
import { addEntries, entries, table } from "./table.js";

const MORE = 100;
const AGAIN = 5000;

const first = () => entries.value[0]?.number ?? 1;
export const hasEarlier = computed(() => first() > 1);

/** Read the entries before the first one that is here. */
export const readEarlier = async () => {
  const { id } = table.value;
  const from = Math.max(1, first() - MORE);
  const path = `/v1/sessions/${id}/entries?with=words&from=${from}&limit=${first() - from}`;
  const { status, body } = await ask(path, { token: mine.token });
  if (status !== 200) {
    notice.value = body?.detail ?? "No answer from the service. Try again.";
    return;
  }
  stays.most += body.items.length;
  addEntries(body.items);
};

/** Read the sentences of all entries of this page again. */
const readAnew = async () => {
  const { id } = table.value;
  const path = `/v1/sessions/${id}/entries?with=words&from=${first()}&limit=${stays.most}`;
  const { status, body } = await ask(path, { token: mine.token });
  if (status === 200) addEntries(body.items);
  else if (!status) setTimeout(readAnew, AGAIN);
};

/** Where the table is read with another component set, its cards may be called otherwise in the whole log. */
export const followSet = () => {
  let known;
  effect(() => {
    const set = table.value?.component_set;
    if (known && set !== known) setTimeout(readAnew);
    known = set;
  });
};
