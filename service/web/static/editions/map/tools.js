// Tools: what a tap on the map does, what is laid, and the photograph below it.
import { html, Icon } from "../../shared/html.js";
import { document, mayEdit, sheet } from "../state/draft.js";
import { same } from "../state/places.js";
import { amountsIn, amountsText } from "../state/words.js";
import { choicesOf } from "../simple.js";
import { added, laid, mode, setMode, turnTo } from "./state/acting.js";
import { layable, valuesOn } from "./state/notes.js";

/** What one does on the map in each mode. */
export const HINTS = {
  select: "Tap a place to see what it has. Hold it and drag to move it.",
  road: "Tap the two places: the road is made, or removed if it is there.",
  lay: "Choose what you lay, then tap every place that has it. A second tap takes it away.",
  add: "Tap where the new place lies.",
  photo: "Drag the photograph below your map. Two fingers or the wheel change its size.",
};

/** So many options stand side by side; more are a list. */
const FEW = 4;
const Choices = ({ label, options, isOn, onChoose }) => {
  const now = options.findIndex(isOn);
  if (options.length > FEW) return html`<label class="field">${label} <select value=${String(now)} onChange=${({ target }) => onChoose(options[target.value])}>${options.map((one, at) => html`<option key=${at} value=${String(at)}>${one.label}</option>`)}</select></label>`;
  return html`<div class="segments" role="radiogroup" aria-label=${label}>${options.map((one, at) => html`<label class="chip-choice" key=${at}><input type="radio" name=${`map-${label}`} checked=${at === now} onChange=${() => onChoose(one)} /><span>${one.label}</span></label>`)}</div>`;
};

/** Amounts that no place has yet are typed. */
const Typed = ({ field, onValue }) => html`<label class="field">Or type it <input autocomplete="off" placeholder=${field.options.slice(0, 2).map(({ label }, at) => `${2 - at} ${label}`).join(", ")} onChange=${({ target }) => {
  const value = amountsIn(field, target.value);
  target.setAttribute("aria-invalid", String(value === null));
  if (value && target.value.trim()) onValue(value);
}} /></label>`;

const labelled = (field, value) => {
  if (field.is === "tick") return value ? "Yes" : "No";
  if (field.is === "amounts") return amountsText(field, value ?? {}) || "Nothing";
  return String(value ?? "None");
};
const optionsOf = (ground, one) => {
  const { field, tables } = one;
  if (field.is === "choice") return choicesOf(field, undefined, `${tables[0].at}/0/${field.key}`).map(({ value, label }) => ({ value: value ?? null, label }));
  const values = field.is === "tick" ? [true, false] : valuesOn(sheet.value, ground, one);
  const all = laid.value?.field.key === field.key && !values.some((value) => same(value, laid.value.value)) ? [...values, laid.value.value] : values;
  return all.map((value) => ({ value, label: labelled(field, value) }));
};

/** What is laid at first: the first value that is more than nothing. */
const begin = (ground, one) => {
  const first = optionsOf(ground, one).find(({ value }) => value !== null && !same(value, {}));
  laid.value = { ...one, value: first ? first.value : null };
};
const Laid = ({ ground, all }) => {
  const now = all.find(({ field }) => field.key === laid.value.field.key);
  const take = (value) => (laid.value = { ...now, value });
  return html`<div class="map-laid">
    ${all.length > 1 && html`<${Choices} label="What you lay" options=${all.map((one) => ({ ...one, label: one.field.title }))} isOn=${(one) => one === now || one.field.key === now.field.key} onChoose=${(one) => begin(ground, one)} />`}
    <div class="map-values"><${Choices} label=${now.field.title} options=${optionsOf(ground, now)} isOn=${({ value }) => same(value, laid.value.value)} onChoose=${({ value }) => take(value)} />
    ${now.field.is === "amounts" && html`<${Typed} field=${now.field} onValue=${take} />`}</div></div>`;
};

const Added = ({ ground }) => ground.tables.length > 1 && html`<${Choices} label="What you add" options=${ground.tables.map(({ key, field }) => ({ key, label: field.title }))} isOn=${({ key }) => key === (added.value || ground.tables[0].key)} onChoose=${({ key }) => (added.value = key)} />`;

export const Tools = ({ ground }) => {
  if (!mayEdit.value) return null;
  const { roads = [] } = ground.map.field.map;
  const all = layable(sheet.value, ground);
  const isHere = all.some(({ field, tables }) => field.path === laid.value?.field.path && tables[0].at === laid.value.tables[0].at);
  const toLay = () => {
    if (!isHere) begin(ground, all[0]);
    turnTo(ground, "lay");
  };
  const button = (name, label, icon, press = () => turnTo(ground, name)) => html`<button type="button" class="option" aria-pressed=${mode.value === name} onClick=${press}><${Icon} name=${icon} /> ${label}</button>`;
  return html`<div class="map-tools" role="group" aria-label="Change the map">
      ${button("select", "Move", "hand", () => (mode.value === "select" || setMode(mode.value)))}${roads.length > 0 && button("road", "Road", "footprints")}${all.length > 0 && button("lay", "Lay", "layers", toLay)}${button("add", "Add", "map-pin")}</div>
    ${mode.value === "lay" && isHere && html`<${Laid} ground=${ground} all=${all} />`}${mode.value === "add" && html`<${Added} ground=${ground} />`}`;
};
