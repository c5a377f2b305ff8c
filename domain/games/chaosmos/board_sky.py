"""The sky: planets, stars, wormholes and asteroid fields, the clock, and the aliens that stand there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from domain.games.chaosmos.board_planets import figure_of, planet_place
from domain.games.chaosmos.board_ring import ring
from domain.games.chaosmos.drawing import Drawing, Look, Sky
from domain.games.chaosmos.drawing_fit import fitting, space_of_members
from domain.games.chaosmos.drawing_shapes import rim
from domain.games.chaosmos.places import CLOCK, echo
from domain.kernel import Disc, Json, Link, Naming, Piece, Place, Zone, listed

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
    """A star or wormhole. Who is in a merged space stands at its first spot, with a sign at the others."""
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
