// Earlier entries: the page begins with the last ones; others are asked for.
import { computed } from "@preact/signals";
import { ask } from "../../shared/api.js";
import { stays } from "./kept.js";
import { mine, notice } from "./queue.js";
import { addEntries, entries, table } from "./table.js";

const MORE = 100;

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
