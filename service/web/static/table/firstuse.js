// First use: one line under what records an action that names a part of the box for the first time. It never stops the action.
import { useEffect } from "preact/hooks";
import { html } from "../shared/html.js";
import { rowsOn } from "../editions/marks.js";
import { stepsOf } from "../editions/state/places.js";
import { forms } from "./forms.js";
import { readBox } from "./state/box.js";
import { asked, confirm, deny, figuresOf, readDone, show } from "./state/firstly.js";
import { openSheet } from "./state/sheets.js";
import { table } from "./state/table.js";

const Line = ({ at, Learn }) => {
  useEffect(() => void show(at), []);
  // As the table calls it, where the row has no name of its own.
  const name = forms.value?.names[stepsOf(at).at(-1)]?.name ?? rowsOn(at).at(-1)?.name;
  const enter = () => {
    deny(at);
    openSheet("learn", { at, name, Learn });
  };
  return html`<div class="first-use" role="group" aria-label=${`Is ${name} as in your box?`}>
    <p><b>${name}</b> ${figuresOf(at)}</p>
    <span>As in your box?</span>
    <button type="button" class="option" onClick=${() => confirm(at)}>Yes</button>
    <button type="button" class="option" onClick=${enter}>No</button>
  </div>`;
};

/** Learn: the form that a part is entered in. */
export const FirstUse = ({ Learn }) => {
  useEffect(() => void readBox().then(readDone), [table.value.component_set]);
  const at = asked.value;
  return at ? html`<${Line} key=${at} at=${at} Learn=${Learn} />` : null;
};
