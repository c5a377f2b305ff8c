// The scrubber: a strip of the whole session with its marks, the steps, and playing.
import { useRef } from "preact/hooks";
import { html, memo } from "../shared/html.js";
import { at, last } from "./state/frames.js";
import { begins, marks } from "./state/log.js";
import { backward, forward, to } from "./state/moving.js";
import { playOrPause, speed, SPEEDS, until } from "./state/playing.js";

const SIGNS = {
  first: "M5 4h3v16H5zM20 4v16l-11-8z",
  round: "M3 5h2v14H3zM13 5v14l-8-7zM21 5v14l-8-7z",
  turn: "M12 5v14l-9-7zM21 5v14l-9-7z",
  back: "M17 5v14L6 12z",
  play: "M6 4l14 8-14 8z",
  pause: "M6 4h4v16H6zM14 4h4v16h-4z",
  forth: "M7 5v14l11-7z",
  turnOn: "M12 5v14l9-7zM3 5v14l9-7z",
  roundOn: "M19 5h2v14h-2zM11 5v14l8-7zM3 5v14l8-7z",
  last: "M16 4h3v16h-3zM4 4v16l11-8z",
};
const Sign = ({ name }) => html`<svg class="sign" viewBox="0 0 24 24" aria-hidden="true"><path d=${SIGNS[name]} /></svg>`;

const FIRST_REPEAT = 400;
const REPEAT = 110;
/** A button that goes on as long as it is held; the click that ends this is no step of its own. */
const Step = ({ name, label, onStep }) => {
  const timer = useRef();
  const held = useRef(false);
  const end = () => clearTimeout(timer.current);
  const again = () => {
    held.current = true;
    onStep();
    timer.current = setTimeout(again, REPEAT);
  };
  const begin = () => {
    held.current = false;
    timer.current = setTimeout(again, FIRST_REPEAT);
  };
  const click = () => {
    if (!held.current) onStep();
    held.current = false;
  };
  return html`<button type="button" class=${`step ${name}`} aria-label=${label} title=${label} onClick=${click}
    onPointerDown=${begin} onPointerUp=${end} onPointerLeave=${end} onPointerCancel=${end}><${Sign} name=${name} /></button>`;
};

const SHOWN = { round: 0, score: 1, note: 2, correction: 3, retraction: 3, flag: 4 };
/** Marks on the strip, those that matter most on top; the strip itself is for fingers and keys. */
const Strip = memo(({ all, most }) => {
  const shown = all.filter(({ kind }) => kind in SHOWN).sort((one, other) => SHOWN[one.kind] - SHOWN[other.kind]);
  const x = (entry) => (1000 * (entry - 1)) / Math.max(1, most - 1);
  return html`<svg class="strip" viewBox="0 0 1000 24" preserveAspectRatio="none" aria-hidden="true">
    <line class="road" x1="0" x2="1000" y1="14" y2="14" />
    ${shown.map(({ entry, kind }, place) => html`<line key=${place} class=${`mark ${kind}`} x1=${x(entry)} x2=${x(entry)} y1=${kind === "score" ? 9 : 3} y2=${kind === "score" ? 19 : 23} />`)}
  </svg>`;
});
const Rounds = memo(({ all, most }) => {
  const rounds = all.filter(({ kind }) => kind === "round");
  const every = Math.ceil(rounds.length / 8) || 1;
  return html`<svg class="rounds" aria-hidden="true">
    ${rounds.filter((_, place) => place % every === 0).map(({ entry, value }) => html`<text key=${entry} x=${`${(100 * (entry - 1)) / Math.max(1, most - 1)}%`} y="11">${value}</text>`)}
  </svg>`;
});

const roundOf = (entry) => marks.value.findLast((mark) => mark.kind === "round" && mark.entry <= entry)?.value;

export const Scrubber = () => {
  const round = roundOf(at.value);
  return html`<section class="scrubber" aria-label="Playback">
    <div class="slide">
      <${Rounds} all=${marks.value} most=${last.value} />
      <${Strip} all=${marks.value} most=${last.value} />
      <input type="range" min="1" max=${last.value} value=${at.value} aria-label="Entry"
        aria-valuetext=${`Entry ${at.value} of ${last.value}${round ? `, round ${round}` : ""}`} onInput=${(event) => to(Number(event.target.value))} />
    </div>
    <div class="steps-of">
      <${Step} name="first" label="First entry" onStep=${() => to(1)} />
      <${Step} name="round" label="Previous round" onStep=${() => to(begins("round", -1))} />
      <${Step} name="turn" label="Previous turn" onStep=${() => to(begins("turn", -1))} />
      <${Step} name="back" label="Previous entry" onStep=${backward} />
      <button type="button" class="step play" aria-label=${until.value ? "Pause" : "Play"} title=${until.value ? "Pause" : "Play"} onClick=${playOrPause}><${Sign} name=${until.value ? "pause" : "play"} /></button>
      <${Step} name="forth" label="Next entry" onStep=${forward} />
      <${Step} name="turnOn" label="Next turn" onStep=${() => to(begins("turn", 1))} />
      <${Step} name="roundOn" label="Next round" onStep=${() => to(begins("round", 1))} />
      <${Step} name="last" label="Last entry" onStep=${() => to(last.value)} />
      <label class="speed"><span class="ears">Speed</span><select value=${speed.value} onChange=${(event) => (speed.value = event.target.value)}>
        ${SPEEDS.map(([value, label]) => html`<option key=${value} value=${value}>${label}</option>`)}</select></label>
    </div>
  </section>`;
};
