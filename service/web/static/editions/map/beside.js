// Beside: the fields of the place that is chosen on a map; where none is, those of the map itself.
import { useEffect, useState } from "preact/hooks";
import { html, Icon } from "../../shared/html.js";
import { Confirming, goNext } from "../confirming.js";
import { Members } from "../fields.js";
import { Wrong } from "../marks.js";
import { document, mayEdit, parts, said } from "../state/draft.js";
import { closeBeside, openRow } from "../state/open.js";
import { change } from "../state/outbox.js";
import { isIn, valueAt } from "../state/places.js";

const Removing = ({ place }) => {
  const [sure, ask] = useState(false);
  useEffect(() => ask(false), [place.at]);
  const remove = () => {
    closeBeside();
    change([{ do: "take", at: place.at }]);
    said.value = `${place.name} is removed.`;
  };
  if (!sure) return html`<button type="button" class="quiet-button" onClick=${() => ask(true)}>Remove ${place.name}</button>`;
  return html`<div class="note-box"><p>Remove ${place.name} from the map, with its roads?</p>
    <p class="buttons"><button type="button" class="option warn" onClick=${remove}>Remove</button> <button type="button" class="option" onClick=${() => ask(false)}>Keep</button></p></div>`;
};

/** The roads of a place: one that has a row of its own opens its form. */
const Ways = ({ place, ground }) => {
  const own = ground.roads.filter(({ ends }) => ends.includes(place)).map((road) => ({ ...road, name: road.ends.find((end) => end !== place)?.name ?? place.name }));
  if (!own.length) return null;
  const [simple, rows] = [own.filter(({ row }) => !row), own.filter(({ row }) => row)];
  return html`${simple.length > 0 && html`<p class="quiet">Roads to ${[...new Set(simple.map(({ name }) => name))].join(", ")}.</p>`}
    ${rows.length > 0 && html`<fieldset class="nested"><legend>Roads</legend><p class="buttons">${rows.map((road) => html`<button type="button" class="option" key=${road.at} onClick=${() => openRow(road.at)}>${road.name}</button>`)}</p></fieldset>`}`;
};

/** Members that the map shows, and that are not asked once more below it. */
const shownOn = ({ field }) => [...field.map.places, ...(field.map.roads ?? []).map(({ at }) => at)];

const Chosen = ({ place, ground }) => {
  const { map } = ground.map.field;
  const drawn = (map.roads ?? []).filter(({ at }) => at.startsWith(`${place.table.key}/*/`)).map(({ at }) => at.split("/").at(-1));
  const fields = (place.table.item.fields ?? []).filter(({ key }) => !drawn.includes(key));
  const canRemove = mayEdit.value && !(place.table.rows.length <= (place.table.field.least ?? 0));
  return html`<header><h2 id="map-chosen">${place.name}</h2><button type="button" class="option round" aria-label="Close ${place.name}" onClick=${closeBeside}><${Icon} name="x" /></button></header>
    <${Wrong} at=${place.at} /><${Members} fields=${fields} at=${place.at} value=${place.row} isRow /><${Ways} place=${place} ground=${ground} />
    ${canRemove && html`<${Removing} place=${place} />`}`;
};

const Whole = ({ ground }) => {
  const { map } = ground;
  const fields = map.field.fields.filter(({ key }) => !shownOn(map).includes(key));
  const value = valueAt(document.value, map.at);
  return html`<header><h2 id="map-chosen">${map.title}</h2></header><p class="quiet">${ground.places.length} places${ground.roads.length ? `, ${ground.roads.length} roads` : ""}.</p>
    <${Members} fields=${fields} at=${map.at} value=${value} isRow />`;
};

export const Beside = ({ ground, chosen }) => {
  const { map } = ground;
  const part = parts.value.find(({ at }) => isIn(map.at, at));
  return html`<aside class=${chosen ? "map-beside chosen" : "map-beside"} aria-labelledby="map-chosen">
    ${chosen ? html`<${Chosen} key=${chosen.at} place=${chosen} ground=${ground} />` : html`<${Whole} key=${map.at} ground=${ground} />`}
    ${part && !chosen && html`<p class="buttons stay"><${Confirming} at=${part.at} name=${map.title} onDone=${() => goNext(part.at, {})} /></p>`}</aside>`;
};
