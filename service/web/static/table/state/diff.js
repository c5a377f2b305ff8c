// What changed between two boards that share what is the same. Knows no DOM.

const placesOf = (board) => board?.zones.flatMap((zone) => zone.places ?? []) ?? [];
const piecesOf = (place) => (place.pieces ?? []).map((piece) => piece.id);

/** {places, pieces, zones}: the ids of places that look otherwise than before, of pieces that came to them from another one, of zones that tell otherwise. */
export const changed = (before, after) => {
  const old = new Map(placesOf(before).map((place) => [place.id, place]));
  const found = placesOf(after).filter((place) => old.has(place.id) && old.get(place.id) !== place);
  const came = found.flatMap((place) => piecesOf(place).filter((id) => !piecesOf(old.get(place.id)).includes(id)));
  const zones = after.zones.filter((zone) => before?.zones.some((one) => one.id === zone.id && one !== zone));
  return { places: new Set(found.map((place) => place.id)), pieces: new Set(came), zones: new Set(zones.map((zone) => zone.id)) };
};
