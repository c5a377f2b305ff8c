"""Maps of a draft: document and layout change together, so that they always fit each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from domain.kernel.components import LARGEST_NUMBER
from domain.kernel.editing.changes import (
    Address,
    DraftChange,
    Take,
    changed,
    joined,
    row_keys,
    steps_of,
)
from domain.kernel.editing.declaration import Editing, Graph, Lattice, Roads
from domain.kernel.editing.lattice import (
    moved_on_lattice,
    neighbours_of,
    on_lattice,
    steps_of_lattice,
    with_ends,
)
from domain.kernel.messages import Json
from domain.kernel.ui.board import Point, Scenery
from domain.kernel.ui.map_layouts import (
    Bend,
    LaidPlace,
    MapLayout,
    MapLayouts,
    MapsOfBox,
    all_places,
    completed,
    fitted,
    moved_to,
)

Coordinate: TypeAlias = Annotated[int, Meta(ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)]


class BadLay(Exception):
    """A place that cannot be moved. index: its number in the request, from 0."""

    def __init__(self, at: str, reason: str, index: int = 0) -> None:
        super().__init__(f"{at}: {reason}")
        self.at, self.reason, self.index = at, reason, index


class LayPlace(Struct, frozen=True, forbid_unknown_fields=True):
    """Put a place somewhere on its map.

    place: the address of the map, the table, and the id: `maps/us/locations/boston`. at: the point, x to the
    right and y down, in whole units of the map's size.
    """

    place: Address
    at: tuple[Coordinate, Coordinate]


class MapPicture(Struct, frozen=True):
    """A map as a page draws it.

    places: table → id → where it lies. steps: on a lattice, how far it is to each of the six neighbours, in
    the order of its directions. scenery: what lies behind the places. bends: roads that are not straight.
    """

    size: Point
    places: Mapping[str, Mapping[str, LaidPlace]]
    steps: tuple[Point, ...]
    scenery: tuple[Scenery, ...]
    bends: tuple[Bend, ...]


Rows: TypeAlias = Sequence[Json]


def maps_in(editing: Editing, document: Json) -> Iterator[tuple[Address, Lattice | Graph, Json]]:
    """Each map of the document: its address, its declaration, its content."""
    for path, kind in editing.maps.items():
        for steps, content in _meeting(document, path.split("/"), ()):
            yield joined(steps), kind, content


def _meeting(
    value: Json, path: Sequence[str], way: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], Json]]:
    if not path:
        yield way, value
    elif isinstance(value, dict):
        for key, below in value.items():
            if path[0] in ("*", key):
                yield from _meeting(below, path[1:], (*way, key))
    elif isinstance(value, list) and path[0] == "*":
        for row in value:
            if isinstance(row, dict) and isinstance(row.get("id"), str):
                yield from _meeting(row, path[1:], (*way, row["id"]))


def id_of(row: Json) -> str | None:
    """The id of a place: a member of its row, or the row itself."""
    id = row.get("id") if isinstance(row, dict) else row
    return id if isinstance(id, str) else None


def map_layouts(
    editing: Editing, layouts: MapLayouts, document: Json, drawing: Json
) -> dict[Address, MapLayout]:
    """Each map of the document with every place, also those that the layout lacks."""
    read, kinds = (
        layouts.read(document, drawing),
        {at: (kind, map) for at, kind, map in maps_in(editing, document)},
    )
    found = {}
    for at, layout in read.items():
        kind, content = kinds[at]
        if isinstance(kind, Lattice):
            layout = on_lattice(kind, _by_id(content[kind.places[0]]), layout)
        found[at] = completed(layout)
    return found


def _by_id(rows: Rows) -> dict[str, Json]:
    return {id: row for row in rows if (id := id_of(row)) is not None}


def map_pictures(
    editing: Editing, layouts: MapLayouts, document: Json, drawing: Json
) -> dict[Address, MapPicture]:
    """Each map of the document as a page draws it."""
    kinds = {at: kind for at, kind, _ in maps_in(editing, document)}
    return {
        at: MapPicture(
            layout.size,
            {
                table: {id: place for id, place in places.items() if place is not None}
                for table, places in layout.places.items()
            },
            steps_of_lattice(layout) if isinstance(kinds[at], Lattice) else (),
            layout.scenery,
            layout.bends,
        )
        for at, layout in map_layouts(editing, layouts, document, drawing).items()
    }


def relaid(
    editing: Editing,
    layouts: MapLayouts,
    before: tuple[Json, Json],
    after: tuple[Json, Json],
    lay: Sequence[LayPlace] = (),
) -> tuple[Json, Json]:
    """Document and layout after places were changed and moved: each fits the other again.

    before, after: document and layout before the change, and as it makes them. Neighbours on a lattice change
    where places came, went or moved. Raises `BadLay` for a place that is not on a map.
    """
    document, drawing = after
    was = map_layouts(editing, layouts, *before)
    maps = map_layouts(editing, layouts, document, drawing)
    for at, layout in maps.items():
        if at in was and {*_ids(was[at])} - {*_ids(layout)}:
            maps[at] = fitted(layout)
    kinds = {at: kind for at, kind, _ in maps_in(editing, document)}
    for index, move in enumerate(lay):
        at, table, id = _place_asked(maps, move, index)
        kind, layout = kinds[at], maps[at]
        if isinstance(kind, Lattice):
            maps[at] = moved_on_lattice(kind, layout, id, move.at)
        else:
            maps[at] = moved_to(layout, table, id, move.at)
    for at, kind in kinds.items():
        if isinstance(kind, Lattice) and at in maps:
            near = neighbours_of(kind, maps[at])
            known = neighbours_of(kind, was[at]) if at in was else None
            if near is not None:
                wanted = {id: ways for id, ways in near.items() if known is None or known.get(id) != ways}
                document = _with_neighbours(document, at, kind, wanted)
    return document, layouts.write(document, drawing, maps)


def _ids(layout: MapLayout) -> Iterator[tuple[str, str]]:
    return ((table, id) for table, id, _ in all_places(layout))


def _place_asked(maps: MapsOfBox, move: LayPlace, index: int) -> tuple[Address, str, str]:
    *above, table, id = ["", "", *steps_of(move.place)]
    at = joined(above[2:])
    if at not in maps or id not in maps[at].places.get(table, {}):
        raise BadLay(move.place, "There is no such place on a map.", index)
    return at, table, id


def _with_neighbours(
    document: Json, at: Address, kind: Lattice, wanted: Mapping[str, Mapping[str, str]]
) -> Json:
    if not wanted:
        return document

    def with_these(content: Json) -> Json:
        table = kind.places[0]
        rows = [
            {**row, kind.neighbours: dict(wanted[row["id"]])} if id_of(row) in wanted else row
            for row in content[table]
        ]
        return {**content, table: rows}

    return _edited(document, steps_of(at), with_these)


def _edited(value: Json, steps: Sequence[str], edit: Callable[[Json], Json]) -> Json:
    """The document with the value at an address edited; unchanged if there is none."""
    if not steps:
        return edit(value)
    step, *more = steps
    if isinstance(value, list):
        return [_edited(row, more, edit) if id_of(row) == step else row for row in value]
    if isinstance(value, dict) and step in value:
        return {**value, step: _edited(value[step], more, edit)}
    return value


def with_ends_of_arrows(editing: Editing, document: Json) -> Json:
    """The document with each arrow of a lattice leading to the other end of its straight line."""
    for at, kind, content in maps_in(editing, document):
        if isinstance(kind, Lattice) and isinstance(rows := _table(content, kind.places[0]), list):
            ended = with_ends(kind, rows)
            if ended != rows:
                document = _edited(document, [*steps_of(at), kind.places[0]], partial(_instead, ended))
    return document


def _instead(value: Json, _: Json) -> Json:
    return value


def _table(content: Json, table: str) -> Json:
    return content.get(table) if isinstance(content, dict) else None


# What goes with a place that is taken off its map: what names it there.


def without_taken(editing: Editing, before: Json, changes: Sequence[DraftChange], after: Json) -> Json:
    """The document after the changes, without what names the places on a map that they take.

    Roads, keys and entries of lists of other places go along. Any other value stays, and is a fault.
    """
    for at, path, table, id in _taken(editing, before, changes):
        after = _edited(after, steps_of(at), partial(_without, editing, path, table, id))
    return after


def _without(editing: Editing, path: str, table: str, id: str, content: Json) -> Json:
    """The content of a map without what names this place."""
    kind = editing.maps[path]
    for way in _ways_to_entries(editing, path, table):
        content = _less(content, way, lambda key, value: value == id)
    if isinstance(kind, Graph):
        for road in kind.roads:
            if table in road.joins and isinstance(rows := _table(content, road.at), list):
                content = {**content, road.at: [row for row in rows if id not in _pair(row, road)]}
        for place in kind.named_in:
            content = _less(content, place.split("/"), lambda key, value: id == key or id in _ends(value))
    return content


def _ways_to_entries(editing: Editing, path: str, table: str) -> Iterator[list[str]]:
    """From a map to the lists and objects of its places whose entries name places of this table."""
    kind = editing.maps[path]
    for ref, of in editing.refs.items():
        if of == f"{path}/{table}" and ref.startswith(f"{path}/"):
            *way, last = ref.removeprefix(f"{path}/").split("/")
            # Where an arrow leads follows from its line: it leads elsewhere now.
            follows = isinstance(kind, Lattice) and way[-1:] == [kind.ends]
            if last == "*" and way[0] in kind.places and not follows:
                yield way


def _taken(
    editing: Editing, document: Json, changes: Sequence[DraftChange]
) -> Iterator[tuple[Address, str, str, str]]:
    """Each place that the changes take: the address and the path of its map, its table, its id."""
    for change in changes:
        if isinstance(change, Take):
            steps = steps_of(change.at)
            for path, kind in editing.maps.items():
                above = steps[:-2]
                if len(above) == len(path.split("/")) and steps[-2] in kind.places and _meets(path, above):
                    holder = _found(document, steps[:-1])
                    row = dict(zip(row_keys(holder), holder, strict=True)).get(steps[-1], steps[-1])
                    if (id := id_of(row)) is not None:
                        yield joined(above), path, steps[-2], id
        document = changed(document, [change])


def _meets(path: str, steps: Sequence[str]) -> bool:
    return all(one in ("*", step) for one, step in zip(path.split("/"), steps, strict=True))


def _found(value: Json, steps: Sequence[str]) -> Json:
    for step in steps:
        rows = value if isinstance(value, list) else []
        value = dict(zip(row_keys(rows), rows, strict=True))[step] if rows else value[step]
    return value


def _pair(road: Json, kind: Roads) -> Json:
    pair = _table(road, kind.ends) if kind.ends else road
    return pair if isinstance(pair, list) else ()


def _ends(entry: Json) -> Sequence[Json]:
    return entry if isinstance(entry, list) else (entry,)


def _less(value: Json, way: Sequence[str], goes: Callable[[str | None, Json], bool]) -> Json:
    """The value without the entries of lists and objects at the end of the way that go: (key, value)."""
    if not way:
        if isinstance(value, dict):
            return {key: one for key, one in value.items() if not goes(key, one)}
        return [one for one in value if not goes(None, one)] if isinstance(value, list) else value
    step, *more = way
    if isinstance(value, dict):
        keys = value if step == "*" else [step] if step in value else []
        return {**value, **{key: _less(value[key], more, goes) for key in keys}}
    return [_less(row, more, goes) for row in value] if isinstance(value, list) and step == "*" else value
