// Folding: on a phone a zone that is seldom needed shows its title alone, until somebody opens it, an offer leads there, or an entry changes it.
import { computed, signal } from "@preact/signals";
import { litCards, litPlaces, soft, touched } from "./shining.js";
import { board } from "./state/table.js";

const wide = matchMedia("(min-width: 60rem), (min-width: 43.75rem) and (min-height: 32.01rem)");
export const isWide = signal(wide.matches);
wide.addEventListener("change", () => (isWide.value = wide.matches));

/** What somebody opened or shut by hand: zone → whether it is open. */
const byHand = signal({});
export const turn = (id, open) => (byHand.value = { ...byHand.value, [id]: open });

const holds = ({ places = [], cards = [], tracks = [] }, has) => [...places, ...cards, ...tracks].some(({ id }) => has(id));
const isOpen = (zone) =>
  !zone.folded ||
  isWide.value ||
  holds(zone, (id) => litPlaces.value.has(id) || litCards.value.has(id)) ||
  (byHand.value[zone.id] ?? (touched.value.has(zone.id) || holds(zone, (id) => soft.value.includes(id))));
/** The ids of the zones that show their title alone. */
export const shut = computed(() => new Set(board.value.zones.filter((zone) => !isOpen(zone)).map((zone) => zone.id)));
/** Whether a zone has a title that opens and shuts it. */
export const foldable = (zone) => zone.folded && !isWide.value;
