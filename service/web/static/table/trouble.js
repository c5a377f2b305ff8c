// Trouble: what stands between a tap and the log, and what can be done about it.
import { useEffect, useState } from "preact/hooks";
import { html } from "../shared/html.js";
import { Anyway, mayOverride } from "./anyway.js";
import { nameOf } from "./left.js";
import { Says } from "./says.js";
import { blanksIn, takeLater } from "./state/blanks.js";
import { verbs } from "./state/choosing.js";
import { admits } from "./state/domains.js";
import { KEYS, labelOf, memberOf } from "./state/labels.js";
import { drop, following, resend } from "./state/outbox.js";
import { isOwn, trouble } from "./state/queue.js";
import { inLast, withOutcome } from "./state/outcomes.js";
import { isScribe } from "./state/table.js";
import { unseenOf } from "./state/unseen.js";
import { entered, Slotted } from "./widgets/slotted.js";
import { Widget } from "./widgets/widget.js";

const FreeAction = entered("FreeAction");
const FreeFacts = entered("FreeFacts");

const Tapped = ({ item }) =>
  html`<p><b>${isOwn(item) ? "You tapped:" : `Tapped with the link for ${nameOf(item.holder)}:`}</b> ${item.says}</p>`;
const dropped = () =>
  following.value.length ? `Discard it and ${following.value.length} after it` : "Discard it";

const Conflict = ({ item, missed }) => html`
  <h2 tabindex="-1" data-head>Someone else recorded first</h2>
  <${Tapped} item=${item} />
  <p><b>Meanwhile:</b></p>
  <ul>${missed.map((entry) => html`<li key=${entry.number}>№ ${entry.number} <${Says} runs=${entry.words?.says} /></li>`)}</ul>
  <div class="buttons">
    <button type="button" class="option" onClick=${drop}>${dropped()}</button>
    <button type="button" class="primary" onClick=${() => resend()}>Record it now</button>
  </div>`;

/** The same again by a free form: what was refused of one is changed; what cannot be computed is told as facts. */
const Told = ({ item, facts, onBack }) => {
  const Form = facts ? FreeFacts : FreeAction;
  const path = facts ? "corrections" : "actions";
  return html`
    <h2 tabindex="-1" data-head>${facts ? "Correct the table" : "Something else"}</h2>
    <${Tapped} item=${item} />
    <${Form} draft=${item.path === path ? item.draft : undefined} reason=${item.body.reason} about=${item.body.about}
      onSend=${(body, says, draft) => resend({ path, body, says, draft })} />
    <div class="buttons"><button type="button" class="option" onClick=${onBack}>Back</button></div>`;
};

/** What the table must roll or draw for what was tapped. It may rather be drawn, if nothing was named yet. onSay: takes the body with the answer, and what holds for the questions that follow. */
export const Asked = ({ item, problem, onSay = (body, more) => resend({ body, ...more }), onDrop = drop }) => {
  const [{ path, domain, words }] = problem.outcomes;
  const [name, ...part] = path.split("/");
  const all = unseenOf(domain);
  const last = Array.isArray(item.body) ? item.body.at(-1) : item.body;
  const say = (value, more) => {
    takeLater(blanksIn(value, { parameters: { [name]: words } }));
    onSay(inLast(item.body, (body) => withOutcome(body, path, value)), more);
  };
  const answersItself = item.unseen && all !== undefined;
  useEffect(() => void (answersItself && say(all)), [path]);
  if (answersItself) return html`<h2 tabindex="-1" data-head>A moment…</h2>`;
  return html`
    <h2 tabindex="-1" data-head>${words.asks} ${part.map((one) => (isNaN(one) ? labelOf(memberOf(words, KEYS), one) : +one + 1)).join(" ")}</h2>
    <${Tapped} item=${item} />
    <div class="buttons">
      ${all !== undefined && html`<button type="button" class="option" onClick=${() => say(all, { unseen: true })}><span><b>Everything ${labelOf(words, [all].flat()[0]).toLowerCase()}</b> <small>also what follows</small></span></button>`}
      ${!(name in last) && html`<button type="button" class="option" onClick=${() => onSay(inLast(item.body, (body) => ({ ...body, chance: "drawn" })))}>Draw randomly</button>`}
    </div>
    <${Slotted} key=${path} Else=${Widget} domain=${domain} words=${words} allows=${(value) => admits(domain, value)} answer=${(value) => say(value)} />
    <div class="buttons">
      <button type="button" class="option" onClick=${onDrop}>${dropped()}</button>
    </div>`;
};

/** What does not fit something hidden is more often a slip than a try: nobody is told of the first. */
const Check = ({ item }) => html`
  <h2 tabindex="-1" data-head>Check the dice or card again</h2>
  <${Tapped} item=${item} />
  <p>What you typed does not fit, and nothing is recorded. If you send the same again, everyone gets a note.</p>
  <div class="buttons">
    <button type="button" class="primary" onClick=${drop}>Type it again</button>
    <button type="button" class="option" onClick=${() => resend()}>It is right, send it</button>
  </div>`;

const Refused = ({ item, problem }) => {
  const [how, go] = useState(null);
  const onBack = () => go(null);
  if (how) return html`<${Told} item=${item} facts=${how === "facts"} onBack=${onBack} />`;
  const corrects = isScribe.value && isOwn(item) && item.path === "actions" && problem.status === 409 && !problem.rule;
  const legal = verbs.value.map((verb) => verb.words.label).join(", ");
  const may = mayOverride.value && isOwn(item) && item.path === "actions" && !item.turn && problem.rule && !item.body.against_rules;
  return html`
    <h2 tabindex="-1" data-head>${problem.rule ? "The rules do not allow this" : problem.title}</h2>
    <${Tapped} item=${item} />
    ${problem.stuck
      ? html`<p>Nothing is recorded yet. Add the missing facts, or record it anyway.</p><ul>${problem.stuck.map(({ message }) => html`<li key=${message}>${message}</li>`)}</ul>`
      : html`<p>${problem.rule && html`<code>${problem.rule}</code> `}${problem.detail}</p>`}
    ${problem.rule_text && problem.rule_text !== problem.detail && html`<blockquote>${problem.rule_text}</blockquote>`}
    ${legal && html`<p><b>You can:</b> ${legal}</p>`}
    <div class="buttons">
      <button type="button" class="primary" onClick=${drop}>${dropped()}</button>
      ${!problem.rule && !problem.stuck && html`<button type="button" class="option" onClick=${() => resend(problem.status === 412 ? {} : { id: item.id, seen: item.seen })}>${problem.status === 412 ? "Record it now" : "Try again"}</button>`}
      ${problem.stuck && html`<button type="button" class="option warn" onClick=${() => resend({ body: { ...item.body, accept_stuck: true } })}>Record it anyway</button>`}
      ${item.draft && html`<button type="button" class="option" onClick=${() => go(item.path === "corrections" ? "facts" : "action")}>Edit it</button>`}
      ${corrects && html`<button type="button" class="option" onClick=${() => go("facts")}>Record it as a correction</button>`}
    </div>
    ${may && html`<${Anyway} onTake=${(reason) => resend({ body: { ...item.body, against_rules: true, reason } })} />`}`;
};

export const Trouble = () => {
  const { kind, ...rest } = trouble.value;
  if (rest.problem?.outcomes) return html`<div class="sheet"><${Asked} ...${rest} /></div>`;
  return html`<div class="sheet trouble" role="alert">
    <${kind === "conflict" ? Conflict : rest.problem.check_again ? Check : Refused} ...${rest} />
  </div>`;
};
