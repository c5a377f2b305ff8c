// Faces: cards and answers as they look in the box on the table, painted over what the page has drawn.
// A picture is loaded when the page names its card openly, never before: what others hold is not asked for.
import { effect } from "@preact/signals";
import { faceOf, faces, sourceOf } from "./state/facing.js";

const SEEN = ":not(.back, [data-pictured]):not([data-covered] .secret)";
const STYLE = `
.card[data-face]${SEEN} { position: relative; padding-left: 4.1rem; min-height: 4.7rem; overflow: hidden; }
.card[data-face]${SEEN}::before { content: ""; position: absolute; inset: 0 auto 0 0; width: 3.6rem; background: var(--face) center 30% / cover; }
@media (min-width: 60rem) { .card[data-face]${SEEN} { width: 16rem; } }
.option[data-face]::before { content: ""; flex: none; width: 2.4rem; height: 2.75rem; margin: -4px 0; border-radius: 5px; background: var(--face) center 30% / cover; }
`;

/** A device that saves data shows pictures in the sheet of a card alone. */
const isSaving = () => navigator.connection?.saveData === true || matchMedia("(prefers-reduced-data: reduce)").matches;

const lay = (element, face) => {
  if ((element.dataset.face ?? "") === (face?.picture ?? "")) return;
  if (face) {
    element.style.setProperty("--face", `url("${sourceOf(face, "small")}")`);
    element.dataset.face = face.picture;
  } else {
    element.style.removeProperty("--face");
    delete element.dataset.face;
  }
};

/** Show faces below this element for as long as the page is there. */
export const showFaces = (root) => {
  if (isSaving()) return;
  const style = new CSSStyleSheet();
  style.replaceSync(STYLE);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];
  const paint = () => {
    for (const element of root.querySelectorAll("[data-row]")) lay(element, element.matches(".back") ? undefined : faceOf(element.dataset.row));
  };
  let due = 0;
  const paintSoon = () => (due ||= requestAnimationFrame(() => ((due = 0), paint())));
  effect(() => void (faces.value, paintSoon()));
  new MutationObserver(paintSoon).observe(root, { subtree: true, childList: true, attributeFilter: ["data-row", "class"] });
};
