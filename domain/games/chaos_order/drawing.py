"""The drawing: outlines of the places that share their borders, and where tunnels run.

What lies there is the view's to say. The map is as wide as the places in play: each number of seats has a
window of it, which is drawn out to the full width.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from itertools import pairwise

import msgspec
from msgspec import Struct

from domain.games.chaos_order.components.box import FACTION_COUNTS, Box, Place
from domain.games.chaos_order.components.map_constraints import SET_FROM, TUNNEL_FROM
from domain.kernel import Bend, Json, LaidPlace, MapLayout, MapLayouts, Outline

HOME = "domain.games.chaos_order"

Spot = tuple[int, int]
Seen = tuple[float, float]
"""A spot as a table sees it."""
NEAR = 3
"""How far from the middle of its outline a place's name may stand without anybody seeing it."""
WIDE, HIGH, APART = 46, 34, 6
"""A place that the drawing does not know, and how far it lies from the next."""
KEPT_MAPS = 8
KEPT_SHAPES = 512
"""The shapes of some maps are cached: a map is drawn again at every step, and its shapes do not move."""


class Site(Struct, frozen=True):
    """A place: its outline, where its name and pieces stand, and with how many seats it is in play."""

    outline: tuple[Spot, ...]
    at: Spot
    seats: tuple[int, ...]


class Tunnel(Struct, frozen=True):
    """A tunnel: its two ends, where it bends on the way, and with how many seats it is open (CO-361)."""

    ends: tuple[str, str]
    via: tuple[Spot, ...]
    seats: tuple[int, ...]


class Drawing(Struct, frozen=True, eq=False):
    """The map, which is itself alone, so that what is made of it can be kept.

    windows: number of seats → left and right of what is shown; borders: id → the two places."""

    size: Spot
    windows: dict[str, Spot]
    places: dict[str, Site]
    borders: dict[str, tuple[str, str]]
    tunnels: dict[str, Tunnel]


class Frame(Struct, frozen=True):
    """The part of a drawing that a table of so many seats sees."""

    left: int
    stretch: float

    def at(self, spot: Spot) -> Seen:
        """The position of a spot of the drawing as the table sees it."""
        return (round((spot[0] - self.left) * self.stretch), spot[1])


@lru_cache(KEPT_SHAPES)
def outline_seen(frame: Frame, spots: tuple[Spot, ...]) -> Outline:
    """A closed line of the drawing as it is seen."""
    return Outline(tuple(map(frame.at, spots)))


@lru_cache(KEPT_SHAPES)
def name_seen(frame: Frame, site: Site) -> Seen | None:
    """The position of a place's name and pieces; None where it is near the middle of its outline."""
    middle = [(min(along) + max(along)) / 2 for along in zip(*site.outline, strict=True)]
    amid = all(abs(one - other) <= NEAR for one, other in zip(middle, site.at, strict=True))
    return None if amid else frame.at(site.at)


@cache
def drawings() -> Mapping[str, Json]:
    """The packaged drawings, by the name of the component set."""
    return {"demo": msgspec.json.decode(files(HOME).joinpath("drawing.json").read_bytes())}


@cache
def _packaged() -> Drawing:
    return msgspec.convert(drawings()["demo"], Drawing)


def read_drawing(drawing: Json | None, box: Box) -> Drawing | None:
    """The drawing of a set's map: the given one, else the packaged one.

    Places that it lacks lie in rows below it. None where both lack most of the places.
    """
    known = drawing is None or drawing is drawings()["demo"]
    given = _packaged() if known else msgspec.convert(drawing, Drawing)
    charts = [given] if known else [given, _packaged()]
    if whole := [chart for chart in charts if chart.places.keys() == box.places.keys()]:
        return whole[0] if _fits(whole[0], box) else _completed(whole[0], box)
    most = [chart for chart in charts if 2 * len(chart.places.keys() & box.places) > len(box.places)]
    return _completed(most[0], box) if most else None


