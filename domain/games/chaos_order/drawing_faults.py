"""The faults of a drawing for a set: it must hold the set's map, and show its borders as they are."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise

import msgspec

from domain.games.chaos_order.components.box import FACTION_COUNTS, Box
from domain.games.chaos_order.components.map_constraints import TUNNEL_FROM
from domain.games.chaos_order.drawing import Drawing, Site, Spot, seats_of, shared_line, sides
from domain.kernel import ComponentFault, ComponentSet, Json, readable


def faults(drawing: Json, components: ComponentSet) -> tuple[ComponentFault, ...]:
    """The places, borders and tunnels of the set, each where it belongs."""
    try:
        read = msgspec.convert(drawing, Drawing)
    except msgspec.ValidationError as error:
        return (ComponentFault("drawing", str(error)),)
    found = tuple(_unlike_the_set(read, components.box))
    return found or (*_outside(read), *_borders(read), *_crossing(read))


def _fault(reason: str, pointer: str) -> ComponentFault:
    return ComponentFault("drawing", reason, pointer)


def _unlike_the_set(read: Drawing, box: Box) -> Iterator[ComponentFault]:
    if {id: site.seats for id, site in read.places.items()} != {
        id: seats_of(place) for id, place in box.places.items()
    }:
        yield _fault("It must hold the places of the set, each with the seats it is in play for.", "/places")
    borders = {id: frozenset(border.ends) for id, border in box.borders.items()}
    if not {id: frozenset(ends) for id, ends in read.borders.items()}.items() <= borders.items():
        yield _fault("It can only hold borders of the set.", "/borders")
    tunnels = {id: (frozenset(ends), tuple(range(TUNNEL_FROM[id], 6))) for id, ends in box.tunnels.items()}
    if {id: (frozenset(one.ends), one.seats) for id, one in read.tunnels.items()} != tunnels:
        yield _fault("It must hold the tunnels of the set, each with the seats it is open for.", "/tunnels")
    if read.windows.keys() != set(map(str, FACTION_COUNTS)):
        yield _fault("There must be a window for each number of seats.", "/windows")


def _outside(read: Drawing) -> Iterator[ComponentFault]:
    """Every place in play lies within the window, and what it holds within its outline."""
    for id, site in read.places.items():
        for count in site.seats:
            left, right = read.windows[str(count)]
            if not all(left <= x <= right and 0 <= y <= read.size[1] for x, y in site.outline):
                yield _fault(f"The place must lie within the window of {count} seats.", f"/places/{id}")
        if len(site.outline) < 3 or not _within(site.at, site.outline):
            yield _fault("`at` must lie within the outline.", f"/places/{id}/at")
    for seats, (left, right) in read.windows.items():
        if not 0 <= left < right <= read.size[0]:
            yield _fault("The window must lie within the size.", f"/windows/{seats}")


def _within(spot: Spot, outline: tuple[Spot, ...]) -> bool:
    """Whether a ray to the right leaves the outline an odd number of times."""
    x, y = spot
    crossed = [
        (x2 - x1) * (y - y1) / (y2 - y1) + x1 > x
        for (x1, y1), (x2, y2) in sides(outline)
        if (y1 > y) != (y2 > y)
    ]
    return sum(crossed) % 2 == 1


def _borders(read: Drawing) -> Iterator[ComponentFault]:
    """Two places touch along a line where the set has a border, and nowhere else; none lies on another."""
    joined = {frozenset(ends) for ends in read.borders.values()}
    reaches = {id: _reach(site) for id, site in read.places.items()}
    for (one, here), (other, there) in combinations(read.places.items(), 2):
        if _are_apart(reaches[one], reaches[other]) and frozenset((one, other)) not in joined:
            continue
        touching = bool(shared_line(here.outline, there.outline))
        if touching != (frozenset((one, other)) in joined):
            told = "must touch along a line" if not touching else "must not touch along a line"
            yield _fault(f"{readable(one)} and {readable(other)} {told}.", f"/places/{one}/outline")
        elif _overlap(here, there):
            yield _fault(
                f"{readable(one)} and {readable(other)} must not lie on each other.", f"/places/{one}/outline"
            )


def _reach(site: Site) -> tuple[int, int, int, int]:
    """How far a place reaches: left, top, right, bottom."""
    xs, ys = zip(site.at, *site.outline, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _are_apart(one: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> bool:
    return one[2] < other[0] or other[2] < one[0] or one[3] < other[1] or other[3] < one[1]


def _overlap(one: Site, other: Site) -> bool:
    if any(_within(site.at, of.outline) for site, of in ((one, other), (other, one))):
        return True
    return any(_cross(*here, *there) for here in sides(one.outline) for there in sides(other.outline))


def _crossing(read: Drawing) -> Iterator[ComponentFault]:
    """No tunnel crosses another."""
    ways = {
        id: (read.places[one.ends[0]].at, *one.via, read.places[one.ends[1]].at)
        for id, one in read.tunnels.items()
    }
    for (id, way), (other, across) in combinations(ways.items(), 2):
        if any(_cross(*here, *there) for here in pairwise(way) for there in pairwise(across)):
            yield _fault(f"The tunnels {id} and {other} must not cross.", f"/tunnels/{id}/via")


def _cross(a: Spot, b: Spot, c: Spot, d: Spot) -> bool:
    """Whether two stretches cross in a point that ends neither."""
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _side(a: Spot, b: Spot, c: Spot) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
