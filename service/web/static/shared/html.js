// htm bound to Preact, and a symbol of the sprite.
import { h } from "preact";
import htm from "htm";

export const html = htm.bind(h);

const SPRITE = new URL("../vendor/lucide.svg", import.meta.url).pathname;

/** A symbol, for eyes alone: words stand beside it. */
export const Icon = ({ name }) =>
  html`<svg class="icon" aria-hidden="true"><use href=${`${SPRITE}#${name}`} /></svg>`;

function differs(next, state) {
  return state !== this.state || Object.keys(next).some((name) => next[name] !== this.props[name]);
}
/** A component that is drawn again only where a property or a signal that it reads is another one. */
export const memo = (draw) =>
  function Memo(props) {
    this.shouldComponentUpdate = differs;
    return draw(props);
  };

/** Runs of a sentence as their text. */
export const textOf = (runs) => (runs ?? []).map((run) => (typeof run === "string" ? run : run.text)).join("");
