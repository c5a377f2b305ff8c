// Stepper: a number with its ends as buttons; held, its signs repeat; the number itself can be typed.
import { useEffect, useRef } from "preact/hooks";
import { html, Icon } from "../../shared/html.js";

/** Milliseconds until a held button repeats, and between its steps. */
const HOLDS = 400;
const EVERY = 100;

/** A button that steps once when pressed, and on while it is held, also where it moves under the finger. */
const Sign = ({ icon, label, onStep }) => {
  const held = useRef({});
  const stop = () => clearTimeout(held.current.timer);
  useEffect(() => stop, []);
  held.current.step = onStep;
  const begin = (event) => {
    stop();
    event.currentTarget.setPointerCapture(event.pointerId);
    held.current.repeats = false;
    held.current.timer = setTimeout(() => {
      held.current.repeats = true;
      held.current.timer = setInterval(() => held.current.step(), EVERY);
    }, HOLDS);
  };
  const click = () => (held.current.repeats ? (held.current.repeats = false) : onStep());
  return html`<button type="button" class="option round" aria-label=${label} onPointerDown=${begin} onPointerUp=${stop} onLostPointerCapture=${stop}
    onContextMenu=${(event) => event.preventDefault()} onClick=${click}><${Icon} name=${icon} /></button>`;
};

/** value may be NaN, while nothing is typed. set: takes a number or a function. name: for ears; "" for one alone. */
export const Stepper = ({ value, least, most, set, name = "", lowest = true }) => {
  const step = (by) => set((now) => Math.min(most, Math.max(least, (Number.isNaN(now) ? least : now) + by)));
  const signed = (number) => String(number).replace("-", "−");
  const told = (text) => (name ? `${name}: ${text}` : text[0].toUpperCase() + text.slice(1));
  return html`<div class="stepper" role="group" aria-label=${name || undefined}>
    ${lowest && html`<button type="button" class="option" onClick=${() => set(least)}>${least === 0 ? "None" : signed(least)}</button>`}
    <${Sign} icon="minus" label=${told("one fewer")} onStep=${() => step(-1)} />
    <input type="text" inputmode=${least < 0 ? "text" : "numeric"} autocomplete="off" aria-label=${told("number")} value=${Number.isNaN(value) ? "" : value}
      onFocus=${(event) => event.target.select()} onInput=${(event) => set(/^[-−]?\d+$/.test(event.target.value) ? Number(event.target.value.replace("−", "-")) : NaN)} />
    <${Sign} icon="plus" label=${told("one more")} onStep=${() => step(1)} />
    <button type="button" class="option" aria-label=${name ? `${name}: all ${most}` : undefined} onClick=${() => set(most)}>${least < 0 ? `+${most}` : `All ${most}`}</button>
  </div>`;
};
