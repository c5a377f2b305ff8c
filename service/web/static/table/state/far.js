// Far: places that several steps of one verb lead to. The service finds the ways; a tap takes all steps of one.
import { effect, signal } from "@preact/signals";
import { ask, newId } from "../../shared/api.js";
import { deeds, far } from "../shining.js";
import { choice, verbs } from "./choosing.js";
import { attempt, draft, settle } from "./draft.js";
import { isCut, mine, notice, trying } from "./queue.js";
import { board, preview, seats, table } from "./table.js";

const NOWHERE = new Map();
const ways = signal(NOWHERE);
/** What comes first in the order of the buttons is what a tap on a place means; what can be done only further on comes last. */
export const rankOf = ({ verb }) => (verb.words.rank ?? 50) + (verb.ahead ? 1000 : 0);
const bodies = () => (draft.value?.steps ?? []).map(({ body }) => body);

/** The table and the draft that ways were last sought from. */
let latest = "";
const seek = async (verb, stage) => {
  const { status, body } = await ask(`/v1/sessions/${mine.session}/far-places`, {
    method: "POST", token: mine.token, body: { steps: bodies(), type: verb.type, seat: verb.seat },
  });
  if (stage !== latest || status !== 200) return;
  const found = body.far_places.filter(({ place }) => (deeds.value.get(place) ?? []).every((deed) => rankOf(deed) > rankOf({ verb })));
  const names = new Map(board.value.zones.flatMap(({ places = [] }) => places.map(({ id, name }) => [id, name])));
  ways.value = new Map(found.map(({ place, label, steps }) => [place, { verb, steps, says: `${names.get(place) ?? label}, ${steps.length} steps` }]));
};

/** From now on far places are sought wherever a step may be taken. A question of another verb hides them. */
export const lookFar = (mayBegin) => {
  effect(() => {
    const verb = verbs.value.find(({ seat, words, ahead }) => seat !== null && words.far && !ahead);
    const may = verb && !isCut() && (draft.value || mayBegin(verb));
    const stage = may ? JSON.stringify([table.value.version, preview.value?.count, verb.key, bodies()]) : "";
    if (trying.value || stage === latest) return;
    latest = stage;
    ways.value = NOWHERE;
    if (may) seek(verb, stage);
  });
  effect(() => {
    const key = choice.value?.verb.key;
    far.value = [...ways.value.values()].some(({ verb }) => key && verb.key !== key) ? NOWHERE : ways.value;
  });
};

/** Take all steps of the way to a place, if there is one. Answers whether there is, or nothing else can be done there. */
export const goFar = (place, goAhead) => {
  const found = far.value.get(place.id);
  if (found && !trying.value) take(found, goAhead);
  return Boolean(found || choice.value) || !deeds.value.has(place.id);
};
const take = async ({ verb, steps }, goAhead) => {
  choice.value = null;
  const { label, hint = "" } = verb.words;
  const who = seats.value.find(({ seat }) => seat === verb.seat)?.label;
  const of = draft.value ?? { seat: verb.seat, who: who ? `${who}: ` : "", steps: [] };
  const all = [...of.steps, ...steps.map(({ action, label: goal }) => ({ id: newId(), body: action, says: `${label} · ${goal}`, label, hint }))];
  const { body: told } = await attempt(all);
  if (told?.after) {
    settle(of, all, told);
    goAhead();
  } else notice.value = told?.detail ?? "No answer from the service. Your turn so far is kept.";
};
