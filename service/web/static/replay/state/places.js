// Places: in the replay page each place of the board can be tapped, for its history. The board's own way to say what
// may be tapped is an offer; so each seat is offered to look at any place.

const placesOf = (board) => board.zones.flatMap((zone) => zone.places ?? []);

/** A table with nothing to record and every place to look at. */
export const withHistory = (told) => {
  const places = placesOf(told.board);
  const values = Object.fromEntries(places.map(({ id, name }) => [id, { label: name, place: id }]));
  const domain = { kind: "choice", values: places.map(({ id }) => id) };
  const seats = told.board.seats.map(({ seat }) => seat);
  const offers = seats.map((seat) => ({ type: "history", seat, parameters: { place: domain } }));
  const words = Object.fromEntries(seats.map((seat) => [`history/${seat}`, { label: "History", parameters: { place: { values } } }]));
  return { ...told, now: { offers, words, undo: null } };
};
