// Forms: what the free forms are drawn from. Fetched when the line is live, and kept for when it is cut.
import { effect, signal } from "@preact/signals";
import { get, set } from "idb-keyval";
import { ask } from "../shared/api.js";
import { line, mayRecord, table } from "./state/table.js";
import { mine } from "./state/queue.js";
import { wantEntering } from "./widgets/slotted.js";

/** {schemas, names, set, packaged}; null until they are here. set: the component set that gives the names; packaged: the sets that come with the game. */
export const forms = signal(null);

const QUIET = 2000;
let loading = false;

/** A resource with its tag; what was kept where it is the same still, or nobody answers. */
const fresh = async (path, token, known) => {
  const headers = known?.tag ? { "If-None-Match": known.tag } : {};
  const { status, body, headers: told } = await ask(path, { token, headers });
  return status === 200 ? { body, tag: told.get("ETag") } : known;
};

/** Whether they are here, with the names that the table has now: it may learn others while it plays. */
const areHere = () => forms.value && forms.value.set === table.value?.component_set;

const load = async () => {
  if (loading || areHere() || !table.value) return;
  loading = true;
  const { id, game, component_set: components } = table.value;
  const token = mine.token;
  const name = `forms:${id}`;
  // What draws them comes with them.
  await wantEntering();
  const kept = await get(name).catch(() => undefined);
  try {
    const rules = await fresh(`/v1/games/${game}`, token, kept?.rules?.body.component_sets && kept.rules);
    const names = (kept?.set === components && kept.names) || (await fresh(`/v1/component-sets/${components}/names`, token));
    if (rules && names) {
      const { schemas, component_sets } = rules.body;
      const packaged = component_sets.filter((one) => one.name).map(({ hash }) => hash);
      forms.value = { schemas, names: names.body.names, set: components, packaged };
      await set(name, { rules: { tag: rules.tag, body: { schemas, component_sets } }, names, set: components });
    }
  } catch {
    // Nobody answers, or this device keeps nothing: what is here serves, and the rest is asked for again.
  }
  loading = false;
};

/** Look for them now, where somebody waits for them. */
export const wantForms = load;

/** Fetch them in a quiet moment after the first view, for whoever may record. */
export const prefetchForms = () =>
  effect(() => {
    if (line.value !== "live" || !mayRecord.value || areHere()) return;
    setTimeout(() => (window.requestIdleCallback ?? setTimeout)(load, { timeout: QUIET }), QUIET);
  });
