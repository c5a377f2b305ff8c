// What shines on the board: what the question takes, where any verb has a place, and what has just changed.
import { computed, signal } from "@preact/signals";
import { choice, question, tapped, verbs } from "./state/choosing.js";
import { changed } from "./state/diff.js";
import { valueKey } from "./state/domains.js";
import { drafts } from "./state/queue.js";
import { steady } from "./state/sharing.js";
import { board } from "./state/table.js";
import { picked } from "./widgets/picked.js";

/** Milliseconds for which a place that changed has a ring. */
const RING = 1600;

/** Values of the question that stand on the board, as a `place` or a `piece`: its id → {value, chosen, says}. */
const litOf = (asked, at) => {
  const found = new Map(picked.value?.[at]);
  if (asked?.kind === "variant") {
    for (const option of asked.options) {
      const id = option[at];
      const there = asked.options.filter((one) => one[at] === id);
      if (id && there.every(({ base }) => base === option.base)) found.set(id, { value: there[1] ? { choice: option.base } : option });
    }
  } else if (asked?.kind === "value") {
    const offered = [picked.value, asked.domain, asked.domain.of].map((one) => one?.values).find(Array.isArray) ?? [];
    for (const value of offered) {
      const id = asked.words.values?.[valueKey(value)]?.[at];
      if (id) found.set(id, { value, chosen: picked.value?.chosen.has(valueKey(value)) });
    }
  }
  return found;
};
export const litPlaces = computed(() => litOf(question.value, "place"));
export const litCards = computed(() => litOf(question.value, "piece"));

/** What one tap gives of a domain: the values of a choice, or of a list of one, by their keys. */
const single = ({ kind, values, least, most }) => {
  const isList = kind === "several" && least * most === 1;
  return isList || kind === "choice" ? values.map((of) => [valueKey(of), isList ? [of] : of]) : [];
};
/** What can be done at each place: place → [{verb, name, value, words}]. */
export const deeds = computed(() => {
  const found = new Map();
  for (const verb of verbs.value) {
    for (const [name, words] of Object.entries(verb.words.parameters ?? {})) {
      const domains = verb.offers.map((offer) => offer.parameters?.[name]).filter(Boolean);
      for (const [key, value] of new Map(domains.flatMap(single))) {
        const told = words.values?.[key];
        if (!told?.place) continue;
        found.set(told.place, [...(found.get(told.place) ?? []), { verb, name, value, words: told }]);
      }
    }
  }
  return found;
});
/** What several steps lead to: place → {verb, steps, says}. */
export const far = signal(new Map());
/** The places that something can be done with, as long as nothing is asked; and those that several steps lead to. */
export const soft = steady(() => [...(choice.value ? [] : deeds.value.keys()), ...far.value.keys()]);

export const take = (value) => {
  drafts.onBoard = true;
  picked.value?.take(value);
  drafts.onBoard = false;
};
/** Take a place that is lit; of another one, take the next step there or ask what can be done. */
export const tap = async (place) => {
  const lit = litPlaces.value.get(place.id);
  if (lit) return take(lit.value);
  if (!drafts.tap) await drafts.coming;
  if (!drafts.tap?.(place) && !choice.value) tapped.value = place;
};

const NOTHING = { places: new Set(), pieces: new Set() };
/** What has just changed: {places, pieces}. A ring does not fade: to begin and to end that costs a phone as much as an update. */
export const fresh = signal(NOTHING);
/** The ids of the zones that the last entry touched. */
export const touched = signal(new Set());
let before = null;
let timer;
board.subscribe((now) => {
  const found = changed(before, now);
  if (before) touched.value = found.zones;
  before = now.zones.length ? now : null;
  clearTimeout(timer);
  fresh.value = found.places.size ? found : NOTHING;
  if (found.places.size) timer = setTimeout(() => (fresh.value = NOTHING), RING);
});
