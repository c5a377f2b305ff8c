// Scene: which zones of the board are wanted now. Knows no DOM.
import { computed, signal } from "@preact/signals";
import { isWide } from "../folding.js";
import { litCards, litPlaces } from "../shining.js";
import { acting, choice, question } from "./choosing.js";
import { valueKey } from "./domains.js";
import { asksOf } from "./labels.js";
import { board, mayRecord, you } from "./table.js";

const holds = ({ places = [], cards = [] }) => places.some(({ id }) => litPlaces.value.has(id)) || cards.some(({ id }) => litCards.value.has(id));
/** Whether something of the question lies on no zone: cards before a seat. */
const besides = computed(() => [...litCards.value.keys()].some((id) => !board.value.zones.some(({ cards = [] }) => cards.some((card) => card.id === id))));
/** What is chosen so far, by itself too where nothing else was left, and stands on the board: [{place, role}]. */
export const chosen = computed(() =>
  Object.entries(question.value?.choice?.given ?? {}).flatMap(([name, value]) => {
    const { role, values } = asksOf(question.value.choice, name);
    const place = value !== undefined && values?.[valueKey(value)]?.place;
    return place ? [{ place, role }] : [];
  }),
);
const holdsChosen = ({ places = [] }) => places.some(({ id }) => chosen.value.some(({ place }) => place === id));
/** The zones in which something of the question lies, or else what was chosen before it. */
const asked = computed(() => {
  if (!choice.value) return [];
  const { zones } = board.value;
  const found = zones.filter(holds);
  return (found.length || besides.value ? found : zones.filter(holdsChosen)).map(({ id }) => id);
});

/** Whether somebody wants to see the whole board as long as this is asked. */
const whole = signal(false);
choice.subscribe((made) => {
  if (!made) whole.value = false;
});
/** The zone in which all lies that is asked. */
export const focus = computed(() => (asked.value.length === 1 && !besides.value && !whole.value ? asked.value[0] : null));
export const showAll = () => (whole.value = true);

/** What takes the screen: {key, zone}. */
export const taking = computed(() => {
  const zone = board.value.zones.find(({ takes_screen: reason, of = acting.value }) => reason && of === acting.value);
  return zone ? { key: `${zone.id} ${zone.takes_screen}`, zone } : null;
});
/** What was opened or closed by hand: key → whether it is open. */
const byHand = signal({});
const takesPart = ({ parties = [] }) => (you.value.role === "seat" ? parties.includes(you.value.seat) : mayRecord.value);
/** The zone that has the screen of this phone. There is room enough for it on a wide one. */
export const taken = computed(() => {
  const now = taking.value;
  return now && !isWide.value && (byHand.value[now.key] ?? takesPart(now.zone)) ? now.zone : null;
});
const turn = (open) => (byHand.value = { ...byHand.value, [taking.value.key]: open });
export const openTaken = () => turn(true);
export const closeTaken = () => turn(false);

/** The ids of the zones that alone are wanted; null: all are. */
export const wanted = computed(() => {
  if (taken.value) return [taken.value.id, ...asked.value];
  return focus.value && [focus.value];
});
/** The zone of which a strip tells as long as it is closed. */
export const waits = computed(() => (taking.value && !taken.value && !isWide.value ? taking.value.zone : null));
