// When the game was played, for the owner: a note in the log, which lists, statistics and results follow.
import { useState } from "preact/hooks";
import { html } from "../shared/html.js";
import { said, TimeOfPlay } from "../shared/timeofplay.js";
import { Frame } from "./frame.js";
import { send } from "./state/outbox.js";
import { closeSheet } from "./state/sheets.js";
import { table, you } from "./state/table.js";

export const When = () => {
  const known = table.value.played ?? {};
  const [given, change] = useState(known);
  const now = said(given);
  const isNew = JSON.stringify(now) !== JSON.stringify(said(known));
  const save = () => {
    send("played", { played_on: null, ...now }, "Time of play", undefined, you.value.role === "owner" ? {} : { holder: "owner" });
    closeSheet();
  };
  return html`<${Frame} title="When was it played?">
    <p class="quiet">By the clock of the table (${table.value.timezone}). A game that ended after midnight belongs to the day on which it began. Leave the day empty to use the times of the log.</p>
    <${TimeOfPlay} given=${given} onChange=${change} />
    <div class="buttons"><button type="button" class="primary" disabled=${!isNew || (!now.played_on && (now.start || now.end))} onClick=${save}>Save</button></div>
  </${Frame}>`;
};
