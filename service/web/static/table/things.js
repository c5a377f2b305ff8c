// Things: the sheet of a card, tile, mat or map, with the picture that this device shows of it; and the list of all.
import { useEffect, useState } from "preact/hooks";
import { html, Icon } from "../shared/html.js";
import { Corners } from "./corners.js";
import { Frame } from "./frame.js";
import { faceOf, sourceOf } from "./state/facing.js";
import { album, keepPicture, keyOf, removePicture } from "./state/album.js";
import { openSheet, sheet } from "./state/sheets.js";
import { canvasOf } from "./state/straighten.js";
import { board, chance, line, mayRecord, table, you } from "./state/table.js";

const holders = () => [...board.value.zones, ...board.value.seats];
const isTile = ({ shape }) => shape.kind === "box";
/** All cards, maps, mats and tiles that this board shows, each once: {kind, id, name, ratio}. */
const things = () => {
  const zones = board.value.zones.filter(({ places }) => places?.length);
  const all = [
    ...zones.map(({ id, title, size = [100, 100] }) => ({ kind: "zone", id, name: title, ratio: size[0] / size[1] })),
    // A card of the own hand is not listed: its sheet opens by a tap on it, once it is shown.
    ...holders().flatMap(({ cards = [] }) => cards.filter(({ secret }) => !secret).map(({ label }) => ({ kind: "card", id: label, name: label }))),
    ...zones.flatMap(({ title, places }) => places.filter(isTile).map(({ id, name, shape }) => ({ kind: "place", id, name: `${name}, ${title}`, ratio: shape.width / shape.height }))),
  ];
  return [...new Map(all.map((thing) => [keyOf(thing), thing])).values()];
};
const cardOf = (name) => holders().flatMap(({ cards = [] }) => cards).find(({ label }) => label === name);

const List = () => {
  const [sought, seek] = useState("");
  const found = things().filter(({ name }) => name.toLowerCase().includes(sought.trim().toLowerCase()));
  return html`<${Frame} title="My pictures">
    <p class="quiet">Photos of your own box, shown on this device only. They are never sent anywhere.</p>
    <label class="field">Find <input type="search" value=${sought} onInput=${(event) => seek(event.target.value)} /></label>
    <div class="grid">${found.map((thing) => html`<button type="button" class="option" key=${keyOf(thing)} onClick=${() => openSheet("thing", { thing })}>
      ${album.value[keyOf(thing)] && html`<${Icon} name="check" />`}<span>${thing.name}</span></button>`)}</div>
  </${Frame}>`;
};

/** Whether this phone may say what a card is in the own box: where people draw from theirs, and everybody sees it. */
const mayLearn = (card) => chance.value.chance === "declared" && mayRecord.value && !table.value.closed && line.value === "live" && !(card?.secret && you.value.role === "seat");
/** What enters it: {at: its address in the component set, Learn}; null where it has no row there. */
const useLearning = (id, may) => {
  const [found, find] = useState(null);
  useEffect(() => {
    if (!may || !id) return;
    import("./learning.js").then(async ({ dressed, partOf, Learn }) => {
      const [at] = await Promise.all([partOf(id), dressed]);
      find(at && { at, Learn });
    }).catch(() => {});
  }, [id, may]);
  return found;
};

const Thing = ({ thing }) => {
  const [photo, show] = useState(null);
  const [fault, say] = useState("");
  const key = keyOf(thing);
  const picture = album.value[key];
  const known = things().find((one) => keyOf(one) === key) ?? thing;
  const card = thing.kind === "card" && cardOf(thing.id);
  // It stays the same card where it is called otherwise meanwhile.
  const [id] = useState(card ? card.id : thing.id);
  const learning = useLearning(id, mayLearn(card));
  const [learns, learn] = useState(false);
  const face = !picture && !card?.back && faceOf(id);
  const choose = async ({ target }) => {
    say("");
    try {
      show(await canvasOf(target.files[0]));
    } catch {
      say("This file cannot be read as a picture. Choose a photo.");
    }
  };
  const take = async (made) => {
    try {
      await keepPicture(key, made);
      show(null);
    } catch {
      say("There is no room for the picture on this device.");
    }
  };
  if (learns && learning) return html`<${learning.Learn} at=${learning.at} name=${thing.name} />`;
  return html`<${Frame} title=${thing.name}>
    ${photo ? html`<${Corners} photo=${photo} ratio=${known.ratio} onTake=${take} />` : html`
      ${picture && html`<img class="pictured" src=${picture.url} alt=${`Your picture of ${thing.name}`} />`}
      ${face && html`<img class="pictured" src=${sourceOf(face)} width=${face.width} height=${face.height} alt=${thing.name} />`}
      ${card && html`<p>${card.value && html`<b>${card.value}</b> `}${card.text}</p>`}
      <div class="buttons">
        ${learning && html`<button type="button" class="option" onClick=${() => learn(true)}><${Icon} name="pencil" /> As in your box?</button>`}
        ${picture && html`<button type="button" class="option" onClick=${() => removePicture(key)}>Remove my picture</button>`}
        <label class="option file"><${Icon} name="plus" /> Use my picture <input type="file" accept="image/*" onChange=${choose} /></label>
      </div>`}
    <p role="alert">${fault}</p>
  </${Frame}>`;
};

export const Things = () => {
  const { thing } = sheet.value;
  return thing ? html`<${Thing} key=${keyOf(thing)} thing=${thing} />` : html`<${List} />`;
};
