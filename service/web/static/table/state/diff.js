// What changed between two boards that share what is the same. Knows no DOM.

const placesOf = (board) => board?.zones.flatMap((zone) => zone.places ?? []) ?? [];
const piecesOf = (place) => (place.pieces ?? []).map((piece) => piece.id);

/** {places, pieces}: the ids of places that look otherwise than before, and of pieces that came to them from another one. */
export const changed = (before, after) => {
  const old = new Map(placesOf(before).map((place) => [place.id, place]));
  const found = placesOf(after).filter((place) => old.has(place.id) && old.get(place.id) !== place);
  const came = found.flatMap((place) => piecesOf(place).filter((id) => !piecesOf(old.get(place.id)).includes(id)));
  return { places: new Set(found.map((place) => place.id)), pieces: new Set(came) };
};
