// What changed between two boards, by place. Knows no DOM.

const placesOf = (board) =>
  new Map((board?.zones ?? []).flatMap((zone) => (zone.places ?? []).map((place) => [place.id, place])));

/** The ids of the places that look otherwise than before. */
export const changed = (before, after) => {
  if (!before) return new Set();
  const old = placesOf(before);
  const differs = ([id, place]) => old.has(id) && JSON.stringify(old.get(id)) !== JSON.stringify(place);
  return new Set([...placesOf(after)].filter(differs).map(([id]) => id));
};
