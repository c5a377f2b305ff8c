"""The boards as people move their planets, stars and wormholes.

Several layouts may have one picture; a layout that becomes another gets a picture of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from domain.games.chaosmos.components.document import LayoutEntry
from domain.games.chaosmos.drawing import RADIUS, Drawing, Point, Sky, Spot, Way
from domain.games.chaosmos.drawing_faults import ways_between
from domain.kernel import Disc, Json, LaidPlace, MapLayout, MapLayouts, Scenery, placed

MIDDLE = 183.0
HIGH = 60.0
EMPTY = Sky((2 * MIDDLE, HIGH), RADIUS, (MIDDLE, HIGH / 2), {}, {}, ())
"""A board of which only the clock lies somewhere."""


def _maps(document: Json, drawing: Json) -> dict[str, MapLayout]:
    read = msgspec.convert(drawing, Drawing)
    return {
        f"layouts/{layout.id}": _map(layout, read.sky(layout.id) or EMPTY) for layout in _layouts(document)
    }


def _layouts(document: Json) -> Sequence[LayoutEntry]:
    return msgspec.convert(document["layouts"], tuple[LayoutEntry, ...])


def _map(layout: LayoutEntry, sky: Sky) -> MapLayout:
    planet = Disc(0, 0, sky.radius.planet)
    spots = {id: (at, size) for id, at, size in _spots(layout, sky)}
    stars, holes = (
        {place.id: spots.get(place.id) for place in some} for some in (layout.stars, layout.wormholes)
    )
    return MapLayout(
        size=sky.size,
        least=(0, 0) if sky is EMPTY else sky.size,
        places={
            "slots": {
                slot: placed(planet, at) if (at := sky.slots.get(slot)) else None for slot in layout.slots
            },
            "stars": {id: _spot(found) for id, found in stars.items()},
            "wormholes": {id: _spot(found) for id, found in holes.items()},
        },
        shapes={
            "slots": planet,
            "stars": Disc(0, 0, sky.radius.star),
            "wormholes": Disc(0, 0, sky.radius.wormhole),
        },
        scenery=(*sky.scenery, Scenery(Disc(*sky.clock, sky.radius.clock), "closed")),
    )


def _spot(found: tuple[Point, float] | None) -> LaidPlace | None:
    return None if found is None else placed(Disc(0, 0, found[1]), found[0])


def _spots(layout: LayoutEntry, sky: Sky) -> list[tuple[str, Point, float]]:
    """Stars and wormholes that lie somewhere: where, and how large. Members of one spot share its point."""
    drawn = {member: spot.at for spot in sky.spots.values() for member in spot.members}
    taken: set[Point] = set()
    found = []
    for members in _members(layout):
        at = next((drawn[one] for one in members if one in drawn and drawn[one] not in taken), None)
        if at is not None:
            taken.add(at)
            size = sky.radius.wormhole if len(members) > 1 else sky.radius.star
            found += [(one, at, size) for one in members]
    return found


def _members(layout: LayoutEntry) -> list[tuple[str, ...]]:
    """The members of each spot: wormholes with the stars that they touch, wormholes first; or one star."""
    spots = {place.id: [place.id] for place in (*layout.wormholes, *layout.stars)}
    for hole in layout.wormholes:
        for star in hole.stars:
            one, other = spots[hole.id], spots.get(star, spots[hole.id])
            if one is not other:
                one += other
                spots |= dict.fromkeys(other, one)
    return [*dict.fromkeys(tuple(members) for members in spots.values())]


def _with_maps(document: Json, drawing: Json, maps: Mapping[str, MapLayout]) -> Json:
    """Each layout with the picture that it has, where that is still so; else with one of its own."""
    read = msgspec.convert(drawing, Drawing)
    named: dict[str, str] = {}
    skies: dict[str, Sky] = {}
    for layout in _layouts(document):
        before = read.sky(layout.id) or EMPTY
        sky = _sky(layout, before, maps[f"layouts/{layout.id}"])
        known = read.layouts.get(layout.id, layout.id)
        name = next((one for one, other in skies.items() if other == sky), None)
        if name is None:
            name = known if known not in skies and (sky == before or known == layout.id) else layout.id
            while name in skies:
                name += " 2"
        named[layout.id], skies[name] = name, sky
    planets = {planet["id"] for planet in document["planets"]}
    written = Drawing(named, skies, {id: look for id, look in read.planets.items() if id in planets})
    return {**drawing, **msgspec.to_builtins(written)}


def _sky(layout: LayoutEntry, sky: Sky, map: MapLayout) -> Sky:
    """The picture with the places where they lie now. It is the same one if nothing differs."""
    before = {member: spot.at for spot in sky.spots.values() for member in spot.members}
    laid = {
        id: place.at for table in ("stars", "wormholes") for id, place in map.places[table].items() if place
    }
    spots = {}
    for members in _members(layout):
        here = [laid[one] for one in members if one in laid]
        moved = (laid[one] for one in members if one in laid and one in before and before[one] != laid[one])
        spots[min(members)] = Spot(tuple(sorted(members)), next(moved, here[0]))
    changed = replace(
        sky,
        size=map.size,
        slots={slot: place.at for slot, place in map.places["slots"].items() if place},
        spots=spots,
        crossing=tuple(star for pair in layout.clock_pairs for star in pair),
    )
    ways = ways_between(changed, layout)
    changed = replace(
        changed,
        ways=tuple(
            Way(*ends, "blocked" if is_closed else "road") for ends, is_closed in ways.items() if ends[1]
        ),
    )
    return sky if _content(changed) == _content(sky) else changed


def _content(sky: Sky) -> tuple[object, ...]:
    """What tells a picture from another: the order of ways and members does not."""
    spots = {id: ({*spot.members}, spot.at) for id, spot in sky.spots.items()}
    return sky.size, sky.slots, spots, {*sky.ways}, {*sky.crossing}


LAYOUTS = MapLayouts(read=_maps, write=_with_maps)
