// Lay: the pieces of a stock are laid on places of the board, one by one. Knows no DOM.
import { valueKey } from "./domains.js";

const placesOf = (board) => board.zones.flatMap((zone) => zone.places ?? []);
const asked = (words) => Object.values(words.of);

/** The pieces that stand for the values of a stock, {piece, value}, and the places that they go to; null where the board does not show them all. */
export const stockFor = (board, domain, words) => {
  const [{ stock, pieces = {} }] = asked(words);
  const ids = asked(words).flatMap(({ places }) => Object.values(places ?? {}));
  const known = new Map(placesOf(board).map((place) => [place.id, place]));
  if (!stock || ![stock, ...ids].every((id) => known.has(id))) return null;
  const lying = [stock, ...ids].flatMap((id) => known.get(id).pieces ?? []);
  const items = domain.values.map((value) => {
    const key = valueKey(value);
    const at = lying.findIndex(({ id, face, count = 1 }) => count === 1 && (pieces[key]?.includes(id) ?? face === key));
    return at < 0 ? null : { piece: lying.splice(at, 1)[0], value };
  });
  return items.every(Boolean) ? { stock, items, known } : null;
};

/** How many positions of the lists are empty before a later one that is taken. */
const gaps = (domain, laid) =>
  Object.entries(domain.of).reduce((sum, [name, { keys }]) => {
    const taken = keys ? [] : [...laid.values()].filter((one) => one.name === name).map(({ key }) => Number(key));
    return sum + Math.max(0, ...taken) - taken.length;
  }, 0);

/** Where a value may be laid, {name, key, place}, so that the rest still fills every gap of a list. */
export const targetsOf = (domain, words, laid, value, left) =>
  Object.entries(words.of).flatMap(([name, { places }]) => {
    const { keys, values, most } = domain.of[name];
    const here = [...laid.values()].filter((one) => one.name === name).map(({ key }) => key);
    if (here.length >= most || !values.some((one) => valueKey(one) === valueKey(value))) return [];
    const all = keys ?? Array.from({ length: most }, (_, at) => String(at + 1));
    return all
      .filter((key) => places[key] && !here.includes(key) && gaps(domain, new Map([...laid, [null, { name, key }]])) < left)
      .map((key) => ({ name, key, place: places[key] }));
  });

/** What is laid as the plan that is recorded; null where a list has a gap. */
export const planOf = (domain, laid, items) => {
  if (gaps(domain, laid)) return null;
  const value = new Map(items.map(({ piece, value }) => [piece.id, value]));
  return Object.fromEntries(
    Object.entries(domain.of).flatMap(([name, { keys }]) => {
      const here = [...laid].filter(([, one]) => one.name === name).sort(([, one], [, other]) => one.key - other.key);
      if (!here.length) return [];
      return [[name, keys ? Object.fromEntries(here.map(([id, { key }]) => [key, value.get(id)])) : here.map(([id]) => value.get(id))]];
    }),
  );
};

/** The board with these pieces where they are laid, the others on the stock. */
export const laidOut = (board, { stock, items }, laid) => {
  const moved = new Set(items.map(({ piece }) => piece.id));
  const at = (id) => items.filter(({ piece }) => (laid.get(piece.id)?.place ?? stock) === id).map(({ piece }) => piece);
  const place = (one) => {
    const before = one.pieces ?? [];
    const now = [...before.filter(({ id }) => !moved.has(id)), ...at(one.id)];
    return now.length === before.length && now.every((piece, number) => piece === before[number]) ? one : { ...one, pieces: now };
  };
  const zone = (one) => {
    const places = one.places?.map(place);
    return places?.some((made, number) => made !== one.places[number]) ? { ...one, places } : one;
  };
  return { ...board, zones: board.zones.map(zone) };
};
