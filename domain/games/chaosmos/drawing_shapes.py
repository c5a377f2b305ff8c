"""Shapes that follow from figures: the rim of the clock, which shrinks as time runs out."""

from __future__ import annotations

import math
from collections.abc import Iterator

from domain.games.chaosmos.drawing import Sky
from domain.kernel import Disc, Outline, Scenery

RIM = 5
"""What the rim reaches beyond the clock's face."""
STEP = 15
"""Degrees from corner to corner of the rim."""


def rim(sky: Sky, left: float) -> Iterator[Scenery]:
    """A ring around the clock: the part that is left, from the top, before the part that is gone."""
    (x, y), radius = sky.clock, sky.radius.clock + RIM
    yield Scenery(Disc(x, y, radius), "closed")
    end = round(360 * min(left, 1))
    angles = [*range(0, end, STEP), end]
    corners = [
        (
            round(x + radius * math.sin(math.radians(angle)), 1),
            round(y - radius * math.cos(math.radians(angle)), 1),
        )
        for angle in angles
    ]
    if end:
        yield Scenery(Outline(((x, y), *corners)), "chaos")
