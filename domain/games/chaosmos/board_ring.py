"""A board without a drawing: its planets on a ring, its stars and wormholes on one within it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations

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
    """Where slots and spaces lie; it hangs on the ways alone."""
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
    """Where these lie on the whole, clockwise from the top; what lies all around comes first."""
    x, y = (sum(point[axis] - MIDDLE for point in points) for axis in (0, 1))
    return math.atan2(x, -y) % (2 * math.pi)
