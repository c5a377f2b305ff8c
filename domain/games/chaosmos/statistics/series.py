"""Public curves of one session: the Chaos Clock, and who controls which planet."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.chaosmos.state import State
from domain.kernel import Fact, Point, Series

CLOCK = "clock"


def clock(before: State | None, facts: tuple[Fact, ...], after: State) -> Iterator[Point]:
    """The clock where an entry changed it."""
    if before is None or before.clock != after.clock:
        yield Point(CLOCK, after.clock)


def control(before: State | None, facts: tuple[Fact, ...], after: State) -> Iterator[Point]:
    """Each planet whose controller or flag changed; the flag stands in the detail."""
    if before is not None and before.planets is after.planets:
        return
    earlier = {} if before is None else before.planets
    for name, planet in after.planets.items():
        old = earlier.get(name)
        if old is None or (old.controller, old.flag) != (planet.controller, planet.flag):
            yield Point(name, planet.controller, {"flag": planet.flag})


SERIES = (
    Series("doom-tracks", "Chaos Clock", "Turns left until the universe collapses.", "turns", clock),
    Series("region-counts", "Planet control", "The seat in control of each planet.", "seat", control),
)
