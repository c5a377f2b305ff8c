// Mapped: a section whose places lie on maps, as the map that is chosen or as lists. What draws maps is fetched where one is shown.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { html } from "../shared/html.js";
import { faultsAt } from "./marks.js";
import { sheet } from "./state/draft.js";
import { open, openPart } from "./state/open.js";
import { asMap, mapsIn, showAsMap } from "./state/maps.js";
import { isIn } from "./state/places.js";

const drawn = signal(null);
/** The address of the map that was chosen last. */
const chosen = signal("");

const fetchMaps = async () => {
  const got = await import("./map/map.js");
  await got.dressed;
  drawn.value = got;
};
/** Milliseconds after which what draws maps is fetched for later, when the line may be cut. */
const SOON = 3000;
export const fetchMapsSoon = () => {
  if ([...sheet.value.by.values()].some((field) => field.map)) setTimeout(() => fetchMaps().catch(() => {}), SOON);
};

const pressed = (is, text, press) => html`<button type="button" class="option" aria-pressed=${is} onClick=${press}>${text}</button>`;

/** So many maps have a button each. */
const FEW = 3;
const nameFor = ({ at, title }) => (faultsAt(at, true).length ? `${title} (needs attention)` : title);

/** The switch between map and list, and the map; list: what is shown instead. */
export const Mapped = ({ section, list }) => {
  const maps = mapsIn(section);
  return maps.length ? html`<${Shown} section=${section} maps=${maps} list=${list} />` : list;
};
const Shown = ({ section, maps, list }) => {
  const { row, focus } = open.value;
  const map = maps.find(({ at }) => isIn(row || focus, at)) ?? maps.find(({ at }) => at === chosen.value) ?? maps[0];
  useEffect(() => {
    chosen.value = map.at;
  }, [map.at]);
  useEffect(() => {
    if (asMap.value && !drawn.value) fetchMaps().catch(() => (asMap.value = false));
  }, [asMap.value]);
  const MapPage = drawn.value?.MapPage;
  const choose = (at) => openPart({ at, section: section.key }, "", { instead: true });
  return html`<div class="tools"><div class="segments" role="group" aria-label="Show as">${pressed(asMap.value, "Map", () => showAsMap(true))}${pressed(!asMap.value, "List", () => showAsMap(false))}</div>
      ${asMap.value && maps.length > 1 && maps.length <= FEW && html`<div class="segments" role="group" aria-label=${section.title}>${maps.map((one) => pressed(one === map, nameFor(one), () => choose(one.at)))}</div>`}
      ${asMap.value && maps.length > FEW && html`<select class="which" aria-label=${section.title} value=${map.at} onChange=${({ target }) => choose(target.value)}>${maps.map((one) => html`<option key=${one.at} value=${one.at}>${nameFor(one)}</option>`)}</select>`}</div>
    ${!asMap.value ? list : MapPage ? html`<${MapPage} map=${map} />` : html`<p class="quiet">A moment…</p>`}`;
};