@lru_cache(KEPT_MAPS)
def _fits(drawing: Drawing, box: Box) -> bool:
    borders = {id: frozenset(ends) for id, ends in drawing.borders.items()}
    tunnels = {id: frozenset(tunnel.ends) for id, tunnel in drawing.tunnels.items()}
    return (
        drawing.places.keys() == box.places.keys()
        and borders == {id: frozenset(border.ends) for id, border in box.borders.items()}
        and tunnels == {id: frozenset(ends) for id, ends in box.tunnels.items()}
    )


@lru_cache(KEPT_MAPS)
def _completed(drawing: Drawing, box: Box) -> Drawing:
    """The drawing with just the map of the set: places that it lacks lie in rows below it.

    The rows lie where every table sees them. A border has a line of its own where two outlines touch; the
    others are missing from `borders`.
    """
    left, right = _seen_by_all(drawing.windows)
    row = max(1, (right - left) // (WIDE + APART))
    lacking = [place for place in box.places.values() if place.id not in drawing.places]
    width, height = drawing.size
    places = {id: site for id, site in drawing.places.items() if id in box.places}
    for at, place in enumerate(lacking):
        x, y = left + (WIDE + APART) * (at % row), height + APART + (HIGH + APART) * (at // row)
        outline = ((x, y), (x + WIDE, y), (x + WIDE, y + HIGH), (x, y + HIGH))
        places[place.id] = Site(outline, (x + WIDE // 2, y + HIGH // 2), seats_of(place))
    borders = {
        border.id: border.ends
        for border in box.borders.values()
        if shared_line(*(places[end].outline for end in border.ends))
    }
    tunnels = {id: _tunnel(id, ends, drawing.tunnels) for id, ends in box.tunnels.items()}
    rows = -(-len(lacking) // row)
    size = (width, height + (HIGH + APART) * rows)
    return Drawing(size, drawing.windows, places, borders, tunnels)


def seats_of(place: Place) -> tuple[int, ...]:
    """The numbers of seats with which a place of a set is in play (CO-113, CO-117)."""
    if place.kind == "base_location":
        return tuple(sorted(place.factions))
    least = SET_FROM[str(place.set)] if place.kind == "tile_location" else min(FACTION_COUNTS)
    return tuple(count for count in FACTION_COUNTS if count >= least)


def frame_of(drawing: Drawing, seats: int) -> Frame:
    """The part of the drawing that a table of this many seats sees."""
    left, right = drawing.windows[str(seats)]
    return Frame(left, drawing.size[0] / (right - left))


@lru_cache(KEPT_SHAPES)
def ridge(drawing: Drawing, border: str) -> tuple[Spot, ...]:
    """The outline of a mountain that lies on a border: a row of teeth along the middle of the shared line."""
    line = shared_line(*(drawing.places[end].outline for end in drawing.borders[border]))
    return _toothed(_middle(line))


def shared_line(one: tuple[Spot, ...], other: tuple[Spot, ...]) -> list[Spot]:
    """The points along which two outlines touch, in the order of the first; empty if they do not."""
    there = {frozenset(side) for side in sides(other)}
    along = [frozenset(side) in there for side in sides(one)]
    if not any(along):
        return []
    start = next(at for at in range(len(one)) if along[at] and not along[at - 1])
    line = [one[start]]
    at = start
    while along[at]:
        at = (at + 1) % len(one)
        line.append(one[at])
    return line


def sides(outline: tuple[Spot, ...]) -> list[tuple[Spot, Spot]]:
    """The sides of an outline, one after another."""
    return list(zip(outline, (*outline[1:], outline[0]), strict=True))


# The map as people move its places.

PLACE = Outline(((-23, -17), (23, -17), (23, 17), (-23, 17)))


def _maps(document: Json, drawing: Json) -> dict[str, MapLayout]:
    read, ids = msgspec.convert(drawing, Drawing), [place["id"] for place in document["map"]["places"]]
    laid = {
        id: LaidPlace(site.at, Outline(site.outline)) if (site := read.places.get(id)) else None for id in ids
    }
    return {
        "map": MapLayout(
            size=read.size,
            least=_packaged().size,
            places={"places": laid},
            shapes={"places": PLACE},
            bends=tuple(Bend(tunnel.ends, tunnel.via) for tunnel in read.tunnels.values() if tunnel.via),
            span=_seen_by_all(read.windows),
        )
    }


def _seen_by_all(windows: Mapping[str, Spot]) -> Spot:
    """From where to where every table sees the map."""
    return max(left for left, _ in windows.values()), min(right for _, right in windows.values())


def _with_maps(document: Json, drawing: Json, maps: Mapping[str, MapLayout]) -> Json:
    """Each place with the seats it is in play for. A border has a line where two outlines touch."""
    read, rows, map = msgspec.convert(drawing, Drawing), document["map"], maps["map"]
    sites = {
        row["id"]: Site(tuple(_whole(spot) for spot in laid.shape.points), _whole(laid.at), _seats(row))
        for row in rows["places"]
        if (laid := map.places["places"][row["id"]]) is not None and isinstance(laid.shape, Outline)
    }
    borders = {
        row["id"]: row["between"]
        for row in rows["borders"]
        if {*row["between"]} <= sites.keys() and shared_line(*(sites[end].outline for end in row["between"]))
    }
    windows = {
        count: _window(window, [site for site in sites.values() if int(count) in site.seats])
        for count, window in read.windows.items()
    }
    tunnels = {row["id"]: _tunnel(row["id"], row["between"], read.tunnels) for row in rows["tunnels"]}
    size = math.ceil(map.size[0]), math.ceil(map.size[1])
    written = Drawing(size, windows, sites, borders, tunnels)
    return {**drawing, **msgspec.to_builtins(written)}


def _whole(point: Seen) -> Spot:
    return math.floor(point[0] + 0.5), math.floor(point[1] + 0.5)


def _seats(row: Json) -> tuple[int, ...]:
    return seats_of(Place(row["id"], row["kind"], row.get("set"), tuple(row.get("factions") or ()), None))


def _window(window: Spot, sites: Sequence[Site]) -> Spot:
    """The window, as wide as it must be for these places."""
    xs = [x for site in sites for x, _ in site.outline]
    return min([window[0], *xs]), max([window[1], *xs])


def _tunnel(id: str, ends: tuple[str, str], known: Mapping[str, Tunnel]) -> Tunnel:
    """A tunnel; it bends as it did if it joins what it joined."""
    if id in known and frozenset(known[id].ends) == frozenset(ends):
        return known[id]
    return Tunnel(ends, (), tuple(range(TUNNEL_FROM[id], max(FACTION_COUNTS) + 1)))


LAYOUTS = MapLayouts(read=_maps, write=_with_maps)


TEETH = 3
"""Seens of a ridge between its ends, high and low in turns."""
HIGH, LOW, FOOT = 6, 2, 3
"""How far a ridge stands out to its one side, high and low, and to its other side."""
FREE = 0.2
"""How much of a border is left free at either end of a ridge."""


def _middle(line: list[Spot]) -> list[tuple[Seen, Seen]]:
    """Seens at even distances along the middle of a line, each with the direction there."""
    lengths = [((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5 for (x1, y1), (x2, y2) in pairwise(line)]
    whole, found = sum(lengths), []
    for step in range(TEETH + 2):
        away = whole * (FREE + (1 - 2 * FREE) * step / (TEETH + 1))
        for (x1, y1), (x2, y2), length in zip(line, line[1:], lengths, strict=False):
            if away <= length:
                part = away / length
                found.append(
                    ((x1 + (x2 - x1) * part, y1 + (y2 - y1) * part), ((x2 - x1) / length, (y2 - y1) / length))
                )
                break
            away -= length
    return found


def _toothed(line: list[tuple[Seen, Seen]]) -> tuple[Spot, ...]:
    there, back = [], []
    for number, ((x, y), (dx, dy)) in enumerate(line):
        out = 0 if number in (0, len(line) - 1) else HIGH if number % 2 else LOW
        foot = 0 if out == 0 else FOOT
        there.append((round(x - dy * out), round(y + dx * out)))
        back.append((round(x + dy * foot), round(y - dx * foot)))
    return (*there, back[-2], back[1])
