// Settings: what the owner may change about the table at any time. The change is a note in the log.
import { useState } from "preact/hooks";
import { html } from "../shared/html.js";
import { Frame } from "./frame.js";
import { send } from "./state/outbox.js";
import { closeSheet } from "./state/sheets.js";
import { table, you } from "./state/table.js";

const SETTINGS = [
  ["forced_steps", "Take steps that leave no choice automatically", "Undo takes them back with the move."],
  ["seats_may_override", "Players may record their own moves against the rules", "They give a reason, and the entry is flagged."],
];

export const Settings = () => {
  const [set, change] = useState({});
  const changed = Object.fromEntries(Object.entries(set).filter(([name, on]) => on !== table.value[name]));
  const save = () => {
    send("settings", changed, "Table settings", undefined, you.value.role === "owner" ? {} : { holder: "owner" });
    closeSheet();
  };
  return html`<${Frame} title="Table settings">
    <p class="quiet">They apply to everyone from now on. The log says what you changed.</p>
    ${SETTINGS.map(([name, label, hint]) => html`<label class="tick" key=${name}><input type="checkbox" role="switch" checked=${set[name] ?? table.value[name]}
      onChange=${(event) => change({ ...set, [name]: event.target.checked })} /> <span>${label} <small>${hint}</small></span></label>`)}
    <div class="buttons"><button type="button" class="primary" disabled=${!Object.keys(changed).length} onClick=${save}>Save</button></div>
  </${Frame}>`;
};
