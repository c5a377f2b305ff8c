// Ground: the places of a map with where they lie, the roads between them, and what changes them. Knows no DOM.
import { below, rowKeys, stepsOf, valueAt } from "../../state/places.js";
import { blankOf, freeId, nameOf, resolved, spoken } from "../../state/sheet.js";

const memberOf = (field, key) => field.fields.find((one) => one.key === key);

/** The tables of a map's places: [{key, at, field, rows, item}]. */
const tablesOf = (sheet, document, { at, field }) =>
  field.map.places.map((key) => {
    const table = resolved(sheet, memberOf(field, key));
    return { key, at: below(at, key), field: table, rows: valueAt(document, below(at, key)) ?? [], item: resolved(sheet, table.item) };
  });

const idIn = (row) => (typeof row === "string" ? row : (row?.id ?? ""));

/** The roads of a kind, as the ids of their ends: [{ends, at}]. at: what is taken away with it. */
const rowsOf = (document, map, kind) => {
  const [table, each, member] = kind.at.split("/");
  const at = below(map.at, table);
  const rows = valueAt(document, at) ?? [];
  const keys = rowKeys(rows);
  if (each !== "*") return rows.map((row, index) => ({ ends: kind.ends ? (row?.[kind.ends] ?? []) : row, at: below(at, keys[index]), row: Boolean(kind.ends) }));
  return rows.flatMap((row, index) => (row?.[member] ?? []).map((id, place) => ({ ends: [row.id, id], at: below(below(below(at, keys[index]), member), place) })));
};

/**
 * What is drawn: {map, chart, tables, places: [{at, key, id, table, row, name, point, shape}], roads: [{ends: two places, at, kind}]}.
 * key: the place as the layout calls it. Roads whose ends are not there are left out.
 */
export const groundOf = (sheet, document, chart, map) => {
  const tables = tablesOf(sheet, document, map);
  const places = tables.flatMap((table) => {
    const keys = rowKeys(table.rows);
    return table.rows.flatMap((row, index) => {
      const id = idIn(row);
      const spot = chart.places[table.key]?.[id];
      if (!spot) return [];
      return [{ at: below(table.at, keys[index]), key: below(table.at, id), id, table, row, name: typeof row === "string" ? spoken(row) : nameOf(row), point: spot.at, shape: spot.shape }];
    });
  });
  const by = new Map(places.map((place) => [`${place.table.key}/${place.id}`, place]));
  const joined = ({ joins }, [one, other]) => {
    const found = [[one, other], [other, one]].map(([first, second]) => [by.get(`${joins[0]}/${first}`), by.get(`${joins[1]}/${second}`)]);
    return found.find((ends) => ends.every(Boolean));
  };
  const roads = (map.field.map.roads ?? []).flatMap((kind) =>
    rowsOf(document, map, kind).flatMap((road) => {
      const ends = Array.isArray(road.ends) && joined(kind, road.ends);
      return ends ? [{ ...road, ends, kind }] : [];
    }),
  );
  return { map, chart, tables, places, roads };
};

const joins = (road, one, other) => (road.ends[0] === one && road.ends[1] === other) || (road.ends[0] === other && road.ends[1] === one);

/** The kinds of road that could join these two, each with its ends in order: [{kind, ends}]. */
const kindsFor = ({ map }, one, other) =>
  map.field.map.roads.flatMap((kind) => {
    const ends = [[one, other], [other, one]].find((pair) => pair.every(({ table }, at) => table.key === kind.joins[at]));
    return ends ? [{ kind, ends }] : [];
  });

/** What makes or removes the road between two places: {changes, made}; undefined: none could join them. */
export const roadChanges = (sheet, document, ground, one, other) => {
  const known = ground.roads.filter((road) => joins(road, one, other));
  // Rows are named by their indices: the last goes first.
  const last = (road) => Number(stepsOf(road.at).at(-1)) || 0;
  if (known.length) return { made: false, changes: known.sort((a, b) => last(b) - last(a)).map(({ at }) => ({ do: "take", at })) };
  const [first] = kindsFor(ground, one, other);
  if (!first) return undefined;
  const { kind, ends } = first;
  const [table, each, member] = kind.at.split("/");
  const ids = ends.map(({ id }) => id);
  if (each === "*") return { made: true, changes: [{ do: "add", at: below(ends[0].at, member), value: ids[1] }] };
  const at = below(ground.map.at, table);
  if (!kind.ends) return { made: true, changes: [{ do: "add", at, value: ids }] };
  const field = memberOf(ground.map.field, table);
  const blank = structuredClone(field.blank ?? blankOf(sheet, field.item));
  return { made: true, changes: [{ do: "add", at, value: { ...blank, id: freeId(valueAt(document, at) ?? [], field.path), [kind.ends]: ids } }] };
};

/** A new place of a table, at a point of the map: {at, id, change, lay}. */
export const placeAdded = (sheet, table, point) => {
  const isText = table.item.is === "text";
  const id = freeId(table.rows.map((row) => ({ id: idIn(row) })), table.field.path);
  const value = isText ? id : { ...structuredClone(table.field.blank ?? blankOf(sheet, table.field.item)), id };
  const at = below(table.at, rowKeys([...table.rows, value]).at(-1));
  return { at, change: { do: "add", at: table.at, value }, lay: { place: below(table.at, id), at: point.map(Math.round) } };
};
