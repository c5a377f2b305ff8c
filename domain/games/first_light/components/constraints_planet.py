"""What both maps must meet: neighbours, arrows, Gem Caches, yields."""

from __future__ import annotations

from domain.games.first_light.components.box import distances
from domain.games.first_light.components.constraints import Faults, demand, is_bundle
from domain.games.first_light.components.document import Document, PlanetSide, Space

DIRECTIONS = 6
ARROWS = 6
CACHES = 6


def planet(document: Document) -> Faults:
    yield from demand(bool(document.planet.sides), "planet-sides", "At least one side.", "/planet/sides")
    for name, side in document.planet.sides.items():
        yield from planet_side(document, side, f"/planet/sides/{name}")


def planet_side(document: Document, side: PlanetSide, pointer: str) -> Faults:
    spaces = {space.id: space for space in side.spaces}
    known = side.centre in spaces and len(spaces) == len(side.spaces)
    targets = {t for space in side.spaces for t in (*space.adjacent.values(), *space.arrows.values())}
    yield from demand(
        known and targets <= spaces.keys(), "planet-spaces", "Every space that is named exists once.", pointer
    )
    if not known or not targets <= spaces.keys():
        return
    opposite = opposites(side)
    yield from demand(
        len(opposite) == DIRECTIONS
        and {*opposite} == {*document.control_room.directions.values()}
        and all(
            spaces[there].adjacent.get(opposite[direction]) == space.id
            for space in side.spaces
            for direction, there in space.adjacent.items()
        ),
        "planet-adjacency",
        "Six directions in three opposite pairs; who is my neighbour has me as neighbour.",
        pointer,
    )
    yield from demand(
        len(distances(spaces, side.centre)) == len(spaces),
        "planet-connected",
        "Every space can be reached from the centre.",
        pointer,
    )
    caches = [space for space in side.spaces if space.cache_slot]
    yield from demand(
        len(caches) == CACHES and all(not space.yields and space.token is None for space in caches),
        "planet-caches",
        "Six spaces for Gem Caches, without a yield or a token of their own.",
        pointer,
    )
    yield from demand(
        all(
            is_bundle(space.yields, also=("dice",)) and space.token in (None, "water_3", "gem")
            for space in side.spaces
        ),
        "planet-yields",
        "Yields are resources and dice; tokens are water_3 or gem.",
        pointer,
    )
    yield from planet_arrows(spaces, opposite, pointer)


def planet_arrows(spaces: dict[str, Space], opposite: dict[str, str], pointer: str) -> Faults:
    arrows = [(space, d, there) for space in spaces.values() for d, there in space.arrows.items()]
    yield from demand(
        len(arrows) == ARROWS
        and all(
            d in opposite
            and d not in space.adjacent
            and not space.cache_slot
            and not spaces[there].cache_slot
            and there == line_end(spaces, space.id, opposite[d])
            for space, d, there in arrows
        ),
        "planet-arrows",
        "Six arrows, each off the edge to the other end of its straight line, none at a Gem Cache.",
        pointer,
    )


def opposites(side: PlanetSide) -> dict[str, str]:
    """direction → its opposite, read off the neighbours."""
    spaces = {space.id: space for space in side.spaces}
    found: dict[str, str] = {}
    for space in side.spaces:
        for direction, there in space.adjacent.items():
            for back, here in spaces[there].adjacent.items():
                if here == space.id:
                    found.setdefault(direction, back)
    return found


def line_end(spaces: dict[str, Space], start: str, direction: str) -> str:
    """The last space on the straight line from `start`."""
    here = start
    for _ in spaces:
        here = spaces[here].adjacent.get(direction, here)
    return here
