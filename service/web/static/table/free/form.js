// The free form: any action, or any facts, of a game by its schema.
import { useState } from "preact/hooks";
import { html, Icon } from "../../shared/html.js";
import { One } from "./fields.js";
import { MISSING, readable, shapeOf, titlesOf, valueOf } from "./shapes.js";

/** What stands beside every action, and is not of the game. */
const ENVELOPE = ["action_id", "moved_at", "chance", "against_rules", "reason"];

const leaves = (value) => (value !== null && typeof value === "object" ? Object.values(value).flatMap(leaves) : [value]);
const nameIn = ({ names, seats }, value) =>
  seats.find((one) => one.seat === value)?.label ?? names[value]?.name ?? readable(String(value));

/** A value in words: what it is, then what it names. */
const saysOf = (told, tag, { [tag]: kind, ...rest }) =>
  [told.labels[kind] ?? readable(kind), ...leaves(rest).filter((one) => one !== null && one !== false).map((one) => nameIn(told, one))].join(" · ");

/** What happened, as one action. fixed: members that nobody is asked for. onSend: takes (action, says, draft). */
export const ActionForm = ({ told: given, draft: begun = {}, fixed = {}, onSend }) => {
  const [draft, write] = useState(begun);
  const told = { ...given, labels: { ...titlesOf(given.schemas.action), ...given.labels } };
  const shape = shapeOf(told.schemas.action.schema, told.schemas.action.components.schemas);
  const value = valueOf(shape, { ...draft, members: { ...draft.members, ...fixed } });
  return html`<${One} label="What happened?" shape=${shape} told=${told} draft=${draft} onDraft=${write} without=${[...ENVELOPE, ...Object.keys(fixed)]} />
    <div class="buttons stay"><button type="button" class="primary" disabled=${value === MISSING}
      onClick=${() => onSend(value, `${value.seat ? `${nameIn(told, value.seat)}: ` : ""}${saysOf(told, "type", { ...value, seat: null })}`, draft)}>Record</button></div>`;
};

/** What is so now, as facts with a reason and, if one names it, the entry that they correct. onSend: takes ({facts, reason, about}, says, drafts). */
export const FactsForm = ({ told: things, draft: begun = [{}], reason: given = "", about: named = "", onSend }) => {
  const [drafts, write] = useState(begun);
  const [reason, setReason] = useState(given);
  const [about, setAbout] = useState(named);
  const told = { ...things, labels: titlesOf(things.schemas.fact) };
  const shape = shapeOf(told.schemas.fact.schema, told.schemas.fact.components.schemas);
  const facts = drafts.map((draft) => valueOf(shape, draft));
  const open = reason.trim() && !facts.includes(MISSING) && !/^0|\D/.test(about);
  const send = () =>
    onSend({ facts, reason: reason.trim(), about: about ? Number(about) : undefined }, `Correction: ${facts.map((one) => saysOf(told, "fact", one)).join("; ")}`, drafts);
  return html`${drafts.map((draft, at) => html`<section class="fact" key=${at} aria-label=${`Fact ${at + 1}`}>
      <${One} label="What changed?" shape=${shape} told=${told} draft=${draft} onDraft=${(one) => write(drafts.with(at, one))} />
      ${drafts.length > 1 && html`<button type="button" class="quiet-button" onClick=${() => write(drafts.toSpliced(at, 1))}><${Icon} name="x" /> Remove</button>`}
    </section>`)}
    <label class="field">Why? <input value=${reason} maxlength="2000" onInput=${(event) => setReason(event.target.value)} /></label>
    <label class="field">Corrects entry № <input type="number" min="1" value=${about} placeholder="none" onInput=${(event) => setAbout(event.target.value)} /></label>
    <div class="buttons stay"><button type="button" class="quiet-button" disabled=${facts.includes(MISSING)} onClick=${() => write([...drafts, {}])}>
      <${Icon} name="plus" /> Another fact</button>
      <button type="button" class="primary warn" disabled=${!open} onClick=${send}>Record</button></div>`;
};
