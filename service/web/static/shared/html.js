// htm bound to Preact, and a symbol of the sprite.
import { h } from "preact";
import htm from "htm";

export const html = htm.bind(h);

/** The symbols are taken into the page: those of another file would be drawn a frame later, in a frame of their own. */
const takeIn = async () => {
  const answer = await fetch(new URL("../vendor/lucide.svg", import.meta.url));
  const sprite = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
  for (const symbol of sprite.children) symbol.id = `icon-${symbol.id}`;
  sprite.style.display = "none";
  document.body.append(sprite);
};
takeIn();

function differs(next, state) {
  return state !== this.state || Object.keys(next).some((name) => next[name] !== this.props[name]);
}
/** A component that is drawn again only where a property or a signal that it reads is another one. */
export const memo = (draw) =>
  function Memo(props) {
    this.shouldComponentUpdate = differs;
    return draw(props);
  };

/** A symbol, for eyes alone: words stand beside it. */
export const Icon = memo(
  ({ name }) => html`<svg class="icon" aria-hidden="true"><use href=${`#icon-${name}`} /></svg>`,
);

/** Runs of a sentence as their text. */
export const textOf = (runs) => (runs ?? []).map((run) => (typeof run === "string" ? run : run.text)).join("");
