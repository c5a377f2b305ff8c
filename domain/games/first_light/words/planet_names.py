"""What the spaces of the planet are called: by where they lie, seen from the centre."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping
from math import atan2, degrees, hypot

from domain.games.first_light.components.document import PlanetSide
from domain.kernel import readable

STEPS = {
    "e": (1.0, 0.0),
    "ne": (0.5, 0.866),
    "nw": (-0.5, 0.866),
    "w": (-1.0, 0.0),
    "sw": (-0.5, -0.866),
    "se": (0.5, -0.866),
}
"""One step in each direction of a map whose hexagons have a corner at the top: to the right, and up."""

COMPASS = (
    "east",
    "east-north-east",
    "north-east",
    "north",
    "north-west",
    "west-north-west",
    "west",
    "west-south-west",
    "south-west",
    "south",
    "south-east",
    "east-south-east",
)
"""The twelve ways that spaces can lie from the centre, from the right against the clock."""

DIRECTIONS = {
    "e": "east",
    "ne": "north-east",
    "nw": "north-west",
    "w": "west",
    "sw": "south-west",
    "se": "south-east",
}


def direction_name(direction: str) -> str:
    """`ne` → `north-east`."""
    return DIRECTIONS.get(direction, readable(direction).lower())


def space_names(side: PlanetSide, directions: Mapping[str, str]) -> dict[str, str]:
    """`the centre`, `the near east`, `the far north`; by id where the map has other directions."""
    if not set(directions.values()) <= STEPS.keys():
        return {space.id: readable(space.id) for space in side.spaces}
    found: dict[str, str] = {}
    met: Counter[str] = Counter()
    for space, (ring, x, y) in _lie(side).items():
        name = _name(ring, x, y)
        met[name] += 1
        found[space] = name if met[name] == 1 else f"{name} ({met[name]})"
    return found


def _lie(side: PlanetSide) -> dict[str, tuple[int, float, float]]:
    """How many steps from the centre each space is, how far to the right and how far up."""
    spaces = {space.id: space for space in side.spaces}
    lie = {side.centre: (0, 0.0, 0.0)}
    queue = deque([side.centre])
    while queue:
        here = queue.popleft()
        ring, x, y = lie[here]
        for direction, there in spaces[here].adjacent.items():
            if there not in lie:
                right, up = STEPS[direction]
                lie[there] = (ring + 1, x + right, y + up)
                queue.append(there)
    return lie


def _name(ring: int, x: float, y: float) -> str:
    if hypot(x, y) < 0.5:
        return "the centre"
    point = COMPASS[round(degrees(atan2(y, x)) / 30) % len(COMPASS)]
    return f"the near {point}" if ring == 1 else f"the far {point}"
