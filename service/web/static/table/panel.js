// The panel, at a fixed place: what is asked, the verbs, the last entry, and undo.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { html, Icon } from "../shared/html.js";
import { Asking } from "./asking.js";
import { Frame } from "./frame.js";
import { Coming, rest } from "./later.js";
import { Says } from "./says.js";
import { SeatSign, seatOf } from "./signs.js";
import { acting, choice, forced, hasMore, more, start, tapped, verbs } from "./state/choosing.js";
import { chosenIn } from "./state/labels.js";
import { drafts, settling, stranded, trouble, unanswered, waiting } from "./state/queue.js";
import { pump } from "./state/sending.js";
import { lastMove, numbersOf, saysOf, secretOf } from "./state/moves.js";
import { asks, entries, finished, forYou, isMyTurn, line, mayRecord, now, preview, veils, you } from "./state/table.js";
import { openSheet, sheet } from "./state/sheets.js";
import { named, redo, undo } from "./state/undo.js";

/** What a verb without a question does, told on its button. */
const single = (verb) => {
  const found = !verb.way && forced(verb);
  return found && chosenIn(found.choice).filter((label) => !verb.words.label.includes(label)).join(", ");
};

const Verb = ({ verb }) => {
  const count = verb.words.must_be_last && preview.value?.count;
  const hint = count ? `records ${count + 1} steps` : single(verb) || verb.words.hint;
  return html`<button type="button" class=${verb.words.ends ? "verb ends" : "verb"} data-key disabled=${settling.value}
    onClick=${() => start(verb)}>
    ${(verb.words.icon || verb.words.ends) && html`<${Icon} name=${verb.words.icon ?? "corner-down-left"} />`}
    <span><b>${verb.words.label}</b>${hint && html` <small class=${veils.value(hint, verb)}>${hint}</small>`}</span>
  </button>`;
};

const Verbs = () => {
  const seat = acting.value;
  const all = verbs.value;
  const forth = all.filter((verb) => !verb.words.ends);
  const question = asks.value[seat ?? ""] ?? asks.value[""];
  return html`<div class="verbs">
    <header>
      <h2 tabindex="-1" data-head>
        ${seat ? html`<${SeatSign} seat=${seat} /> ${seatOf(seat)?.label}` : seat === "" ? "The table" : "Table"}
        ${question && html` <span class="asks"><${Says} runs=${question} /></span>`}
      </h2>
      ${mayRecord.value && hasMore.value && html`<button type="button" class="quiet-button" aria-pressed=${more.value}
        onClick=${() => (more.value = !more.value)}>More…</button>`}
      ${!preview.value?.count && all.filter((verb) => verb.words.ends).map((verb) => html`<${Verb} key=${verb.key} verb=${verb} />`)}
    </header>
    <div class=${forth.length === 1 ? "grid one" : "grid"}>
      ${(rest.value?.answered(forth) ?? forth).map((verb) => html`<${Verb} key=${verb.key} verb=${verb} />`)}
    </div>
    ${(!all.length || (you.value.role === "seat" && !isMyTurn.value)) && rest.value && html`<${rest.value.Meanwhile} />`}
    ${mayRecord.value && html`<p class="aside"><button type="button" class="quiet-button" onClick=${() => openSheet("else")}>Something else…</button>
      ${line.value === "offline" && html`<button type="button" class="quiet-button" onClick=${() => openSheet("note")}>Write a note</button>`}</p>`}
    ${!mayRecord.value && html`<p class="quiet">You are watching. New entries appear here.</p>${rest.value && html`<${rest.value.Bots} />`}`}
  </div>`;
};

/** Undo or redo. It names what it takes or brings back, unless just that is shown beside it. */
const Step = ({ word, step, beside, onTake }) => html`<button type="button" class="undo" aria-label=${`${word}: ${named(step)}`}
  disabled=${settling.value || waiting.value.length > 0} onClick=${onTake}><${Icon} name="undo-2" />
  <span>${word}${step.entries.at(-1).number !== beside && html`: <small class=${secretOf(entries.value.filter(({ number }) => step.entries.some((one) => one.number === number)))}>${named(step)}</small>`}</span></button>`;

/** The last move, or what waits; and undo. */
const LastLine = () => {
  const waits = waiting.value.at(-1);
  const move = lastMove.value;
  const told = !waits && forYou.value;
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    setSlow(false);
    const timer = waits && setTimeout(() => setSlow(true), 300);
    return () => clearTimeout(timer);
  }, [waits?.id]);
  return html`<footer class=${told ? "last for-you" : "last"}>
    <p class=${waits ? "waits" : ""}>
      ${waits
        ? html`<span class="number">${unanswered.value ? "Not sent yet: no answer" : slow ? "Not sent yet" : "…"}</span> ${waits.says}`
        : move.length > 0 && html`<span class="number">№ ${numbersOf(move)}</span> ${told && html`<b>${told.who} recorded:</b> `}<span class=${secretOf(move)}><${Says} runs=${saysOf(move)} /></span>`}
    </p>
    ${waits && unanswered.value > 0 && html`<button type="button" class="undo" onClick=${pump}><${Icon} name="refresh-cw" /> Try again</button>`}
    ${mayRecord.value && !unanswered.value && now.value.redo && html`<${Step} word="Redo" step=${now.value.redo} onTake=${redo} />`}
    ${mayRecord.value && !unanswered.value && now.value.undo && html`<${Step} word="Undo" step=${now.value.undo} onTake=${undo} beside=${move.at(-1)?.number} />`}
  </footer>`;
};

const ComingSheet = () => html`<${Frame} title="A moment…"><${Coming} /></${Frame}>`;

const shownNow = () => {
  if (trouble.value || sheet.value) return ["sheet", rest.value?.Sheet ?? ComingSheet];
  if (choice.value) return ["asking", Asking];
  if (tapped.value) return ["deeds", rest.value?.Deeds ?? ComingSheet];
  return finished.value ? ["finished", rest.value?.Finished ?? Coming] : ["verbs", Verbs];
};

/** Focus is never lost: it stays on what is still there, else goes to the panel's head. */
const useFocus = (root, what) => {
  const inside = useRef(false);
  useEffect(() => {
    const note = (event) => (inside.current = root.current.contains(event.target));
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, []);
  useLayoutEffect(() => {
    if (document.activeElement === document.body && inside.current) root.current.querySelector("[data-head]")?.focus();
  });
  useLayoutEffect(() => {
    if (inside.current) root.current.querySelector("[data-head]")?.focus();
  }, [what]);
};

export const Panel = () => {
  const root = useRef();
  const [what, Shown] = shownNow();
  const idle = what === "verbs" && !verbs.value.length;
  useFocus(root, what);
  return html`<section class=${`panel shows-${what} ${idle ? "idle" : ""} ${mayRecord.value || finished.value ? "" : "watches"}`} aria-label="What happens now" ref=${root}>
    <${Shown} />
    ${what !== "sheet" && rest.value && html`<${rest.value.FirstUse} />`}
    ${["verbs", "finished"].includes(what) && stranded.value.length > 0 && html`<button type="button" class="option" onClick=${() => openSheet("left")}>
      <${Icon} name="circle-question-mark" /> ${stranded.value.length} not recorded: tapped with another link</button>`}
    <${preview.value?.count ? drafts.Bar : LastLine} asks=${what !== "verbs"} />
  </section>`;
};
