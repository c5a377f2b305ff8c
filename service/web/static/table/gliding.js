// Gliding: pieces that stand elsewhere than before go there; their ids are the same for life. Only what changed is measured.
const still = matchMedia("(prefers-reduced-motion: reduce)");

const found = (root, ids) => [...root.querySelectorAll("[data-piece]")].filter((piece) => ids.has(piece.dataset.piece));
const positionOf = (root, piece) => {
  const { left, top } = piece.getBoundingClientRect();
  return [left + root.scrollLeft, top + root.scrollTop];
};

/** Where these pieces are, to be asked before the board is drawn anew: id → [left, top]. */
export const positions = (root, ids) =>
  new Map(still.matches ? [] : found(root, ids).map((piece) => [piece.dataset.piece, positionOf(root, piece)]));

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
    piece.animate([{ transform: shift }, { transform: "none" }], { duration: 180, easing: "ease-out" });
  }
};

/** Let pieces that were elsewhere glide to where they are, once all is drawn: before that the page would be laid out twice. */
export const glide = (root, before) => {
  if (before.size) queueMicrotask(() => start(root, before));
};
