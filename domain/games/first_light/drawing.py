"""The drawing: the places of the planet's spaces, and the frames of the boards next to it.

The view decides what a frame shows and into how many parts it is divided.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from domain.games.first_light.components.document import CLANS, LOCATIONS
from domain.kernel import (
    Box,
    ComponentFault,
    ComponentSet,
    Hex,
    Json,
    MapLayout,
    MapLayouts,
    fitted,
    placed,
)

HOME = "domain.games.first_light"

Point: TypeAlias = tuple[float, float]
"""x to the right and y down, in the units of a drawing."""

Tone: TypeAlias = Literal["neutral", "order", "land", "water", "cold", "warm", "goal", "closed"]
"""The looks that places have here."""
GAP = 2
"""Between neighbours of one frame."""
KEPT_DRAWINGS = 8
KEPT_FRAMES = 256
"""Frames whose parts are kept at hand: each board is made of some thirty, which are the same every time."""

FRAMES = {
    "locations": {*LOCATIONS, *(f"{location}:sign" for location in LOCATIONS)},
    "negotiation": set(CLANS),
    "stores": {"depository", "depository:sign", "headquarters", "headquarters:sign"},
    "base": {"garages", "farms", "reserve", "cantina"},
}
"""The frames that each mat must have. Those of the clans are one cell high."""


class PlanetDrawing(Struct, frozen=True, eq=False):
    """The size of the map, the radius of a hexagon, and the middle of each space by its id.

    sides: the spaces that lie elsewhere on that side of the board.
    """

    size: Point
    radius: float
    spaces: dict[str, Point]
    sides: dict[str, dict[str, Point]] = {}

    def middles(self, side: str) -> Mapping[str, Point]:
        """The middle of each space on a side of the board."""
        return {**self.spaces, **self.sides.get(side, {})}


class Mat(Struct, frozen=True):
    """The size of a mat and its frames by name: left, top, width, height."""

    size: Point
    frames: dict[str, tuple[float, float, float, float]]

    def frame(self, name: str) -> Box:
        """A frame as a whole."""
        return Box(*map(round, self.frames[name]))

    def split(self, name: str, columns: int, rows: int = 1) -> tuple[Box, ...]:
        """A frame in parts of equal size, row by row."""
        return split(self.frame(name), columns, rows)


class Drawing(Struct, frozen=True, eq=False):
    """The planet and the mats. A drawing is itself alone, so that what is made of it can be kept."""

    planet: PlanetDrawing
    locations: Mat
    negotiation: Mat
    stores: Mat
    base: Mat


@lru_cache(KEPT_FRAMES)
def split(frame: Box, columns: int, rows: int = 1) -> tuple[Box, ...]:
    """A box in parts of equal size, row by row, in whole units."""
    width = (frame.width - GAP * (columns - 1)) / max(columns, 1)
    height = (frame.height - GAP * (rows - 1)) / max(rows, 1)
    return tuple(
        Box(
            round(frame.x + column * (width + GAP)),
            round(frame.y + row * (height + GAP)),
            int(width),
            int(height),
        )
        for row in range(rows)
        for column in range(columns)
    )


@cache
def drawings() -> Mapping[str, Json]:
    """The packaged drawings, by the name of the component set."""
    return {"demo": msgspec.json.decode(files(HOME).joinpath("drawing.json").read_bytes())}


@cache
def _packaged() -> Drawing:
    return msgspec.convert(drawings()["demo"], Drawing)


def read_drawing(drawing: Json | None) -> Drawing:
    """A drawing. A set without one has the packaged one: mats are alike, and spaces that lack are in rows."""
    known = drawing is None or drawing is drawings()["demo"]
    return _packaged() if known else _read(msgspec.json.encode(drawing))


@lru_cache(KEPT_DRAWINGS)
def _read(drawing: bytes) -> Drawing:
    """The same object for the same drawing: what is made of it is kept by that."""
    return msgspec.json.decode(drawing, type=Drawing)


def faults(drawing: Json, components: ComponentSet) -> tuple[ComponentFault, ...]:
    """The faults of a drawing: spaces or frames that are missing, lie outside or overlap."""
    try:
        read = msgspec.convert(drawing, Drawing)
    except msgspec.ValidationError as error:
        return (ComponentFault("drawing", str(error)),)
    return (
        *_faults_of_planet(read.planet, components),
        *(fault for name in FRAMES for fault in _faults_of_mat(name, getattr(read, name))),
    )


def _faults_of_planet(planet: PlanetDrawing, components: ComponentSet) -> Iterator[ComponentFault]:
    for name, side in components.box.document.planet.sides.items():
        middles = planet.middles(name)
        for space in side.spaces:
            if space.id not in middles:
                yield ComponentFault("drawing", f"The space {space.id} must lie somewhere.", "/planet/spaces")
    width, height = planet.size
    for at, spaces in (("spaces", planet.spaces), *((f"sides/{k}", v) for k, v in planet.sides.items())):
        for space, (x, y) in spaces.items():
            reach = planet.radius
            if not (x - reach * 0.86 >= 0 and x + reach * 0.86 <= width and reach <= y <= height - reach):
                pointer = f"/planet/{at}/{space}"
                yield ComponentFault("drawing", "The space must lie within the size.", pointer)


def _faults_of_mat(name: str, mat: Mat) -> Iterator[ComponentFault]:
    if mat.frames.keys() != FRAMES[name]:
        wanted = ", ".join(sorted(FRAMES[name]))
        yield ComponentFault("drawing", f"There must be a frame for {wanted}.", f"/{name}/frames")
    width, height = mat.size
    done: list[Box] = []
    for frame in mat.frames:
        box = mat.frame(frame)
        if not (0 <= box.x < box.x + box.width <= width and 0 <= box.y < box.y + box.height <= height):
            pointer = f"/{name}/frames/{frame}"
            yield ComponentFault("drawing", "The frame must lie within the size.", pointer)
        if any(_overlap(box, other) for other in done):
            yield ComponentFault("drawing", "Two frames must not overlap.", f"/{name}/frames/{frame}")
        done.append(box)


def _overlap(one: Box, other: Box) -> bool:
    across = one.x < other.x + other.width and other.x < one.x + one.width
    return across and one.y < other.y + other.height and other.y < one.y + one.height


# The planet as people move its spaces: a map for each side of the board.


def _maps(document: Json, drawing: Json) -> dict[str, MapLayout]:
    planet = msgspec.convert(drawing["planet"], PlanetDrawing)
    return {
        f"planet/sides/{name}": side_map(planet, name, [space["id"] for space in side["spaces"]])
        for name, side in document["planet"]["sides"].items()
    }


def side_map(planet: PlanetDrawing, side: str, spaces: Sequence[str]) -> MapLayout:
    """The map of a side of the board with these spaces."""
    shape, middles = Hex(0, 0, planet.radius), planet.middles(side)
    laid = {space: placed(shape, middles[space]) if space in middles else None for space in spaces}
    return MapLayout(
        size=planet.size, least=_packaged().planet.size, places={"spaces": laid}, shapes={"spaces": shape}
    )


def _with_maps(document: Json, drawing: Json, maps: Mapping[str, MapLayout]) -> Json:
    """Both sides have the spaces that lie at the same place on both; `sides` has the others."""
    planet = msgspec.convert(drawing["planet"], PlanetDrawing)
    points = {
        at.rpartition("/")[2]: {id: laid.at for id, laid in map.places["spaces"].items() if laid}
        for at, map in maps.items()
    }
    known = [(id, at) for side in points.values() for id, at in side.items()]
    spaces = {id: planet.spaces[id] for id, at in known if planet.spaces.get(id) == at}
    for id, at in known:
        spaces.setdefault(id, at)
    sides = {side: {id: at for id, at in laid.items() if spaces[id] != at} for side, laid in points.items()}
    written = {
        **drawing["planet"],
        "size": _size(planet, maps.values()),
        "spaces": {id: list(at) for id, at in spaces.items()},
        "sides": {side: {id: list(at) for id, at in laid.items()} for side, laid in sides.items() if laid},
    }
    if not written["sides"]:
        del written["sides"]
    return {**drawing, "planet": written}


def _size(planet: PlanetDrawing, maps: Collection[MapLayout]) -> list[float]:
    """The size that both sides have: as it was, unless one of them needs more or less now."""
    if all(map.size == planet.size for map in maps):
        return list(planet.size)
    return [max(size) for size in zip(*(fitted(map).size for map in maps), strict=True)]


LAYOUTS = MapLayouts(read=_maps, write=_with_maps)
