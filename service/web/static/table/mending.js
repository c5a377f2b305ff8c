// Mending: what is told by a free form, a correction or an action that is not offered now.
import { useEffect, useState } from "preact/hooks";
import { html } from "../shared/html.js";
import { forms, wantForms } from "./forms.js";
import { Frame } from "./frame.js";
import { ActionForm, FactsForm } from "./free/form.js";
import { Kinds } from "./free/kinds.js";
import { acting } from "./state/choosing.js";
import { send } from "./state/outbox.js";
import { mender } from "./state/owner.js";
import { closeSheet, sheet } from "./state/sheets.js";
import { board, entries, line, now, you } from "./state/table.js";
import { tell } from "./unlit.js";

/** The labels of the verbs that are offered now, by their type. */
const labels = () => Object.fromEntries(Object.entries(now.value.words).map(([key, { label }]) => [key.split("/")[0], label]));
/** Types of actions, those of now first: what is offered, then what was played last. */
const lately = () => [...now.value.offers.map(({ type }) => type), ...entries.value.toReversed().flatMap(({ action }) => action?.type ?? [])];

/** Which action, then what it says. */
const AnyAction = ({ draft, ...props }) => {
  const [kind, choose] = useState(draft.kind);
  if (kind) return html`<${ActionForm} draft=${{ ...draft, kind }} ...${props} />`;
  return html`<${Kinds} told=${props.told} lately=${lately()} ofSeat=${you.value.role === "seat"} onTake=${choose} />`;
};

const Free = ({ Form, ...props }) => {
  const found = forms.value;
  const live = line.value === "live";
  useEffect(() => {
    if (!found) wantForms();
  }, [found, live]);
  if (!found) {
    return html`<p role="status">${live ? "Loading the forms…" : "The forms are not on this device yet. They load when you are online again. You can write a note now."}</p>`;
  }
  const told = { schemas: found.schemas, names: found.names, seats: board.value.seats, labels: Form === AnyAction ? labels() : {} };
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
  return html`<${Free} Form=${AnyAction} fixed=${fixed} draft=${draft ?? { members: acting.value ? { seat: acting.value } : {} }} ...${props} />`;
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
    closeSheet();
    tell(body, says, draft);
  };
  return html`<${Frame} title="Something else">
    ${line.value !== "live" && html`<p class="quiet hint">These actions are not checked yet. The rules are applied when you are online again.</p>`}
    <${FreeAction} draft=${sheet.value?.draft} onSend=${record} />
  </${Frame}>`;
};
