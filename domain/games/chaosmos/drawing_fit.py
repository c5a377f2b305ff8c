"""Which drawn sky is the one of a table, and which spot of a merged space lies beside a planet."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.chaosmos.drawing import Drawing, Sky, read_drawing
from domain.kernel import Json


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
