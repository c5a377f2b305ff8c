"""The drawing: the places of the planet's spaces, and the frames of the boards next to it.

The view decides what a frame shows and into how many parts it is divided.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from domain.games.first_light.components.document import CLANS, LOCATIONS
from domain.kernel import Box, ComponentFault, ComponentSet, Json

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
    """The size of the map, the radius of a hexagon, and the middle of each space by its id."""

    size: Point
    radius: float
    spaces: dict[str, Point]


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
    for side in components.box.document.planet.sides.values():
        for space in side.spaces:
            if space.id not in planet.spaces:
                yield ComponentFault("drawing", f"The space {space.id} must lie somewhere.", "/planet/spaces")
    width, height = planet.size
    for space, (x, y) in planet.spaces.items():
        reach = planet.radius
        if not (x - reach * 0.87 >= 0 and x + reach * 0.87 <= width and reach <= y <= height - reach):
            pointer = f"/planet/spaces/{space}"
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
