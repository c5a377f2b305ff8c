"""The figures of each group of a statistic, with their intervals, histograms and differences.

A unit is what a measure is counted for: a seat or a session. Its figures in a group are added up first,
so that least, most, mean and spread are those of units, however many figures each of them has.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias, overload
from urllib.parse import urlencode

from msgspec import Struct

from domain.kernel.messages import Json
from service.queries.filters import (
    FORMER,
)

# Figures: what one group of a measure's rows comes to.

NOTHING = (0.0, 0.0, 0.0, 0.0, 0.0)
NORMAL_95 = 1.959964
ROUNDING = 1e-12
"""A sum of squares this small, beside that of the weights, is what adding up leaves."""

DIGITS = 12
"""So many digits of a number are answered: the last of a double depend on the order of adding up."""

WHOLE = re.compile(r"0|-?[1-9][0-9]{0,14}", re.ASCII)

Group: TypeAlias = dict[str, Json]
GROUP = "group_{}"
"""The column of the group at that place."""


class Figure(Struct, frozen=True):
    """One group of a measure.

    group: what it is grouped by, with its values. value: Σ value ÷ Σ weight; total: Σ value.
    sessions, rows: how many sessions and figures count in it. least, most, mean, spread: of the units, seats
    or sessions, each divided by its weight. units: how many there are.
    interval: of a share, at 95 %. filters: what lists exactly those sessions.
    """

    group: Mapping[str, Json]
    value: float | None
    total: float
    sessions: int
    rows: int
    least: float | None
    most: float | None
    mean: float | None
    spread: float | None
    interval: tuple[float, float] | None
    filters: Mapping[str, str]
    units: int

    def as_json(self, numbers: Collection[str]) -> dict[str, Json]:
        """The figure as it is answered, but for its link: `sessions` has the filters of that.

        numbers: the names of groups whose values may be whole numbers.
        """
        return {
            "group": {
                name: as_number(value) if name in numbers else value for name, value in self.group.items()
            },
            "value": rounded(self.value),
            "total": rounded(self.total),
            "n": self.sessions,
            "rows": self.rows,
            "min": rounded(self.least),
            "max": rounded(self.most),
            "mean": rounded(self.mean),
            "spread": rounded(self.spread),
            "interval": None if self.interval is None else tuple(map(rounded, self.interval)),
            "sessions": dict(self.filters),
        }


def linked(row: Mapping[str, Any]) -> dict[str, Json]:
    """The row with the link that lists its sessions."""
    return {**row, "sessions": "/v1/sessions?" + urlencode(sorted(row["sessions"].items()))}


@overload
def rounded(number: float) -> float: ...


@overload
def rounded(number: float | None) -> float | None: ...


def rounded(number: float | None) -> float | None:
    """The number as it is answered."""
    return None if number is None else float(f"{number:.{DIGITS}g}")


def figure_of(row: Any, sessions: int, group: Group, deviation: Any, filters: Mapping[str, str]) -> Figure:
    """The figure of units that carry their own weight. deviation: of a share, its sums of products."""
    value = row.value_sum / row.weight_sum if row.weight_sum else None
    mean = row.ratios / row.units if row.units else None
    return Figure(
        group=group,
        value=value,
        total=row.value_sum,
        sessions=sessions,
        rows=row.figures,
        least=row.least,
        most=row.most,
        mean=mean,
        spread=spread(row.units, mean, row.squares),
        interval=interval(value, row.weight_sum, deviation) if deviation is not None else None,
        filters=narrowed(filters, group),
        units=row.units,
    )


def counted_figure(row: Any, base: Any, sessions: int, group: Group, filters: Mapping[str, str]) -> Figure:
    """The figure of a group that was counted over others, which `base` sums up.

    row: None where nothing was counted. base: None where nothing was looked at.
    """
    total, ratios, squares, least, most = (
        (row.value_sum, row.ratios or 0.0, row.squares or 0.0, row.least or 0.0, row.most or 0.0)
        if row is not None
        else NOTHING
    )
    units = base.units if base is not None else 0
    if row is None or row.units < units:
        least, most = min(least, 0.0), max(most, 0.0)
    mean = ratios / units if units else None
    return Figure(
        group=group,
        value=total / base.weight_sum if base is not None and base.weight_sum else None,
        total=total,
        sessions=sessions,
        rows=row.figures if row is not None else 0,
        least=least if units else None,
        most=most if units else None,
        mean=mean,
        spread=spread(units, mean, squares),
        interval=None,
        filters=filters,
        units=units,
    )


def as_number(value: Json) -> Json:
    """A whole number that is written as JSON writes it, as a number; any other value as it is."""
    return int(value) if isinstance(value, str) and WHOLE.fullmatch(value) else value


def group_of(row: Any, group_by: Sequence[str]) -> dict[str, Json]:
    """The group of a row: each name in `group_by` with its value."""
    return {name: getattr(row, GROUP.format(place)) for place, name in enumerate(group_by)}


def narrowed(filters: Mapping[str, str], group: Mapping[str, Json]) -> dict[str, str]:
    """The filters that choose this group alone."""
    return {**filters, **{FORMER.get(name, name): _as_filter(value) for name, value in group.items()}}


def _as_filter(value: Json) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def spread(count: int, mean: float | None, squares: float | None) -> float | None:
    """The standard deviation of so many values, of their mean and the sum of their squares."""
    if count < 2 or mean is None or squares is None:
        return None
    return math.sqrt(max((squares - count * mean**2) / (count - 1), 0.0))


def interval(share: float | None, weight: float, deviation: Any) -> tuple[float, float] | None:
    """Wilson's interval of a share at 95 %, for the number of observations that its variance implies.

    Dice of one game, or games of one player, may depend on each other: the variance is that between
    sessions or players (of the ratio of their sums). `deviation` has their number and sums of products.
    """
    if share is None or weight <= 0 or not 0 <= share <= 1:
        return None
    number = effective_number(share, weight, deviation)
    square = NORMAL_95**2
    middle = (share + square / (2 * number)) / (1 + square / number)
    half = NORMAL_95 / (1 + square / number)
    half *= math.sqrt(share * (1 - share) / number + square / (4 * number**2))
    return max(0.0, middle - half), min(1.0, middle + half)


def effective_number(share: float, weight: float, deviation: Any) -> float:
    """How many independent observations of 0 or 1 would vary as much as these do between each other.

    No more than there is weight; where all are alike, so that nothing can be said, as many as there are.
    """
    observations = deviation.observations
    left = deviation.values - 2 * share * deviation.products + share**2 * deviation.weights
    if observations < 2 or share in (0.0, 1.0) or left <= ROUNDING * deviation.weights:
        return float(min(observations, weight))
    variance = observations / (observations - 1) * left / weight**2
    return float(min(share * (1 - share) / variance, weight))


# Bins of a histogram.

STEPS = (1, 2, 2.5, 5, 10, 20, 25, 50)
"""The first numbers that the width of a bin may have."""


class Bins(NamedTuple):
    """Bins of the same width, each without its upper end but the last."""

    begin: float
    width: float
    number: int

    @property
    def edges(self) -> list[float]:
        """Where one bin ends and the next begins."""
        return [rounded(self.begin + place * self.width) for place in range(1, self.number)]

    def place(self, value: float) -> int:
        """The bin of a value."""
        return sum(value >= edge for edge in self.edges)


def bins_of(least: float, most: float, number: int) -> Bins:
    """So many bins with even ends that hold all values between these."""
    needed = (most - least) / number or 1.0
    power = math.floor(math.log10(needed))
    while True:
        for step in STEPS:
            width = rounded(step * 10.0**power)
            begin = rounded(math.floor(rounded(least / width)) * width)
            if width >= needed * (1 - 1e-9) and rounded(begin + number * width) >= most:
                return Bins(begin, width, number)
        power += 1


def in_bins(row: Any, units: int, bins: Bins) -> list[int]:
    """How many of a group's units are in each bin. row: None where nothing was counted: all count 0."""
    found = row.found if row is not None else 0
    below = [getattr(row, f"below_{place}") if row is not None else 0 for place in range(bins.number - 1)]
    numbers = [after - before for before, after in zip([0, *below], [*below, found], strict=True)]
    if units > found:
        numbers[bins.place(0.0)] += units - found
    return numbers


# The difference of two groups, with its interval at 95 %.

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
