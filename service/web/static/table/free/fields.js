// Fields: what is filled in for a shape, each kind its own; whatever is nested repeats the same.
import { html, Icon } from "../../shared/html.js";
import { blank, chosenOf, membersOf, readable, titlesOf } from "./shapes.js";

const Choice = ({ label, options, none = "Choose…", draft, onDraft }) => html`<label class="field">${label}
  <select value=${draft ?? ""} onChange=${(event) => onDraft(event.target.value)}>
    <option value="">${none}</option>
    ${options.map(([value, name]) => html`<option key=${value} value=${value}>${name}</option>`)}
  </select></label>`;

/** The things that a text may name, as [id, name]; none where nobody tells. */
const thingsOf = (kind, { names, seats, schemas }) => {
  if (kind === "seat") return seats.map(({ seat, label }) => [seat, label]);
  if (kind === "action") return Object.entries(titlesOf(schemas.action));
  return Object.entries(names)
    .filter(([, name]) => name.kind === kind)
    .map(([id, { name, text }]) => [id, [name, text].filter(Boolean).join(" · ")]);
};

/** What it is called to leave a field empty, where one may. */
const none = ({ shape, needed }) => (shape.empty ? (shape.words?.[""] ?? "Nothing") : needed ? undefined : "Default");

const Text = ({ label, draft, onDraft, usual, numeric }) => html`<label class="field">${label}
  <input value=${draft ?? ""} inputmode=${numeric ? "numeric" : undefined} placeholder=${usual ?? ""} autocapitalize="off"
    onInput=${(event) => onDraft(event.target.value)} /></label>`;

const Named = (props) => {
  const options = props.shape.names ? thingsOf(props.shape.names, props.told) : [];
  return options.length ? html`<${Choice} ...${props} options=${options} none=${none(props)} />` : html`<${Text} ...${props} />`;
};

const Flag = ({ label, shape, draft = shape.usual, onDraft }) => html`<label class="tick"><input type="checkbox" checked=${draft}
  onChange=${(event) => onDraft(event.target.checked)} /> ${label}</label>`;

const Json = ({ label, draft, onDraft }) => html`<label class="field">${label} <small>as JSON, not checked in advance</small>
  <textarea rows="3" value=${draft ?? ""} onInput=${(event) => onDraft(event.target.value)}></textarea></label>`;

/** Rows of the same, with what adds one and takes one away. */
const Rows = ({ label, shape, draft, fresh, onDraft, row }) => {
  const drafts = draft || [];
  return html`<fieldset class="nested"><legend>${label}</legend>
  ${drafts.map((draft, at) => html`<div class="row" key=${at}>
    ${row(draft, `${label} ${at + 1}`, (one) => onDraft(drafts.with(at, one)))}
    <button type="button" class="option round" aria-label=${`Remove: ${label} ${at + 1}`} onClick=${() => onDraft(drafts.toSpliced(at, 1))}>
      <${Icon} name="x" /></button></div>`)}
  <button type="button" class="option" aria-label=${`Add: ${label}`} onClick=${() => onDraft([...drafts, fresh()])}><${Icon} name="plus" /> Add</button>
  ${shape.empty && !drafts.length && html`<label class="tick"><input type="checkbox" checked=${Boolean(draft)}
    onChange=${(event) => onDraft(event.target.checked ? [] : undefined)} /> Empty</label>`}
</fieldset>`;
};

const List = ({ label, shape, told, draft, onDraft }) => html`<${Rows} label=${label} shape=${shape} draft=${draft} onDraft=${onDraft}
  fresh=${() => blank(shape.of)}
  row=${(one, name, change) => html`<${Field} label=${name} shape=${shape.of} told=${told} draft=${one} onDraft=${change} needed />`} />`;

const Pairs = ({ label, shape, told, draft, onDraft }) => html`<${Rows} label=${label} shape=${shape} draft=${draft} onDraft=${onDraft}
  fresh=${() => ["", blank(shape.of)]}
  row=${([key, one], name, change) => html`<${Named} label=${`${name}: of`} shape=${shape.keys} told=${told} draft=${key} onDraft=${(text) => change([text, one])} needed />
    <${Field} label=${name} shape=${shape.of} told=${told} draft=${one} onDraft=${(of) => change([key, of])} needed />`} />`;

/** The members of a shape, beside each other. */
export const Members = ({ shape, told, draft = {}, onDraft, without = [] }) => html`<div class="members">
  ${membersOf(shape, without).map((one) => html`<${Field} key=${one.name} ...${one} told=${told}
    draft=${draft[one.name]} onDraft=${(value) => onDraft({ ...draft, [one.name]: value })} />`)}</div>`;

const Nested = ({ label, ...props }) => html`<fieldset class="nested"><legend>${label}</legend><${Members} ...${props} /></fieldset>`;

/** One of several kinds: which, and its members. */
export const One = ({ label, shape, told, draft = {}, onDraft, without = [] }) => {
  const kinds = Object.keys(shape.of).map((kind) => [kind, told.labels[kind] ?? readable(kind)]);
  const of = draft.kind && chosenOf(shape, draft.kind);
  return html`<${Choice} label=${label} options=${kinds.sort(([, one], [, other]) => one.localeCompare(other))}
      draft=${draft.kind} onDraft=${(kind) => onDraft({ kind, members: { seat: draft.members?.seat } })} />
    ${of && html`${of.hint && html`<p class="quiet hint">${of.hint}</p>`}
      <${Members} key=${draft.kind} shape=${of} told=${told} draft=${draft.members} without=${[shape.tag, ...without]}
        onDraft=${(members) => onDraft({ ...draft, members })} />`}`;
};

const FIELDS = {
  choice: (props) => html`<${Choice} ...${props} none=${none(props)} options=${props.shape.values.map((value) => [String(value), props.shape.words?.[value] ?? value])} />`,
  text: Named,
  number: ({ usual, ...props }) => html`<${Text} ...${props} usual=${typeof usual === "number" ? usual + props.shape.first : ""} numeric />`,
  flag: Flag,
  list: List,
  map: Pairs,
  members: Nested,
  one: One,
  json: Json,
};

/** A field of any shape. told: {names, seats, labels}; draft: what stands in it; onDraft: takes what is to stand in it. */
export const Field = (props) => html`<${FIELDS[props.shape.kind]} ...${props} />`;
