// Fill: what was dealt, in the order of the board: one field, one slot after another, all of them in sight.
import { useEffect, useRef, useState } from "preact/hooks";
import { html } from "../../shared/html.js";
import { valueKey } from "../state/domains.js";
import { folded, labelOf } from "../state/labels.js";
import { groupLabel, isDice, leftFor, nextEmpty, slotLabel, slotWords, wholeLabel, withSlot } from "../state/slots.js";
import { found } from "../state/search.js";
import { Dice } from "./dice.js";
import { Done } from "./options.js";
import { useBoard } from "./picked.js";
import { Field, Matches, useTexts } from "./seek.js";

const isGiven = (value) => value !== undefined;
/** A list ends a name with one of these. */
const ENDS = /[,;\n]/;

/** Whether what was asked just before was typed, so that the keyboard of a phone is there. */
let goesOn = false;

const grouped = (slots) => {
  const groups = new Map();
  slots.forEach(({ group }, at) => groups.set(group, [...(groups.get(group) ?? []), at]));
  return [...groups.values()];
};

/** The slots of a group, a tap on one of which changes it. */
const Group = ({ made, words, filled, now, places, onPick }) => {
  const { group, row, of } = made.slots[places[0]];
  return html`<section>
    ${group !== undefined && html`<h3 class="part">${groupLabel(words, group)}</h3>`}
    <ol style=${{ "--columns": String(row === undefined ? Math.min(of, 3) : of) }}>
      ${places.map((at) => {
        const slot = made.slots[at];
        const told = isGiven(filled[at]) ? labelOf(slotWords(words, slot), filled[at]) : "";
        const empty = at === now ? "next" : "empty";
        return html`<li key=${at}><button type="button" class=${told ? "slot-of" : "slot-of empty"} aria-current=${at === now ? "true" : undefined}
          aria-label=${`${wholeLabel(words, slot)}: ${told || empty}`} onClick=${() => onPick(at)}>
          ${slot.key !== undefined && html`<small>${slotLabel(words, slot)}</small>`}
          <span>${told || (at === now ? empty : slot.key === undefined ? slot.at + 1 : "")}</span></button></li>`;
      })}
    </ol>
  </section>`;
};

export const Fill = ({ made, words, answer, allows }) => {
  const [filled, fill] = useState(() => made.slots.map(() => undefined));
  const [picked, pick] = useState(null);
  const [sought, seek] = useState("");
  const field = useRef();
  const textOf = useTexts();
  const now = picked ?? nextEmpty(filled);
  const wordsAt = (at) => slotWords(words, made.slots[at]);
  const optionsOf = (list, at) =>
    folded(leftFor(made, list, at).map((value) => ({ value, key: valueKey(value), label: labelOf(wordsAt(at), value), text: textOf(value), ...wordsAt(at).values?.[valueKey(value)] })));
  const options = now < 0 ? [] : optionsOf(filled, now);
  const isFull = (list) => list.every((value, at) => isGiven(value) || !made.slots[at].need);
  const may = isFull(filled) && allows(made.whole(filled));
  const end = (list) => isFull(list) && allows(made.whole(list)) && answer(made.whole(list));
  const put = (at, value, typed = false) => {
    const list = withSlot(made, filled, at, value);
    fill(list);
    pick(null);
    seek("");
    goesOn = typed;
    if (list.length === 1 || made.faces) end(list);
  };
  const take = ({ value }) => put(now, value);
  const enter = ({ value }) => put(now, value, true);
  const change = (at) => {
    pick(at);
    field.current?.focus();
  };
  /** A list: each name takes its best match, in the order of the slots; what fits nothing stays in the field. */
  const type = (text) => {
    if (!ENDS.test(text) || found(options, text).some(({ label }) => ENDS.test(label))) return seek(text);
    const names = text.split(ENDS);
    let list = filled;
    for (let at = now; names.length > 1 && at >= 0; at = nextEmpty(list)) {
      const best = names[0].trim() ? found(optionsOf(list, at), names[0]).find(({ blank }) => !blank) : null;
      if (best === undefined) break;
      if (best) list = withSlot(made, list, at, best.value);
      names.shift();
    }
    fill(list);
    pick(null);
    seek(names.join(",").trimStart());
  };
  const fillRest = () => {
    const list = filled.map((value) => (isGiven(value) ? value : made.unseen));
    fill(list);
    end(list);
  };
  const undoLast = () => {
    const last = filled.findLastIndex(isGiven);
    if (last >= 0) fill(filled.toSpliced(last, 1, undefined));
  };
  useBoard(now < 0 ? [] : [...options.map(({ value }) => value), ...made.slots.flatMap(({ key }) => key ?? [])], (value) => {
    const at = made.slots.findIndex(({ key }) => key !== undefined && key === value);
    if (at >= 0) change(at);
    else put(now, value);
  });
  useEffect(() => {
    if (goesOn || matchMedia("(pointer: fine)").matches) field.current?.focus({ preventScroll: true });
    goesOn = false;
  }, []);
  const count = filled.filter(isGiven).length;
  const unseen = isGiven(made.unseen) && count < filled.length && html`<button type="button" class="option" onClick=${fillRest}>
    ${count ? "The rest" : "All"} ${labelOf(words, made.unseen).toLowerCase()}</button>`;
  if (isDice(made, words)) return html`<${Dice} made=${made} words=${words} filled=${filled} groups=${grouped(made.slots)} onTake=${put} />${unseen}`;
  return html`<div class="fill">
    <${Field} input=${field} label=${now < 0 ? "All filled" : filled.length > 1 ? wholeLabel(words, made.slots[now]) : "Find"} sought=${sought} options=${options}
      hint=${now < 0 ? "Enter ends" : made.slots.length > 1 ? "Name, number, or a list with commas" : "Name or number"}
      shows=${(shown, best) => html`<${Matches} options=${shown} best=${best} onTake=${take} />`} onType=${type} onTake=${enter} onEnter=${() => {
        goesOn = true;
        end(filled);
      }} onBack=${undoLast}>${unseen}</${Field}>
    ${made.slots.length > 1 && html`<div class="groups" role="group" aria-label="Filled so far">
      ${grouped(made.slots).map((places) => html`<${Group} key=${places[0]} made=${made} words=${words} filled=${filled} now=${now} places=${places} onPick=${change} />`)}
    </div>
    <${Done} open=${may} says=${`${count} of ${filled.length}`} onDone=${() => end(filled)} />`}
  </div>`;
};
