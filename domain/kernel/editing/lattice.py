"""Maps on a lattice: which hexagon a place lies on, and the neighbours that follow from it."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from msgspec.structs import replace

from domain.kernel.editing.declaration import Lattice
from domain.kernel.messages import Json
from domain.kernel.ui.board import Hex, Point
from domain.kernel.ui.map_layouts import (
    HALF_WIDTH,
    LaidPlace,
    MapLayout,
    all_places,
    fitted,
    placed,
    reach,
    with_places,
)

Cell: TypeAlias = tuple[int, int]
"""A hexagon: steps to the right, and steps to the lower right."""

WAYS: tuple[Cell, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""From a hexagon to its six neighbours, clockwise from the right."""
OFF = 0.2
"""How far from the middle of a hexagon a place may lie, by the radius."""


def steps_of_lattice(layout: MapLayout) -> tuple[Point, ...]:
    """How far it is to each of the six neighbours."""
    radius = _radius(layout)
    return tuple((round(x, 2), round(y, 2)) for x, y in (_offset(way, radius) for way in WAYS))


def on_lattice(lattice: Lattice, rows: Mapping[str, Json], layout: MapLayout) -> MapLayout:
    """The map with every place on a hexagon of its own.

    A place that the layout does not know lies where its neighbours in the document say; where that is not
    possible, alone below the map. rows: the places in the document, by id.
    """
    table = lattice.places[0]
    lacking = [id for id, place in layout.places[table].items() if place is None]
    if not lacking:
        return layout
    cells, start = _cells(layout)
    if start is None:
        start = _first(layout)
    if cells is None:  # places lie off the lattice: what is missing lies below all of them
        cells = {id: _nearest(place.at, start, layout) for _, id, place in all_places(layout) if place}
    cells = _with_free(_by_neighbours(lattice, rows, cells, lacking), lacking)
    return _laid(layout, table, cells, start)


def moved_on_lattice(lattice: Lattice, layout: MapLayout, id: str, at: Point) -> MapLayout:
    """The map with a place moved to the hexagon that is nearest to a point.

    A place that lies there already takes the hexagon that the other one leaves. Raises `LookupError`.
    """
    table = lattice.places[0]
    place = layout.places[table][id]
    cells, start = _cells(layout)
    if cells is None or start is None or place is None:  # no lattice to keep to: it lies where it is put
        return _shifted_inside(with_places(layout, {(table, id): placed(layout.shapes[table], at)}))
    to = _nearest(at, start, layout)
    other = next((one for one, cell in cells.items() if cell == to), id)
    moved = {**cells, other: cells[id], id: to}
    return _laid(layout, table, moved, start)


def neighbours_of(lattice: Lattice, layout: MapLayout) -> Mapping[str, Mapping[str, str]] | None:
    """Of each place, direction → id of the neighbour; None: the places are not on a lattice."""
    cells, _ = _cells(layout)
    if cells is None:
        return None
    by_cell = {cell: id for id, cell in cells.items()}
    return {
        id: {
            direction: there
            for direction, (q, r) in zip(lattice.directions, WAYS, strict=True)
            if (there := by_cell.get((cell[0] + q, cell[1] + r))) is not None
        }
        for id, cell in cells.items()
    }


def with_ends(lattice: Lattice, places: list[Json]) -> list[Json]:
    """The places with each arrow leading to the other end of its straight line, by their neighbours.

    A place whose neighbours or arrows cannot be read stays as it is.
    """
    if not lattice.ends:
        return places
    near = {
        place["id"]: place[lattice.neighbours]
        for place in places
        if isinstance(place, dict)
        and isinstance(place.get("id"), str)
        and isinstance(place.get(lattice.neighbours), dict)
    }
    return [_with_ends(lattice, place, near) for place in places]


def _with_ends(lattice: Lattice, place: Json, near: Mapping[str, Mapping[str, Json]]) -> Json:
    arrows = place.get(lattice.ends) if isinstance(place, dict) else None
    if not isinstance(arrows, dict) or not set(arrows) <= set(lattice.directions) or place["id"] not in near:
        return place
    ends = {direction: _line_end(lattice, place["id"], direction, near) for direction in arrows}
    return place if ends == arrows else {**place, lattice.ends: ends}


