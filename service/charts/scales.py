"""Scales: round figures along an axis, and labels that keep clear of each other."""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec import Struct


class Scale(Struct, frozen=True):
    """From figures between `low` and `high` to places between `begin` and `end`."""

    low: float
    high: float
    begin: float
    end: float

    def __call__(self, figure: float) -> float:
        """The place of a figure, rounded to what a screen can show."""
        span = self.high - self.low or 1
        return round(self.begin + (figure - self.low) / span * (self.end - self.begin), 1)


def ticks(low: float, high: float, most: int) -> list[float]:
    """At most so many round figures from `low` to `high`, whole ones where they are apart by one or more."""
    if high <= low:
        return [low]
    power = 10.0 ** math.floor(math.log10((high - low) / most))
    step = next(
        power * many
        for many in (1, 2, 5, 10, 20, 50)
        if math.floor(high / (power * many)) - math.ceil(low / (power * many)) < most
    )
    step = max(step, 1.0)
    return [number * step for number in range(math.ceil(low / step), math.floor(high / step) + 1)]


def spread(places: Sequence[float], apart: float, low: float, high: float) -> list[float]:
    """The places moved so that none is nearer to another than `apart`, in the same order, within bounds."""
    order = sorted(range(len(places)), key=lambda at: places[at])
    moved = list(places)
    floor = low
    for at in order:
        moved[at] = max(moved[at], floor)
        floor = moved[at] + apart
    ceiling = high
    for at in reversed(order):
        moved[at] = min(moved[at], ceiling)
        ceiling = moved[at] - apart
    return [round(place, 1) for place in moved]
