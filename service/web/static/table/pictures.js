// Pictures: what shows and takes pictures of the own box, as a file of its own. It paints over what the page has drawn.
import { effect } from "@preact/signals";
import { album, readAlbum } from "./state/album.js";
import { pictures } from "./state/picturing.js";
import { board } from "./state/table.js";
import { Things } from "./things.js";

const STYLE = `
.card[data-pictured] { width: 7.5rem; height: calc(7.5rem / var(--ratio)); max-height: 12rem; background: var(--picture) center / 100% 100%; }
.card[data-pictured] > * { opacity: 0; }
[data-covered] .card.secret[data-pictured] { background: repeating-linear-gradient(45deg, var(--grain) 0 1px, transparent 1px 6px), var(--card); }
.picture[data-pictured] { background: var(--picture) center / 100% 100%; }
.picture[data-pictured] :is(.area, .scenery):not([data-pictured]) { fill: transparent; background-color: transparent; background-image: none; }
.picture[data-pictured] svg polygon[fill^="url"], .picture[data-pictured] svg :is(rect, circle)[fill^="url"] { display: none; }
.picture[data-pictured] .name { text-shadow: 0 0 3px var(--paper), 0 0 3px var(--paper), 0 0 5px var(--paper); }
.place.area[data-pictured] { background: var(--picture) center / 100% 100%; text-shadow: 0 0 3px var(--paper), 0 0 3px var(--paper), 0 0 5px var(--paper); }
img.pictured { width: auto; height: auto; max-width: 100%; max-height: 46dvh; border-radius: 8px; justify-self: center; }
.photo { position: relative; width: 100%; margin: 0 auto; touch-action: none; } .photo > canvas, .photo > svg { position: absolute; inset: 0; width: 100%; height: 100%; }
.photo polygon { fill: none; stroke: var(--accent); stroke-width: 3px; vector-effect: non-scaling-stroke; }
.photo > button { position: absolute; width: 44px; height: 44px; margin: -22px; padding: 0; border: 3px solid var(--accent); border-radius: 50%; background: rgb(255 255 255 / 35%); touch-action: none; cursor: move; }
.file { cursor: pointer; } .file > input { position: absolute; width: 1px; height: 1px; opacity: 0; } .file:focus-within { outline: 3px solid var(--accent); }
`;
const style = new CSSStyleSheet();
style.replaceSync(STYLE);
document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];

const root = document.getElementById("table");

/** Lay the picture on an element, or take it off. */
const lay = (element, picture) => {
  if ((element.dataset.pictured ?? "") === (picture ? picture.url.length + picture.url.slice(-24) : "")) return;
  if (picture) {
    element.style.setProperty("--picture", `url("${picture.url}")`);
    element.style.setProperty("--ratio", picture.ratio);
    element.dataset.pictured = picture.url.length + picture.url.slice(-24);
  } else {
    element.style.removeProperty("--picture");
    delete element.dataset.pictured;
  }
};
const paint = () => {
  const found = album.value;
  for (const card of root.querySelectorAll(".card")) lay(card, found[`card/${card.querySelector(".name")?.textContent}`]);
  for (const shown of root.querySelectorAll(".zone .picture")) {
    const id = shown.closest(".zone").getAttribute("aria-labelledby").slice("zone-".length);
    lay(shown, found[`zone/${id}`]);
    const { places = [] } = board.value.zones.find((zone) => zone.id === id) ?? {};
    shown.querySelectorAll(".place").forEach((place, at) => place.classList.contains("area") && lay(place, found[`place/${places[at]?.id}`]));
  }
};
let due = 0;
const paintSoon = () => (due ||= requestAnimationFrame(() => ((due = 0), paint())));

pictures.Sheet = Things;
readAlbum().catch(() => {}).then(() => {
  effect(() => void (album.value, paintSoon()));
  new MutationObserver(paintSoon).observe(root, { subtree: true, childList: true, characterData: true });
});
