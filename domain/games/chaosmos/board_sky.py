"""The board's sky: planets, stars, wormholes, asteroid fields, aliens and the clock.

A layout without a drawing gets a ring of planets around a ring of stars and wormholes.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations

from domain.games.chaosmos.drawing import (
    RADIUS,
    Drawing,
    Look,
    Point,
    Sky,
    Spot,
    Way,
    fitting,
    rim,
    space_of_members,
)
from domain.games.chaosmos.places import CLOCK, alien_figure, echo, home_base, landing_flag
from domain.games.chaosmos.words.names import toxic_planet
from domain.kernel import Disc, Json, Link, Naming, Piece, Place, Scenery, Zone, listed

# The planets: who controls their envelopes, whose home they are, whose flag is left there.


def planet_place(view: Json, planet: str, disc: Disc, look: Look, naming: Naming) -> Place:
    """A planet, or a slot that has none yet."""
    envelope = view["planets"].get(planet)
    name = naming.name(planet)
    return Place(
        planet,
        name,
        disc,
        short=name[:8],
        tone=look,
        owner=None if envelope is None else envelope["controller"],
        marks=tuple(_marks(view, planet, naming)),
        pieces=tuple(_pieces(view, planet, naming)),
        note="; ".join(_notes(view, planet, naming)),
    )


def _marks(view: Json, planet: str, naming: Naming) -> Iterator[str]:
    """CM-514: a lock where no card may be taken out. CM-331: a warning where it is toxic for the viewer."""
    if planet in view["planets"] and view["planets"][planet]["no_take"]:
        yield "lock"
    if "me" in view and toxic_planet(naming, view["seats"][view["me"]["seat"]]["alien"]) == planet:
        yield "triangle-alert"


def _pieces(view: Json, planet: str, naming: Naming) -> Iterator[Piece]:
    for seat in _at_home(view, planet, naming):
        yield Piece(home_base(seat), "building", f"{naming.seat(seat).text}’s home", seat)
    envelope = view["planets"].get(planet)
    if envelope is not None and envelope["flag"] not in (None, envelope["controller"]):
        seat = envelope["flag"]
        yield Piece(landing_flag(seat, planet), "flag", f"{naming.seat(seat).text}’s landing flag", seat)
    for seat, player in view["seats"].items():
        if player["position"] == planet:
            yield figure_of(view, seat, naming)


def figure_of(view: Json, seat: str, naming: Naming) -> Piece:
    """The alien of a seat."""
    alien = view["seats"][seat]["alien"]
    called = "figure" if alien is None else naming.name(alien)
    return Piece(alien_figure(seat), "figure", f"{naming.seat(seat).text}’s {called}", seat)


def _at_home(view: Json, planet: str, naming: Naming) -> Iterator[str]:
    for seat, player in view["seats"].items():
        alien = naming.components.get(player["alien"] or "")
        if alien is not None and alien.place == planet:
            yield seat


def _notes(view: Json, planet: str, naming: Naming) -> Iterator[str]:
    envelope = view["planets"].get(planet)
    if envelope is None:
        return
    if envelope["controller"] is None:
        yield "its envelope is in the box"
    else:
        yield f"{naming.seat(envelope['controller']).text} controls its envelope"
    if envelope["no_take"]:
        yield "a Vault keeps its cards in"
    toxic = [
        naming.seat(seat).text
        for seat, player in view["seats"].items()
        if toxic_planet(naming, player["alien"]) == planet
    ]
    if toxic:
        yield f"toxic for {listed(toxic)}"


# A board without a drawing: its planets on a ring, its stars and wormholes on one within it.

MIDDLE = 183
SIZE = (2.0 * MIDDLE, 2.0 * MIDDLE)
OUTER = 148
INNER = 92


def ring(view: Json) -> Sky:
    """The sky of a view, computed from the number of its slots; each space is one spot (CM-305).

    Ways are those that can be gone: where asteroid fields lie the view does not say. They may cross.
    """
    slot_of = {planet: slot for slot, planet in (view["planet_at_slot"] or {}).items()}
    near = {
        space: tuple(sorted(slot_of[planet] for planet in view["ways"][space]))
        for space in view["spaces"]
        if space not in slot_of
    }
    slots, spots = _laid_out(tuple(sorted(slot_of.values())), tuple(sorted(near.items())))
    return Sky(
        size=SIZE,
        radius=RADIUS,
        clock=(MIDDLE, MIDDLE),
        slots=dict(slots),
        spots={space: Spot(tuple(view["spaces"][space]), at) for space, at in spots.items()},
        ways=tuple(Way(slot, space) for space, beside in near.items() for slot in beside),
        scenery=(
            Scenery(Disc(MIDDLE, MIDDLE, MIDDLE - 1), "water"),
            Scenery(Disc(MIDDLE, MIDDLE, MIDDLE - 12), "cold"),
        ),
    )


@lru_cache(maxsize=16)
def _laid_out(
    slots: tuple[str, ...], near: tuple[tuple[str, tuple[str, ...]], ...]
) -> tuple[Mapping[str, Point], Mapping[str, Point]]:
    """The points of slots and spaces, which depend on the ways alone."""
    shared = Counter(pair for _, beside in near for pair in combinations(beside, 2))
    at = dict(zip(_in_order(slots, shared), _around(len(slots), OUTER), strict=True))
    wanted = {space: _mean_angle([at[slot] for slot in beside]) for space, beside in near}
    spaces = sorted(wanted, key=lambda space: (wanted[space], space))
    points = _around(len(spaces), INNER)
    turns = (points[turn:] + points[:turn] for turn in range(max(len(points), 1)))
    nearest = min(
        turns,
        key=lambda turned: sum(
            math.dist(point, at[slot])
            for space, point in zip(spaces, turned, strict=True)
            for slot in dict(near)[space]
        ),
    )
    return at, dict(zip(spaces, nearest, strict=True))


def _in_order(slots: Sequence[str], shared: Mapping[tuple[str, str], int]) -> list[str]:
    """The slots in an order around the ring that has those which share stars side by side.

    Two are exchanged as long as that shortens the ways; each time they get shorter, so it ends.
    """
    order = list(slots)
    length = _length(order, shared)
    improved = True
    while improved:
        improved = False
        for one, other in combinations(range(len(order)), 2):
            order[one], order[other] = order[other], order[one]
            if (shorter := _length(order, shared)) < length:
                length, improved = shorter, True
            else:
                order[one], order[other] = order[other], order[one]
    return order


def _length(order: Sequence[str], shared: Mapping[tuple[str, str], int]) -> int:
    """How far apart around the ring slots are that share stars, in all."""
    place = {slot: nth for nth, slot in enumerate(order)}
    apart = {pair: abs(place[pair[0]] - place[pair[1]]) for pair in shared}
    return sum(times * min(apart[pair], len(order) - apart[pair]) for pair, times in shared.items())


def _around(count: int, radius: float) -> list[Point]:
    """So many points on a circle, clockwise from the top."""
    turns = [2 * math.pi * nth / max(count, 1) for nth in range(count)]
    return [
        (round(MIDDLE + radius * math.sin(turn), 1), round(MIDDLE - radius * math.cos(turn), 1))
        for turn in turns
    ]


def _mean_angle(points: Sequence[Point]) -> float:
    """The mean direction of the points, clockwise from the top; points all around come first."""
    x, y = (sum(point[axis] - MIDDLE for point in points) for axis in (0, 1))
    return math.atan2(x, -y) % (2 * math.pi)


# The sky: planets, stars, wormholes and asteroid fields, the clock, and the aliens that stand there.

LOOKS: tuple[Look, ...] = ("warm", "water", "land", "neutral")
"""Of planets that a drawing does not tell the look of, in the order of their slots."""
LONGEST_SHORT = 8
SIGN = 2
"""The letters of a number, or of a wormhole."""


def sky(view: Json, drawing: Drawing, naming: Naming) -> Zone:
    """The board: as drawn where the drawing is of this layout, else as a ring."""
    picture = fitting(view, drawing) or ring(view)
    planets = view["planet_at_slot"] or {slot: slot for slot in picture.slots}
    space_of = space_of_members(view)
    return Zone(
        "sky",
        "Sky",
        "map",
        rank=10,
        note="matching signs are one space" if view["spaces"] else "planets not laid out yet",
        size=picture.size,
        scenery=(*picture.scenery, *rim(picture, view["clock"] / view["clock_start"])),
        places=(
            _clock(view, picture),
            *(
                planet_place(
                    view,
                    planets[slot],
                    Disc(*at, picture.radius.planet),
                    _look(view, drawing, planets[slot], nth),
                    naming,
                )
                for nth, (slot, at) in enumerate(picture.slots.items())
            ),
            *(_spot(view, picture, name, space_of.get(name), planets, naming) for name in picture.spots),
        ),
        links=tuple(_links(picture, planets)),
    )


def _clock(view: Json, picture: Sky) -> Place:
    left, start = view["clock"], view["clock_start"]
    return Place(
        CLOCK,
        f"Clock {left}",
        Disc(*picture.clock, picture.radius.clock),
        short=str(left),
        tone="neutral" if left else "closed",
        note=f"{left} of {start} left",
    )


def _look(view: Json, drawing: Drawing, planet: str, nth: int) -> Look:
    if view["planet_at_slot"] is None:
        return "neutral"
    return drawing.planets.get(planet, LOOKS[nth % len(LOOKS)])


def _spot(
    view: Json, picture: Sky, name: str, space: str | None, planets: Mapping[str, str], naming: Naming
) -> Place:
    """A star or wormhole. A figure in a merged space stands at its first spot, with a token at the others."""
    return Place(
        name,
        naming.name(name),
        Disc(*picture.spots[name].at, picture.radius_of(name)),
        short=short(naming.name(name)),
        pieces=tuple(_standing(view, name, space, naming)),
        note=_leads_to(view, picture, name, space, planets, naming),
    )


def short(name: str) -> str:
    """`3` of Star 3, `C1` of Clock star 1, `A` of Wormhole A; other names as far as they fit."""
    *before, last = name.split()
    if before and len(last) <= SIGN:
        return last if len(before) == 1 else f"{before[0][0]}{last}"
    return name[:LONGEST_SHORT]


def _standing(view: Json, name: str, space: str | None, naming: Naming) -> Iterator[Piece]:
    for seat, player in view["seats"].items():
        if space is None or player["position"] != space:
            continue
        if name == space:
            yield figure_of(view, seat, naming)
        else:
            label = f"{naming.seat(seat).text}, in the same space"
            yield Piece(echo(seat, name), "token", label, seat)


def _leads_to(
    view: Json, picture: Sky, name: str, space: str | None, planets: Mapping[str, str], naming: Naming
) -> str:
    """CM-305, CM-312: where a step leads from the whole space, and where asteroids lie here."""
    if space is None:
        return ""
    near = [naming.name(planet) for planet in view["ways"][space]]
    closed = [
        naming.name(planets[way.start]) for way in picture.ways if (way.end, way.kind) == (name, "blocked")
    ]
    asteroids = f"; asteroids towards {listed(closed)}" if closed else ""
    return f"leads to {listed(near)}{asteroids}" if near else f"no way leads on{asteroids}"


def _links(picture: Sky, planets: Mapping[str, str]) -> Iterator[Link]:
    for way in picture.ways:
        yield Link(planets[way.start], way.end, way.kind)
    for name, spot in picture.spots.items():
        if not {*spot.members}.isdisjoint(picture.crossing):
            yield Link(name, CLOCK, "tunnel")
