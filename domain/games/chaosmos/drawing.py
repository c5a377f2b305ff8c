"""The map layout: where slots, stars and wormholes are, and what fits where.

The view says which planet is in which slot.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from domain.kernel import Disc, Json, Outline, Scenery

# The drawing: where slots, stars and wormholes of each layout lie. Which planets lie there the view says.

HOME = "domain.games.chaosmos"
PACKAGED = "demo"

Point: TypeAlias = tuple[float, float]
Look: TypeAlias = Literal["neutral", "land", "water", "warm"]
"""Of a planet. Screen readers announce it too, so no value means more than a look."""


class Radius(Struct, frozen=True):
    """How large each kind of place is drawn."""

    planet: float
    star: float
    wormhole: float
    clock: float


RADIUS = Radius(planet=29, star=14, wormhole=17, clock=24)
"""Of a board that has no picture yet."""


class Spot(Struct, frozen=True):
    """A star, or a wormhole tile with the stars that it touches: one place of the picture (CM-302)."""

    members: tuple[str, ...]
    at: Point


class Way(Struct, frozen=True, omit_defaults=True):
    """From a slot to a spot; blocked where asteroid fields close every edge between them (CM-312)."""

    start: str
    end: str
    kind: Literal["road", "blocked"] = "road"


class Sky(Struct, frozen=True):
    """One board. slots, spots: by id, a spot's being the smallest of its members. clock: its middle.

    crossing: the stars next to the clock, from which a move can cross it (CM-304).
    """

    size: Point
    radius: Radius
    clock: Point
    slots: dict[str, Point]
    spots: dict[str, Spot]
    ways: tuple[Way, ...]
    crossing: tuple[str, ...] = ()
    scenery: tuple[Scenery, ...] = ()

    def radius_of(self, spot: str) -> float:
        """How large a spot is: a tile is larger than a star."""
        return self.radius.wormhole if len(self.spots[spot].members) > 1 else self.radius.star


class Drawing(Struct, frozen=True):
    """The skies, and which of them each layout has. planets: the look of those that have one of their own."""

    layouts: dict[str, str]
    skies: dict[str, Sky]
    planets: dict[str, Look] = {}

    def sky(self, layout: str) -> Sky | None:
        """The picture of a layout, if there is one."""
        return self.skies.get(self.layouts.get(layout, ""))


@cache
def drawings() -> Mapping[str, Json]:
    """The packaged drawings, by the name of the component set."""
    return {PACKAGED: msgspec.json.decode(files(HOME).joinpath("drawing.json").read_bytes())}


def read_drawing(drawing: Json | None) -> Drawing:
    """The skies of a drawing; of the packaged one for a set that has none."""
    known = drawing is None or drawing is drawings()[PACKAGED]
    return _packaged() if known else msgspec.convert(drawing, Drawing)


@cache
def _packaged() -> Drawing:
    return msgspec.convert(drawings()[PACKAGED], Drawing)


# Which drawn sky is the one of a table, and which spot of a merged space is next to a planet.


def fitting(view: Json, drawing: Drawing) -> Sky | None:
    """The drawn sky, if it is one of this very layout: a set may lack a drawing of its own."""
    drawn, planets = drawing.sky(view["layout"]), view["planet_at_slot"]
    if drawn is None or planets is None:
        return drawn
    space_of = space_of_members(view)
    members = {member for spot in drawn.spots.values() for member in spot.members}
    if drawn.slots.keys() != planets.keys() or members != space_of.keys() - {*planets.values()}:
        return None
    ways: dict[str, set[str]] = {space: set() for space in view["spaces"]}
    for way in drawn.ways:
        if way.kind == "road":
            ways[planets[way.start]].add(space_of[way.end])
            ways[space_of[way.end]].add(planets[way.start])
    return drawn if ways == {space: {*near} for space, near in view["ways"].items()} else None


def space_of_members(view: Json) -> Mapping[str, str]:
    """Every id that names a space → the space."""
    return {member: space for space, members in view["spaces"].items() for member in members}


def spot_beside(view: Json, space: str, planet: str) -> str:
    """The spot of a space that one steps to from a planet: merged ones have several (CM-305).

    Spots of one layout are alike in all drawings that fit it; on a ring a space is one spot, its own.
    """
    drawn = fitting(view, read_drawing(None))
    if drawn is None or view["planet_at_slot"] is None:
        return space
    members = view["spaces"].get(space, ())
    slots = {slot for slot, there in view["planet_at_slot"].items() if there == planet}
    near = (way.end for way in drawn.ways if way.kind == "road" and way.start in slots and way.end in members)
    return next(near, space)


# Shapes that follow from figures: the rim of the clock, which shrinks as time runs out.

RIM = 5
"""How far the rim reaches beyond the clock's face."""
STEP = 15
"""Degrees from corner to corner of the rim."""


def rim(sky: Sky, left: float) -> Iterator[Scenery]:
    """A ring around the clock: the part that is left, from the top, before the part that is gone."""
    (x, y), radius = sky.clock, sky.radius.clock + RIM
    yield Scenery(Disc(x, y, radius), "closed")
    end = round(360 * min(left, 1))
    angles = [*range(0, end, STEP), end]
    corners = [
        (
            round(x + radius * math.sin(math.radians(angle)), 1),
            round(y - radius * math.cos(math.radians(angle)), 1),
        )
        for angle in angles
    ]
    if end:
        yield Scenery(Outline(((x, y), *corners)), "chaos")
