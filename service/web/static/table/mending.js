// Mending: what is told by a free form, a correction or an action that is not offered now.
import { useEffect } from "preact/hooks";
import { html } from "../shared/html.js";
import { forms, wantForms } from "./forms.js";
import { Frame } from "./frame.js";
import { ActionForm, FactsForm } from "./free/form.js";
import { acting } from "./state/choosing.js";
import { send } from "./state/outbox.js";
import { mender } from "./state/owner.js";
import { closeSheet } from "./state/sheets.js";
import { board, line, now, you } from "./state/table.js";

/** The labels of the verbs that are offered now, by their type. */
const labels = () => Object.fromEntries(Object.entries(now.value.words).map(([key, { label }]) => [key.split("/")[0], label]));

const Free = ({ Form, ...props }) => {
  const found = forms.value;
  const live = line.value === "live";
  useEffect(() => {
    if (!found) wantForms();
  }, [found, live]);
  if (!found) {
    return html`<p role="status">${live ? "Loading the forms…" : "The forms are not on this device yet. They load when you are online again. You can write a note now."}</p>`;
  }
  const told = { schemas: found.schemas, names: found.names, seats: board.value.seats, labels: Form === ActionForm ? labels() : {} };
  return html`<${Form} told=${told} ...${props} />`;
};

/** A correction: facts and a reason. */
export const FreeFacts = (props) => html`
  <p class="quiet hint">Your change takes effect even if the rules forbid it. The log keeps it, flagged, with your reason.</p>
  <${Free} Form=${FactsForm} ...${props} />`;

/** Any action of the game. A seat's phone records for its own seat. */
export const FreeAction = ({ draft, ...props }) => {
  const { role, seat } = you.value;
  const fixed = role === "seat" ? { seat } : {};
  return html`<${Free} Form=${ActionForm} fixed=${fixed} draft=${draft ?? { members: acting.value ? { seat: acting.value } : {} }} ...${props} />`;
};

export const Correct = () => {
  const record = (body, says, draft) => {
    send("corrections", body, says, draft, mender());
    closeSheet();
  };
  return html`<${Frame} title="Correct the table"><${FreeFacts} onSend=${record} /></${Frame}>`;
};

export const SomethingElse = () => {
  const record = (body, says, draft) => {
    send("actions", body, says, draft);
    closeSheet();
  };
  return html`<${Frame} title="Something else">
    <p class="quiet hint">These actions are not checked yet. The rules are applied when you are online again.</p>
    <${FreeAction} onSend=${record} />
  </${Frame}>`;
};
