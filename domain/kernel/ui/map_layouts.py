"""Map layouts as people change them: one picture for each map of a box, in a form that all games share.

A game reads its stored layout into these pictures and writes them back. So places are moved, and missing ones
are laid out, by the same code for every game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.messages import Json
from domain.kernel.ui.board import Box, Disc, Hex, Outline, Point, Scenery, Shape

GAP = 4
"""Between places that are laid beside a map, and between them and the map."""


class LaidPlace(Struct, frozen=True):
    """A place of a map: where its name and pieces stand, and its shape there."""

    at: Point
    shape: Shape


class Bend(Struct, frozen=True):
    """A road that is not straight. ends: ids of two places; via: the points between them, from the first."""

    ends: tuple[str, str]
    via: tuple[Point, ...]


Places: TypeAlias = Mapping[str, Mapping[str, LaidPlace | None]]
"""Table of the map → id → the place. None: the layout does not say where it lies."""


class MapLayout(Struct, frozen=True, kw_only=True):
    """One map. least: the size that what lies behind the places needs.

    shapes: by table, the shape of a place that the layout does not know, around the point 0, 0. span: from
    where to where such places may lie, from left to right; None: as far as the map reaches.
    """

    size: Point
    places: Places
    shapes: Mapping[str, Shape]
    least: Point = (0, 0)
    scenery: tuple[Scenery, ...] = ()
    bends: tuple[Bend, ...] = ()
    span: Point | None = None


MapsOfBox: TypeAlias = Mapping[str, MapLayout]
"""By the address of the map in the document (`maps/us`)."""


@dataclass(frozen=True, kw_only=True)
class MapLayouts:
    """How a game's stored map layout is read and written.

    read: (document, layout) → each map of the document that can be read, with all of its places.
    write: (document, layout, maps) → the layout with these maps, and what follows from both: places that are
    gone, roads, borders. Both take drafts that have faults, and may raise anything for them.
    """

    read: Callable[[Json, Json], MapsOfBox]
    write: Callable[[Json, Json, MapsOfBox], Json]


# Shapes: how far they reach, and the same shape elsewhere.


def reach(shape: Shape) -> tuple[float, float, float, float]:
    """The left, top, right and bottom of a shape."""
    match shape:
        case Box(x, y, width, height):
            return x, y, x + width, y + height
        case Outline(points):
            xs, ys = [x for x, _ in points], [y for _, y in points]
            return min(xs), min(ys), max(xs), max(ys)
        case Hex(x, y, radius):
            half = radius * HALF_WIDTH
            return x - half, y - radius, x + half, y + radius
        case Disc(x, y, radius):
            return x - radius, y - radius, x + radius, y + radius


HALF_WIDTH = 3**0.5 / 2
"""Of a hexagon with a corner at the top, by the distance from its middle to a corner."""


def shifted(shape: Shape, by: Point) -> Shape:
    """The shape, so far to the right and down."""
    dx, dy = by
    if isinstance(shape, Outline):
        return Outline(tuple((tidy(x + dx), tidy(y + dy)) for x, y in shape.points))
    return replace(shape, x=tidy(shape.x + dx), y=tidy(shape.y + dy))


def tidy(number: float) -> float:
    """A coordinate with one digit, without one where it is whole."""
    rounded = round(number, 1)
    return int(rounded) if rounded == int(rounded) else rounded


def placed(shape: Shape, at: Point) -> LaidPlace:
    """A place with a shape around the point 0, 0."""
    return LaidPlace((tidy(at[0]), tidy(at[1])), shifted(shape, at))


# Laying places: what is missing lies beside the map; what is moved lies where it is put.


def all_places(layout: MapLayout) -> Iterator[tuple[str, str, LaidPlace | None]]:
    """Table, id and place of everything on the map."""
    for table, places in layout.places.items():
        for id, place in places.items():
            yield table, id, place


def with_places(layout: MapLayout, moved: Mapping[tuple[str, str], LaidPlace]) -> MapLayout:
    """The map with these places, by table and id, as large as it must be for them."""
    places = {
        table: {id: moved.get((table, id), place) for id, place in below.items()}
        for table, below in layout.places.items()
    }
    return fitted(replace(layout, places=places))


def fitted(layout: MapLayout) -> MapLayout:
    """The map, as large as its places and what lies behind them."""
    width, height = layout.least
    shapes = [place.shape for _, _, place in all_places(layout) if place is not None]
    for shape in [*shapes, *(scenery.shape for scenery in layout.scenery)]:
        _, _, right, bottom = reach(shape)
        width, height = max(width, right), max(height, bottom)
    return replace(layout, size=(tidy(width), tidy(height)))


def completed(layout: MapLayout) -> MapLayout:
    """The map with every place: those that the layout does not know are in rows under it, on no other."""
    missing = [(table, id) for table, id, place in all_places(layout) if place is None]
    if not missing:
        return layout
    whole = fitted(layout)
    start, end = layout.span or (0, max(whole.size[0], layout.size[0]))
    top = max(whole.size[1], layout.size[1]) + GAP
    found: dict[tuple[str, str], LaidPlace] = {}
    left, height = float(start), 0.0
    for table, id in missing:
        shape = layout.shapes[table]
        x, y, right, bottom = reach(shape)
        if left > start and left + right - x > end:
            left, top, height = float(start), top + height + GAP, 0.0
        found[table, id] = placed(shape, (left - x, top - y))
        left, height = left + right - x + GAP, max(height, bottom - y)
    return with_places(layout, found)


def moved_to(layout: MapLayout, table: str, id: str, at: Point) -> MapLayout:
    """The map with a place moved; at its left and upper edge a place stays within it.

    Raises `LookupError` where the map has no such place.
    """
    place = layout.places[table][id]
    shape = layout.shapes[table] if place is None else place.shape
    here = (0.0, 0.0) if place is None else place.at
    left, top, _, _ = reach(shape)
    by = (max(at[0] - here[0], -left), max(at[1] - here[1], -top))
    there = (tidy(here[0] + by[0]), tidy(here[1] + by[1]))
    return with_places(layout, {(table, id): LaidPlace(there, shifted(shape, by))})
