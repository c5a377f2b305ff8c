"""The drawing: where the locations of both maps lie, how roads bend, what lies behind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.games.order_vs_chaos.components.box import Map
from domain.kernel import (
    Bend,
    Box,
    ComponentFault,
    ComponentSet,
    Json,
    MapLayout,
    MapLayouts,
    Outline,
    Scenery,
    placed,
)

HOME = "domain.games.order_vs_chaos"
WIDE, HIGH, APART = 40, 30, 4
"""A place, in the units of a chart: those of a phone's width; and between those that lie in rows."""

Number: TypeAlias = int | float
Spot: TypeAlias = tuple[Number, Number]
Behind: TypeAlias = Literal["land", "water", "cold", "warm", "closed"]


class Chart(Struct, frozen=True):
    """One map: its size; by location the middle of its place and its short name.

    bends: of a road between two locations the points between them, from the first on. scenery: what lies
    behind the places, from the back to the front, as closed lines.
    """

    size: Spot
    places: dict[str, tuple[Number, Number, str]]
    bends: tuple[tuple[str, str, tuple[Spot, ...]], ...] = ()
    scenery: tuple[tuple[Behind, tuple[Spot, ...]], ...] = ()

    def shape(self, location: str) -> Box:
        """The box of a location."""
        x, y, _ = self.places[location]
        return Box(x - WIDE // 2, y - HIGH // 2, WIDE, HIGH)

    def short(self, location: str) -> str:
        """The name where there is little room."""
        return self.places[location][2]

    def bend(self, start: str, end: str) -> tuple[Spot, ...]:
        """The points that a road bends at, from its start."""
        for one, other, via in self.bends:
            if (one, other) == (start, end):
                return via
            if (one, other) == (end, start):
                return via[::-1]
        return ()

    def behind(self) -> tuple[Scenery, ...]:
        """The scenery."""
        return tuple(Scenery(Outline(points), tone) for tone, points in self.scenery)


class Drawing(Struct, frozen=True):
    """The charts by map."""

    maps: dict[str, Chart]


@cache
def drawings() -> Mapping[str, Json]:
    """The packaged drawings, by the name of the component set: both packaged sets have the same maps."""
    packaged = msgspec.json.decode(files(HOME).joinpath("drawing.json").read_bytes())
    return {"demo": packaged, "tuned": packaged}


@cache
def _packaged() -> Drawing:
    return msgspec.convert(drawings()["demo"], Drawing)


def chart_of(drawing: Json | None, side: Map) -> Chart | None:
    """The chart of a map, by the drawing or the packaged one; None where both lack most of its locations."""
    known = drawing is None or drawing is drawings()["demo"]
    given = _packaged() if known else msgspec.convert(drawing, Drawing)
    charts = [one.maps[side.id] for one in (given, _packaged()) if side.id in one.maps]
    fits = [chart for chart in charts if chart.places.keys() == side.kinds.keys()]
    most = [chart for chart in charts if 2 * len(chart.places.keys() & side.kinds) > len(side.kinds)]
    if fits:
        return fits[0]
    return _completed(most[0], side) if most else None


def _completed(chart: Chart, side: Map) -> Chart:
    """The chart with just the locations of the map: those that it lacks lie in rows below it."""
    width, height = chart.size
    lacking = [location for location in side.kinds if location not in chart.places]
    row = max(1, int(width // (WIDE + APART)))
    below = {
        location: (
            WIDE // 2 + (WIDE + APART) * (at % row),
            height + APART + HIGH // 2 + (HIGH + APART) * (at // row),
            "",
        )
        for at, location in enumerate(lacking)
    }
    places = {location: below.get(location) or chart.places[location] for location in side.kinds}
    higher = (HIGH + APART) * -(-len(lacking) // row)
    return replace(chart, size=(width, height + higher), places=places)


def faults(drawing: Json, components: ComponentSet) -> tuple[ComponentFault, ...]:
    """The faults of a drawing: each location needs a place within the size, and only roads may have bends."""
    try:
        read = msgspec.convert(drawing, Drawing)
    except msgspec.ValidationError as error:
        return (ComponentFault("drawing", str(error)),)
    maps: Mapping[str, Map] = components.box.maps
    if read.maps.keys() != maps.keys():
        return (ComponentFault("drawing", f"There must be a map for {', '.join(maps)}.", "/maps"),)
    return tuple(fault for side in maps.values() for fault in _faults_of(side, read.maps[side.id]))


def _faults_of(side: Map, chart: Chart) -> Iterator[ComponentFault]:
    at = f"/maps/{side.id}"
    for location in side.kinds:
        if location not in chart.places:
            yield ComponentFault("drawing", f"{location} must have a place.", f"{at}/places")
    width, height = chart.size
    for location in chart.places:
        box, pointer = chart.shape(location), f"{at}/places/{location}"
        if location not in side.kinds:
            yield ComponentFault("drawing", "The map has no such location.", pointer)
        elif not (0 <= box.x <= width - WIDE and 0 <= box.y <= height - HIGH):
            yield ComponentFault("drawing", "The place must lie within the size.", pointer)
    for number, (start, end, _) in enumerate(chart.bends):
        if end not in side.neighbours.get(start, ()):
            yield ComponentFault("drawing", "No road joins these two.", f"{at}/bends/{number}")


# The maps as people move their locations.

LOCATION = Box(-WIDE // 2, -HIGH // 2, WIDE, HIGH)
EMPTY = Chart((366, 300), {})
"""A map of which nothing is laid out yet, as wide as a phone."""


def _maps(document: Json, drawing: Json) -> dict[str, MapLayout]:
    charts = msgspec.convert(drawing, Drawing).maps
    return {f"maps/{side['id']}": _map(side, charts.get(side["id"], EMPTY)) for side in document["maps"]}


def _map(side: Json, chart: Chart) -> MapLayout:
    known, packaged = chart.places, _packaged().maps.get(side["id"], EMPTY)
    ids = [location["id"] for location in side["locations"]]
    return MapLayout(
        size=chart.size,
        least=(0, 0) if chart is EMPTY else packaged.size,
        places={"locations": {id: placed(LOCATION, known[id][:2]) if id in known else None for id in ids}},
        shapes={"locations": LOCATION},
        scenery=chart.behind(),
        bends=tuple(Bend((start, end), via) for start, end, via in chart.bends),
    )


def _with_maps(document: Json, drawing: Json, maps: Mapping[str, MapLayout]) -> Json:
    """Only roads that there are have bends; a location that has another name loses its short one."""
    charts = {
        side["id"]: _chart(side, drawing["maps"].get(side["id"], {}), maps[f"maps/{side['id']}"])
        for side in document["maps"]
    }
    return {**drawing, "maps": charts}


def _chart(side: Json, chart: Json, map: MapLayout) -> Json:
    names = {location["id"]: str(location.get("name", "")) for location in side["locations"]}
    known: Mapping[str, Json] = chart.get("places", {})
    roads = {frozenset(edge) for edge in side["edges"]}
    short = {id: known[id][2] if id in known and _shortens(known[id][2], names[id]) else "" for id in names}
    laid = map.places["locations"]
    return {
        **chart,
        "size": list(map.size),
        "places": {id: [*place.at, short[id]] for id, place in laid.items() if place is not None},
        "bends": [bend for bend in chart.get("bends", ()) if frozenset(bend[:2]) in roads],
    }


def _shortens(short: str, name: str) -> bool:
    """Whether the letters of a short name stand in the name, in their order."""
    letters = iter(name.lower())
    return all(letter in letters for letter in short.lower() if letter.isalnum())


LAYOUTS = MapLayouts(read=_maps, write=_with_maps)
