"""The difference of two groups of a statistic, with its interval at 95 %."""

from __future__ import annotations

import math

from domain.kernel.messages import Json
from service.queries.figures import NORMAL_95, Figure, rounded

MANY = 30
"""From so many degrees of freedom on, a series says t more exactly than anybody needs."""
PARTS = 400
HALVINGS = 60


def difference(of: str, from_: str, figures: dict[str, Figure]) -> dict[str, Json] | None:
    """How much the first group is more than the second; None if one of them is missing.

    Shares with intervals: Newcombe's interval, from those of both. Others: Welch's, of the means of units.
    """
    one, other = figures.get(of), figures.get(from_)
    if one is None or other is None:
        return None
    interval: tuple[float, float] | None
    if one.interval is not None and other.interval is not None:
        value, interval = _of_shares(one, other)
    elif one.mean is not None and other.mean is not None:
        value, interval = one.mean - other.mean, _of_means(one, other)
    else:
        return None
    rounded_interval = None if interval is None else [rounded(bound) for bound in interval]
    return {"of": of, "from": from_, "value": rounded(value), "interval": rounded_interval}


def _of_shares(one: Figure, other: Figure) -> tuple[float, tuple[float, float]]:
    assert one.value is not None
    assert other.value is not None
    assert one.interval is not None
    assert other.interval is not None
    value = one.value - other.value
    below = math.hypot(one.value - one.interval[0], other.interval[1] - other.value)
    above = math.hypot(one.interval[1] - one.value, other.value - other.interval[0])
    return value, (value - below, value + above)


def _of_means(one: Figure, other: Figure) -> tuple[float, float] | None:
    """None where a group has only one unit: nothing tells how much they vary."""
    if one.spread is None or other.spread is None or one.mean is None or other.mean is None:
        return None
    value = one.mean - other.mean
    parts = [figure.spread**2 / figure.units for figure in (one, other) if figure.spread is not None]
    if not any(parts):
        return value, value
    freedom = sum(parts) ** 2 / sum(
        part**2 / (figure.units - 1) for part, figure in zip(parts, (one, other), strict=True)
    )
    half = t_95(freedom) * math.sqrt(sum(parts))
    return value - half, value + half


def t_95(freedom: float) -> float:
    """What Student's t with these degrees of freedom, 1 or more, stays below in 97.5 of 100 cases."""
    if freedom >= MANY:
        z, v = NORMAL_95, freedom
        series = (z**3 + z) / (4 * v) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v**2)
        series += (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * v**3)
        return z + series
    half = math.sqrt(math.pi) / 2 * math.exp(math.lgamma(freedom / 2) - math.lgamma((freedom + 1) / 2))
    low, high = 0.0, math.pi / 2
    for _ in range(HALVINGS):
        angle = (low + high) / 2
        if _area(angle, freedom - 1) < 0.95 * half:
            low = angle
        else:
            high = angle
    return math.sqrt(freedom) * math.tan((low + high) / 2)


def _area(angle: float, power: float) -> float:
    """The integral of cos^power from 0 to the angle, by Simpson's rule."""
    step = angle / PARTS
    heights: list[float] = [math.cos(place * step) ** power for place in range(PARTS + 1)]
    return step / 3 * (heights[0] + heights[-1] + 4 * sum(heights[1:-1:2]) + 2 * sum(heights[2:-1:2]))
