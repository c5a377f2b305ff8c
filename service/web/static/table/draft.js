// The draft's bar: what is put together so far, what leads back, and the one button that records it.
import { html, Icon } from "../shared/html.js";
import { SeatSign } from "./signs.js";
import { start, verbs } from "./state/choosing.js";
import { draft, goesOn, pending, record } from "./state/draft.js";
import { backTo } from "./state/drafting.js";
import { settling } from "./state/queue.js";
import { closeSheet, sheet } from "./state/sheets.js";
import { preview } from "./state/table.js";
import { Asked } from "./trouble.js";

const End = ({ label, hint, plain, onClick }) => html`<button type="button" class=${plain ? "option" : "primary"} data-key disabled=${settling.value} onClick=${onClick}>
  <span><b>${label}</b>${hint && html` <small>${hint}</small>`}</span></button>`;

/** What is to be chosen before the turn can end. */
const owed = (labels) => (labels.length > 3 ? "Choose one of these first" : `Choose: ${labels.join(" or ")}`);

const Ends = () => {
  const ends = verbs.value.filter((verb) => verb.words.ends);
  const step = pending.value;
  if (step) return html`<${End} label=${step.label} hint=${`records ${draft.value.steps.length + 1} steps`} onClick=${() => record(step)} />`;
  if (ends.length) {
    return ends.map((verb) => html`<${End} key=${verb.key} label=${verb.words.label} hint=${verb.words.hint} plain=${verb !== ends[0] || verb.words.hint} onClick=${() => start(verb)} />`);
  }
  if (!goesOn(preview.value, draft.value.seat)) return html`<${End} label="Done" onClick=${() => record()} />`;
  return html`<p role="status">${owed(verbs.value.filter((verb) => !verb.ahead).map((verb) => verb.words.label))}</p>`;
};

/** asks: something else is asked above, which has its own way back. */
export const DraftBar = ({ asks }) => {
  if (!draft.value) return null;
  const { seat, steps } = draft.value;
  return html`<footer class="draft" role="group" aria-label="Your turn so far, not recorded yet">
    <ol>
      <li><${SeatSign} seat=${seat} /></li>
      ${steps.map(({ id, says, secret }, at) => html`<li key=${id}><button type="button" class="option" aria-label=${`Go back to before: ${says}`} disabled=${settling.value || sheet.value} onClick=${() => backTo(at)}><span class=${secret && "secret"}>${says}</span></button></li>`)}
      ${pending.value && html`<li class="waits">${pending.value.says}</li>`}
    </ol>
    ${!asks && html`<div class="buttons">
      <button type="button" class="option" data-key disabled=${settling.value} onClick=${() => backTo(-1)}><${Icon} name="undo-2" /> Back</button>
      <${Ends} />
    </div>`}
    <p class="ears" role="status">Not recorded yet: ${steps.map(({ says }) => says).join(", ")}</p>
  </footer>`;
};

/** What the table rolls for a step of the draft. */
export const AskedOutcome = () => {
  const { item, problem, say } = sheet.value;
  return html`<div class="sheet"><${Asked} item=${item} problem=${problem} onSay=${say} onDrop=${closeSheet} /></div>`;
};
