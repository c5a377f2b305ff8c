// Row: the form of one row, from below on a phone and at the side on a laptop; from row to row through the box.
import { useEffect, useRef, useState } from "preact/hooks";
import { html } from "../shared/html.js";
import { Confirming, goNext } from "./confirming.js";
import { Field, Members } from "./fields.js";
import { allCopies } from "./state/copies.js";
import { document, mayEdit, said, sheet } from "./state/draft.js";
import { closeRow, open, openRow } from "./state/open.js";
import { change } from "./state/outbox.js";
import { online } from "./state/sending.js";
import { isOnMap } from "./state/maps.js";
import { aboveOf, below, rowKeys, stepsOf, valueAt } from "./state/places.js";
import { freeId, resolved } from "./state/sheet.js";
import { wayTo } from "./state/way.js";
import { focusAt, rowsOn, Wrong } from "./marks.js";
import { Stepper } from "./numbers.js";
import { Photograph } from "./photographs.js";
import { Line, Said } from "./saying.js";

const Removing = ({ at, name, copies }) => {
  const [sure, ask] = useState(false);
  const remove = () => {
    closeRow();
    change(copies.map((place) => ({ do: "take", at: place })));
    said.value = `${name} is removed.`;
  };
  if (!sure) return html`<button type="button" class="quiet-button" onClick=${() => ask(true)}>Remove ${name}</button>`;
  return html`<div class="note-box"><p>Remove ${name}${copies.length > 1 ? ` and its ${copies.length - 1} copies` : ""} from the box?</p>
    <p class="buttons"><button type="button" class="option warn" onClick=${remove}>Remove</button> <button type="button" class="option" onClick=${() => ask(false)}>Keep</button></p></div>`;
};

/** How many of the same are in the box: one more is a row with an id of its own. */
const Copies = ({ at, list, row, copies }) => {
  const asks = resolved(sheet.value, list.field.item);
  if (!row.id || list.at.includes("/") || (asks.fields ?? []).some((one) => one.key === "count")) return null;
  const set = (number) => {
    if (number > copies.length) {
      const ids = [...list.rows];
      const added = Array.from({ length: number - copies.length }, () => {
        const one = { ...row, id: freeId(ids, list.field.path) };
        ids.push(one);
        return { do: "add", at: list.at, value: one };
      });
      change(added);
    } else if (number >= 1 && number < copies.length) change(copies.slice(number).map((place) => ({ do: "take", at: place })));
  };
  return html`<div class="entry beside"><span class="title">Copies in the box</span><${Stepper} label="Copies" aria-label="Copies in the box" field=${{ least: 1, most: 99 }} value=${copies.length} onValue=${set} /></div>`;
};

const Body = ({ at, value, way }) => {
  const { field, list } = way;
  const copies = allCopies(at);
  const isForm = field.is === "form";
  const name = rowsOn(at).at(-1)?.name ?? "";
  const canRemove = mayEdit.value && list && !(list.rows.length <= (list.field.least ?? 0));
  return html`<${Wrong} at=${at} /><${Photograph} at=${at} name=${name} />
    ${isForm ? html`<${Members} fields=${field.fields ?? []} at=${at} value=${value} isRow />` : html`<${Field} field=${field} at=${at} value=${value} label=${name} />`}
    ${list && mayEdit.value && isForm && html`<${Copies} at=${at} list=${list} row=${value} copies=${copies} />`}
    ${canRemove && html`<${Removing} key=${at} at=${at} name=${name} copies=${copies} />`}`;
};

/** Enter goes to the next field, as it does on the keyboard of a phone. With Ctrl it confirms, or goes on from what is confirmed. */
const onward = (event) => {
  const { target, key } = event;
  const goesOn = event.ctrlKey || event.metaKey;
  if (key !== "Enter" || event.isComposing || (!goesOn && !target.matches("input:not([type=checkbox])"))) return;
  event.preventDefault();
  if (goesOn) {
    event.currentTarget.parentElement.querySelector("footer :is(.primary, .option:not(.confirmed))")?.click();
    return;
  }
  const fields = [...event.currentTarget.querySelectorAll("input:not([type=radio], [type=file]), input:checked, select, textarea")].filter((one) => one.checkVisibility());
  fields[fields.indexOf(target) + 1]?.focus();
};

const firstIn = (dialog) => dialog.querySelector(".row-body :is(input:not([type=file]), select, textarea)");
const isTouch = () => !matchMedia("(hover: hover)").matches;

export const RowForm = () => {
  const dialog = useRef();
  const named = useRef(false);
  const { row: at, focus } = open.value;
  const value = at && valueAt(document.value, at);
  const isOpen = Boolean(at) && !isOnMap(at);
  useEffect(() => {
    if (isOpen && !dialog.current.open) dialog.current.showModal();
  }, [isOpen]);
  useEffect(() => {
    if (!isOpen) return;
    const types = !isTouch() || named.current;
    named.current = false;
    dialog.current.querySelector(".row-body").scrollTop = 0;
    if (focus) focusAt(focus);
    else ((types && firstIn(dialog.current)) || dialog.current.querySelector("h2")).focus();
  }, [at, focus, isOpen]);
  if (!isOpen) return null;
  const way = wayTo(sheet.value, document.value, at);
  const rows = rowsOn(at);
  const { list } = way;
  const keys = list ? rowKeys(list.rows) : [];
  const place = keys.indexOf(stepsOf(at).at(-1));
  const isInner = rows.length > 1;
  const next = keys[place + allCopies(at).length] ?? keys[place + 1];
  const section = sheet.value.sections.find(({ key }) => key === stepsOf(at)[0]);
  const cancel = (event) => {
    event.preventDefault();
    closeRow();
  };
  const aside = ({ target }) => target === dialog.current && closeRow();
  /** On a phone, whoever has typed a name goes on with the name of the next row: one tap less. */
  const type = ({ target }) => {
    named.current ||= target === firstIn(dialog.current);
  };
  return html`<dialog class="row-form" ref=${dialog} aria-labelledby="row-name" onCancel=${cancel} onClick=${aside}>
    <header><div><p class="quiet">${[section?.title, ...rows.slice(0, -1).map(({ name }) => name)].join(" · ")}${place >= 0 && keys.length > 1 ? ` · ${place + 1} of ${keys.length}` : ""}</p>
      <h2 id="row-name" tabindex="-1">${rows.at(-1)?.name ?? "Not there"}</h2></div>
      ${!online.value && html`<${Line} />`}<button type="button" class="option" onClick=${closeRow}>${isInner ? "Back" : "Done"}</button></header>
    <div class="row-body" onKeyDown=${onward} onInput=${type}>${value === undefined ? html`<p>This is no longer in the box.</p>` : html`<${Body} key=${at} at=${at} value=${value} way=${way} />`}</div>
    <footer>${value !== undefined && html`<${Confirming} at=${at} onDone=${() => goNext(at)} />`}
      ${next && html`<button type="button" class="option" onClick=${() => openRow(below(aboveOf(at), next), { instead: true })}>Next</button>`}</footer><${Said} />
  </dialog>`;
};
