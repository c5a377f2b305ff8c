// Numbers: small ones as buttons, others as steppers; many side by side as inputs alone.
import { useEffect, useRef, useState } from "preact/hooks";
import { html, Icon } from "../shared/html.js";
import { document, mayEdit } from "./state/draft.js";
import { enter, leave } from "./state/entering.js";
import { most } from "./state/seen.js";
import { checkOf, shownOf } from "./state/sheet.js";
import { Hint, told, Wrong } from "./marks.js";

/** The number that was typed; null: nothing; NaN: no number. */
const numberIn = (text) => (text.trim() === "" ? null : /^[-−+]?\d+$/.test(text.trim()) ? Number(text.trim().replace("−", "-")) : NaN);

/** What is shown while no number stands there is what was typed. */
const useTyped = (value, take) => {
  const [text, type] = useState(null);
  const onInput = ({ target }) => {
    const number = numberIn(target.value);
    type(target.value);
    if (!Number.isNaN(number)) take(number);
  };
  const shown = text !== null && (Number.isNaN(numberIn(text)) || numberIn(text) === value || text === "") ? text : (value ?? "");
  return { shown, onInput, isNone: text !== null && Number.isNaN(numberIn(text)), settle: () => type(null) };
};

export const Stepper = ({ id, label, field, value, onValue, ...more }) => {
  const least = field.least ?? (value < 0 ? undefined : 0);
  const take = (number, options) => onValue(number ?? (field.optional ? null : Math.max(least ?? 0, 0)), options);
  const { shown, onInput, settle } = useTyped(value, (number) => take(number, { typed: true }));
  const now = value ?? least ?? 0;
  const step = (by) => {
    settle();
    take(value === null || value === undefined ? now : now + by);
  };
  const off = !mayEdit.value;
  return html`<span class="stepper">
    <button type="button" class="option" aria-label=${`${label}: one fewer`} disabled=${off || (field.least === undefined ? now <= 0 : now <= field.least)} onClick=${() => step(-1)}><${Icon} name="minus" /></button>
    <input id=${id} inputmode="numeric" autocomplete="off" readonly=${off} value=${String(shown).replace("-", "−")} placeholder=${field.optional ? "none" : undefined} ...${more}
      onFocus=${({ target }) => target.select()} onInput=${onInput} onChange=${() => (settle(), leave())} />
    <button type="button" class="option" aria-label=${`${label}: one more`} disabled=${off || now >= field.most} onClick=${() => step(1)}><${Icon} name="plus" /></button>
  </span>`;
};

/** A number alone, for many side by side. */
export const NumberInput = ({ label, at, field, value, onValue }) => {
  const { shown, onInput, settle } = useTyped(value, (number) => onValue(number ?? Math.max(field.least ?? 0, 0), { typed: true }));
  const check = checkOf(field, value);
  return html`<input ...${told(at, { check })} aria-label=${label} title=${check || undefined} inputmode="numeric" autocomplete="off" readonly=${!mayEdit.value} value=${String(shown).replace("-", "−")}
    onFocus=${({ target }) => target.select()} onInput=${onInput} onChange=${() => (settle(), leave())} />`;
};

const CHIPS = 5;
/** A box in which larger numbers than this stand at a place is asked for them by a stepper. */
const LARGE = 12;
/** Small numbers as buttons: one tap. The last button shows a larger one, and opens what steps and types it. */
const Chips = ({ marks, label, field, value, onValue, highest }) => {
  const [more, open] = useState(false);
  const around = useRef();
  const first = field.least ?? 0;
  useEffect(() => {
    if (more) around.current.querySelector("input").focus();
  }, [more]);
  if (more) return html`<span ref=${around}><${Stepper} ...${marks} label=${label} field=${field} value=${value} onValue=${onValue} aria-label=${label} /></span>`;
  const numbers = Array.from({ length: highest - first + 1 }, (_, at) => first + at);
  const isLarge = Number.isInteger(value) && !numbers.includes(value);
  /** A digit takes its number. */
  const typed = ({ key, target }) => mayEdit.value && target.matches("input") && /^\d$/.test(key) && numbers.includes(Number(key)) && onValue(Number(key));
  const chip = (number, text) => html`<label key=${text} class="chip-choice"><input type="radio" name=${marks.id} checked=${(value ?? null) === number} disabled=${!mayEdit.value} onChange=${() => onValue(number)} /><span>${text}</span></label>`;
  return html`<span class="chips" role="radiogroup" aria-label=${label} ...${marks} onKeyDown=${typed}>${field.optional && chip(null, "–")}${numbers.map((number) => chip(number, number))}
    ${(isLarge || !(field.most <= highest)) && html`<button type="button" class=${isLarge ? "chip-more large" : "chip-more"} aria-label=${isLarge ? `${label}: ${value}, another` : `${label}: more`} disabled=${!mayEdit.value} onClick=${() => open(true)}>${isLarge ? value : "…"}</button>`}</span>`;
};

/** A number, asked for by buttons where it is small in this box, else by a stepper. */
export const Amount = ({ label, field, value, path, onValue, ...marks }) => {
  const first = field.least ?? 0;
  const highest = Math.min(field.most ?? first + CHIPS, first + CHIPS);
  const isSmall = first >= 0 && !(value < first) && (field.most <= first + CHIPS || most(document.value, path) <= LARGE);
  return isSmall ? html`<${Chips} marks=${marks} label=${label} field=${field} value=${value} onValue=${onValue} highest=${highest} />`
    : html`<${Stepper} ...${marks} label=${label} field=${field} value=${value} onValue=${onValue} aria-label=${label} />`;
};

/** What a number counts, where its title does not say so already. */
export const Unit = ({ field }) => field.unit && field.unit.toLowerCase() !== field.title.toLowerCase() && html` <small>${field.unit}</small>`;

export const Numbered = ({ field, at, value, label }) => {
  const now = shownOf(field, value);
  const check = checkOf(field, now);
  const marks = told(at, { hint: field.hint, check });
  const title = label ?? field.title;
  return html`<div class="entry beside" data-at=${at}><span class="title">${title}<${Unit} field=${field} /></span>
    <${Amount} ...${marks} label=${title} field=${field} path=${field.path} value=${now} onValue=${(number, options) => enter(field, at, number, options)} />
    <${Hint} at=${at} field=${field} /><${Wrong} at=${at} check=${check} /></div>`;
};
