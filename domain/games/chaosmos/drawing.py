"""The drawing: where slots, stars and wormholes of each layout lie. Which planets lie there the view says."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from domain.kernel import Json, Scenery

HOME = "domain.games.chaosmos"
PACKAGED = "demo"

Point: TypeAlias = tuple[float, float]
Look: TypeAlias = Literal["neutral", "land", "water", "warm"]
"""Of a planet. It is told to ears too, so that nothing is there that would mean more than a look."""


class Radius(Struct, frozen=True):
    """How large each kind of place is drawn."""

    planet: float
    star: float
    wormhole: float
    clock: float


class Spot(Struct, frozen=True):
    """A star, or a wormhole tile with the stars that it touches: one place of the picture (CM-302)."""

    members: tuple[str, ...]
    at: Point


class Way(Struct, frozen=True):
    """From a slot to a spot; blocked where asteroid fields close every edge between them (CM-312)."""

    start: str
    end: str
    kind: Literal["road", "blocked"] = "road"


class Sky(Struct, frozen=True):
    """One board. slots, spots: by id, a spot's being the smallest of its members. clock: its middle.

    crossing: the stars beside the clock, from which one goes across it (CM-304).
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
