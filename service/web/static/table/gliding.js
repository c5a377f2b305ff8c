// Gliding: pieces that stand elsewhere than before go there; their ids are the same for life. Only what changed is measured.
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Milliseconds for which a piece glides. */
const GLIDE = 180;
/** Where more come to lie elsewhere nobody can follow them, and to measure and move all costs more than to draw the board. */
const MOST = 9;
/** An animation near its end wakes the page for every frame: this one goes on standing still, and is taken away before its end. */
const STANDING = { duration: 2 * GLIDE };
const TAKEN_AWAY = 1.2 * GLIDE;

const found = (root, ids) => [...root.querySelectorAll("[data-piece]")].filter((piece) => ids.has(piece.dataset.piece));
const positionOf = (root, piece) => {
  const { left, top } = piece.getBoundingClientRect();
  return [left + root.scrollLeft, top + root.scrollTop];
};

/** Where these pieces are, to be asked before the board is drawn anew: id → [left, top]. */
export const positions = (root, ids) =>
  new Map(still.matches || ids.size > MOST ? [] : found(root, ids).map((piece) => [piece.dataset.piece, positionOf(root, piece)]));

let layered = [];
/** What glided keeps its layer until something glides again: to be put back among the others costs a frame that draws all. */
const layer = (pieces) => {
  for (const piece of layered) piece.style.willChange = "";
  for (const piece of pieces) piece.style.willChange = "transform";
  layered = pieces;
};

const start = (root, before) => {
  const pieces = found(root, before);
  layer(pieces);
  for (const piece of pieces) {
    const [x, y] = before.get(piece.dataset.piece);
    const [left, top] = positionOf(root, piece);
    if (x === left && y === top) continue;
    const shift = `translate(${x - left}px, ${y - top}px)`;
    const glides = [{ transform: shift, easing: "ease-out" }, { transform: "none", offset: 0.5 }, { transform: "none" }];
    const animation = piece.animate(glides, STANDING);
    animation.ready.then(() => setTimeout(() => animation.cancel(), TAKEN_AWAY));
  }
};

/** Let pieces that were elsewhere glide to where they are, once all is drawn: before that the page would be laid out twice. */
export const glide = (root, before) => {
  if (before.size) queueMicrotask(() => start(root, before));
};
