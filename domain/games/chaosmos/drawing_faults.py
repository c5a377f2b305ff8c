"""The faults of a drawing for a set: each layout must have its slots, spots and ways in one picture."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from domain.games.chaosmos.components.document import Document, LayoutEntry, Place
from domain.games.chaosmos.drawing import Drawing, Point, Sky
from domain.kernel import ComponentFault, ComponentSet, Json

Told = tuple[str, str]
"""The member of the drawing, and what is wrong with it."""


def faults(drawing: Json, components: ComponentSet) -> tuple[ComponentFault, ...]:
    """The faults of a drawing for a set."""
    try:
        read = msgspec.convert(drawing, Drawing)
    except msgspec.ValidationError as error:
        return (ComponentFault("drawing", str(error)),)
    document = msgspec.convert(components.document, Document)
    told = [*_of_planets(read, document)]
    for layout in document.layouts:
        told += _of_layout(read, layout)
    return tuple(ComponentFault("drawing", message, pointer) for pointer, message in dict.fromkeys(told))


def _of_planets(drawing: Drawing, document: Document) -> Iterator[Told]:
    for planet in drawing.planets.keys() - {planet.id for planet in document.planets}:
        yield f"/planets/{planet}", "Unknown planet."


def _of_layout(drawing: Drawing, layout: LayoutEntry) -> Iterator[Told]:
    sky = drawing.sky(layout.id)
    if sky is None:
        yield f"/layouts/{layout.id}", "The layout must have a sky."
        return
    at = f"/skies/{drawing.layouts[layout.id]}"
    if sky.slots.keys() != set(layout.slots):
        yield f"{at}/slots", f"There must be the slots {', '.join(layout.slots)}."
    yield from ((f"{at}{pointer}", message) for pointer, message in (*_of_spots(sky, layout), *_outside(sky)))
    if {(way.start, way.end): way.kind == "blocked" for way in sky.ways} != ways_between(sky, layout):
        yield f"{at}/ways", "There must be the ways of the layout, blocked where asteroid fields close them."
    if {*sky.crossing} != {star for pair in layout.clock_pairs for star in pair}:
        yield f"{at}/crossing", "There must be the stars on opposing sides of the clock."


def _of_spots(sky: Sky, layout: LayoutEntry) -> Iterator[Told]:
    """Each star and wormhole lies in one spot, with nothing but what is merged with it (CM-302)."""
    places: tuple[Place, ...] = (*layout.stars, *layout.wormholes)
    drawn = [member for spot in sky.spots.values() for member in spot.members]
    if sorted(drawn) != sorted(place.id for place in places):
        yield "/spots", "Each star and wormhole of the layout must lie in one spot."
    touching = {hole.id: {hole.id, *hole.stars} for hole in layout.wormholes}
    for name, spot in sky.spots.items():
        tiles = [member for member in spot.members if member in touching]
        merged = set().union(*(touching[tile] for tile in tiles)) or {*spot.members[:1]}
        if {*spot.members} != merged or name != min(spot.members):
            yield (
                f"/spots/{name}",
                "A spot is a star, or wormholes with the stars that they touch, by its smallest id.",
            )


def ways_between(sky: Sky, layout: LayoutEntry) -> dict[tuple[str, str], bool]:
    """Each slot with each spot next to it, and whether every edge between them is closed."""
    spot_of = {member: name for name, spot in sky.spots.items() for member in spot.members}
    closed = {edge for field in layout.asteroids for edge in field.blocks}
    places: tuple[Place, ...] = (*layout.stars, *layout.wormholes)
    ways: dict[tuple[str, str], bool] = {}
    for place in places:
        for slot in place.slots:
            way = slot, spot_of.get(place.id, "")
            ways[way] = ways.get(way, True) and (slot, place.id) in closed
    return ways


def _outside(sky: Sky) -> Iterator[Told]:
    """Every place must lie within the picture."""
    radius = sky.radius
    drawn: list[tuple[str, Point, float]] = [("/clock", sky.clock, radius.clock)]
    drawn += [(f"/slots/{slot}", at, radius.planet) for slot, at in sky.slots.items()]
    drawn += [(f"/spots/{name}", spot.at, sky.radius_of(name)) for name, spot in sky.spots.items()]
    width, height = sky.size
    for pointer, (x, y), reach in drawn:
        if not (reach <= x <= width - reach and reach <= y <= height - reach):
            yield pointer, "The place must lie within the size."