def _line_end(lattice: Lattice, start: str, direction: str, near: Mapping[str, Mapping[str, Json]]) -> str:
    """The last place on the straight line away from where an arrow points."""
    back = lattice.directions[(lattice.directions.index(direction) + len(WAYS) // 2) % len(WAYS)]
    here = start
    for _ in near:
        there = near[here].get(back)
        if not isinstance(there, str) or there not in near:
            break
        here = there
    return here


# Hexagons and the points where their middles lie.


def _radius(layout: MapLayout) -> float:
    shape = next(iter(layout.shapes.values()))
    assert isinstance(shape, Hex)
    return shape.radius


def _offset(cell: Cell, radius: float) -> Point:
    q, r = cell
    return 2 * HALF_WIDTH * radius * (q + r / 2), 1.5 * radius * r


def _first(layout: MapLayout) -> Point:
    """The middle of some place on the map; of the first hexagon where nothing lies yet."""
    known = next((place.at for _, _, place in all_places(layout) if place is not None), None)
    radius = _radius(layout)
    return known or (round(HALF_WIDTH * radius, 1), radius)


def _nearest(point: Point, start: Point, layout: MapLayout) -> Cell:
    radius = _radius(layout)
    row = (point[1] - start[1]) / (1.5 * radius)
    near = [
        (round((point[0] - start[0]) / (2 * HALF_WIDTH * radius) - r / 2), r)
        for r in (int(row // 1), int(row // 1) + 1)
    ]
    return min(near, key=lambda cell: _away(point, start, cell, radius))


def _away(point: Point, start: Point, cell: Cell, radius: float) -> float:
    x, y = _offset(cell, radius)
    return float(((point[0] - start[0] - x) ** 2 + (point[1] - start[1] - y) ** 2) ** 0.5)


def _cells(layout: MapLayout) -> tuple[dict[str, Cell] | None, Point | None]:
    """The hexagon of each place that lies somewhere, and the middle of the first of them.

    No hexagons where one lies between them, or two on the same.
    """
    known = {id: place.at for _, id, place in all_places(layout) if place is not None}
    if not known:
        return {}, None
    start, radius = next(iter(known.values())), _radius(layout)
    cells = {id: _nearest(at, start, layout) for id, at in known.items()}
    off = any(_away(at, start, cells[id], radius) > OFF * radius for id, at in known.items())
    if off or len({*cells.values()}) < len(cells):
        return None, start
    return cells, start


def _by_neighbours(
    lattice: Lattice, rows: Mapping[str, Json], cells: dict[str, Cell], lacking: Sequence[str]
) -> dict[str, Cell]:
    """The hexagons with those of missing places that follow from the document's neighbours."""
    found = dict(cells) or {lacking[0]: (0, 0)}
    ways, missing, taken = _ways(lattice, rows), {*lacking}, {*found.values()}
    waiting = deque(found)
    while waiting:
        here = waiting.popleft()
        for way, there in ways.get(here, ()):
            cell = (found[here][0] + way[0], found[here][1] + way[1])
            if there in missing and there not in found and cell not in taken:
                found[there] = cell
                taken.add(cell)
                waiting.append(there)
    return found


def _ways(lattice: Lattice, rows: Mapping[str, Json]) -> dict[str, list[tuple[Cell, str]]]:
    """From each place the ways to its neighbours: those that it names, and those that name it."""
    found: dict[str, list[tuple[Cell, str]]] = {}
    straight = dict(zip(lattice.directions, WAYS, strict=True))
    for id, row in rows.items():
        near = row.get(lattice.neighbours) if isinstance(row, dict) else None
        for direction, there in near.items() if isinstance(near, dict) else ():
            if isinstance(there, str) and direction in straight:
                q, r = straight[direction]
                found.setdefault(id, []).append(((q, r), there))
                found.setdefault(there, []).append(((-q, -r), id))
    return found


def _with_free(cells: Mapping[str, Cell], lacking: Sequence[str]) -> dict[str, Cell]:
    """The hexagons with one for each missing place, below all others; no two of those touch."""
    bottom = max((r for _, r in cells.values()), default=-2)
    left = min((2 * q + r for q, r in cells.values()), default=0)
    missing = [id for id in lacking if id not in cells]
    below = [(id, bottom + 2 + 2 * nth) for nth, id in enumerate(missing)]
    return {**cells, **{id: (-((row - left) // 2), row) for id, row in below}}


def _laid(layout: MapLayout, table: str, cells: Mapping[str, Cell], start: Point) -> MapLayout:
    """The map with its places on these hexagons. Those that lie where they did stay to the digit."""
    before, _ = _cells(layout)
    shape, radius = layout.shapes[table], _radius(layout)
    moved: dict[tuple[str, str], LaidPlace] = {}
    for id, cell in cells.items():
        known = layout.places[table].get(id)
        if known is None or (before is not None and before.get(id) != cell):
            x, y = _offset(cell, radius)
            moved[table, id] = placed(shape, (start[0] + x, start[1] + y))
    return _shifted_inside(with_places(layout, moved))


def _shifted_inside(layout: MapLayout) -> MapLayout:
    """The map, moved as a whole where a place would lie beyond its left or upper edge."""
    corners = [reach(place.shape) for _, _, place in all_places(layout) if place is not None]
    by = (max((-left for left, *_ in corners), default=0), max((-top for _, top, *_ in corners), default=0))
    by = (max(by[0], 0), max(by[1], 0))
    if not any(by):
        return layout
    places = {
        table: {
            id: place and placed(layout.shapes[table], (place.at[0] + by[0], place.at[1] + by[1]))
            for id, place in below.items()
        }
        for table, below in layout.places.items()
    }
    return fitted(replace(layout, places=places))
