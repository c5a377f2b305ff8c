// Earlier entries: the page begins with the last ones and keeps no more than an evening needs; others are asked for.
import { computed } from "@preact/signals";
import { ask } from "../../shared/api.js";
import { mine, notice } from "./queue.js";
import { addEntries, entries, table } from "./table.js";

/** So many entries are read when the page opens. */
export const FIRST = 40;
const MORE = 100;
/** So many stay on the page, and as many more as were asked for. */
let most = 200;

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
  most += body.items.length;
  addEntries(body.items);
};

/** Keep the page as small as it was: of many entries the earliest go. */
export const dropEarliest = () => {
  if (entries.value.length > most) entries.value = entries.value.slice(-most);
};
