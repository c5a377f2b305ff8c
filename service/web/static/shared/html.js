// htm bound to Preact, and a symbol of the sprite.
import { h } from "preact";
import htm from "htm";

export const html = htm.bind(h);

const SPRITE = new URL("../vendor/lucide.svg", import.meta.url).pathname;

/** A symbol, for eyes alone: words stand beside it. */
export const Icon = ({ name }) =>
  html`<svg class="icon" aria-hidden="true"><use href=${`${SPRITE}#${name}`} /></svg>`;

/** Runs of a sentence as their text. */
export const textOf = (runs) => (runs ?? []).map((run) => (typeof run === "string" ? run : run.text)).join("");
