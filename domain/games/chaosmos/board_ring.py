"""A board without a drawing: its planets on a ring, its stars and wormholes on one within it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from domain.games.chaosmos.drawing import Point, Radius, Sky, Spot, Way
from domain.kernel import Disc, Json, Scenery

MIDDLE = 183
SIZE = (2.0 * MIDDLE, 2.0 * MIDDLE)
RADIUS = Radius(planet=29, star=14, wormhole=17, clock=24)
OUTER = 148
INNER = 92


def ring(view: Json) -> Sky:
    """The sky of a view, computed from the number of its slots; each space is one spot (CM-305).

    Ways are those that can be gone: where asteroid fields lie the view does not say. They may cross.
    """
    planets: Mapping[str, str] = view["planet_at_slot"] or {}
    slot_of = {planet: slot for slot, planet in planets.items()}
    slots = dict(zip(planets, _around(len(planets), OUTER), strict=True))
    spaces = [space for space in view["spaces"] if space not in slot_of]
    angle = {
        space: _mean_angle([slots[slot_of[planet]] for planet in view["ways"][space]]) for space in spaces
    }
    spaces.sort(key=lambda space: (angle[space], space))
    return Sky(
        size=SIZE,
        radius=RADIUS,
        clock=(MIDDLE, MIDDLE),
        slots=slots,
        spots={
            space: Spot(tuple(view["spaces"][space]), at)
            for space, at in zip(spaces, _around(len(spaces), INNER), strict=True)
        },
        ways=tuple(Way(slot_of[planet], space) for space in spaces for planet in view["ways"][space]),
        scenery=(
            Scenery(Disc(MIDDLE, MIDDLE, MIDDLE - 1), "water"),
            Scenery(Disc(MIDDLE, MIDDLE, MIDDLE - 12), "cold"),
        ),
    )


def _around(count: int, radius: float) -> list[Point]:
    """So many points on a circle, clockwise from the top."""
    turns = [2 * math.pi * nth / max(count, 1) for nth in range(count)]
    return [
        (round(MIDDLE + radius * math.sin(turn), 1), round(MIDDLE - radius * math.cos(turn), 1))
        for turn in turns
    ]


def _mean_angle(points: Sequence[Point]) -> float:
    """Where these lie on the whole, clockwise from the top; what lies all around comes first."""
    x, y = (sum(point[axis] - MIDDLE for point in points) for axis in (0, 1))
    return math.atan2(x, -y) % (2 * math.pi)
