"""Figures: what one group of a measure's rows comes to."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias
from urllib.parse import urlencode

from msgspec import Struct

from domain.kernel.messages import Json

NOTHING = (0.0, 0.0, 0.0, 0.0, 0.0)
NORMAL_95 = 1.959964
ROUNDING = 1e-12
"""A sum of squares this small, beside that of the weights, is what adding up leaves."""

Group: TypeAlias = dict[str, Json]


class Figure(Struct, frozen=True):
    """One group of a measure.

    group: what it is grouped by, with its values. value: Σ value ÷ Σ weight; total: Σ value.
    sessions, rows: how many sessions and figures count in it. least, most, mean, spread: of the units, seats
    or sessions, each divided by its weight.
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

    def as_json(self) -> dict[str, Json]:
        """The figure as it is answered."""
        return {
            "group": self.group,
            "value": self.value,
            "total": self.total,
            "n": self.sessions,
            "rows": self.rows,
            "min": self.least,
            "max": self.most,
            "mean": self.mean,
            "spread": self.spread,
            "interval": self.interval,
            "sessions": "/v1/sessions?" + urlencode(sorted(self.filters.items())),
        }


def figure_of(row: Any, group: Group, deviation: Any, filters: Mapping[str, str]) -> Figure:
    """The figure of units that carry their own weight. deviation: of a share, its sums of products."""
    value = row.value_sum / row.weight_sum if row.weight_sum else None
    mean = row.ratios / row.units if row.units else None
    return Figure(
        group=group,
        value=value,
        total=row.value_sum,
        sessions=row.sessions,
        rows=row.figures,
        least=row.least,
        most=row.most,
        mean=mean,
        spread=spread(row.units, mean, row.squares),
        interval=interval(value, row.weight_sum, deviation) if deviation is not None else None,
        filters=narrowed(filters, group),
    )


def counted_figure(row: Any, base: Any, group: Group, filters: Mapping[str, str]) -> Figure:
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
        sessions=base.sessions if base is not None else row.sessions,
        rows=row.figures if row is not None else 0,
        least=least if units else None,
        most=most if units else None,
        mean=mean,
        spread=spread(units, mean, squares),
        interval=None,
        filters=filters,
    )


def group_of(row: Any, group_by: Sequence[str]) -> dict[str, Json]:
    """What a row of the query is grouped by, with its values."""
    return {name: getattr(row, f"group_{place}") for place, name in enumerate(group_by)}


def narrowed(filters: Mapping[str, str], group: Mapping[str, Json]) -> dict[str, str]:
    """The filters that choose this group alone."""
    return {**filters, **{name: str(value) for name, value in group.items()}}


def spread(count: int, mean: float | None, squares: float | None) -> float | None:
    """The standard deviation of so many values, of their mean and the sum of their squares."""
    if count < 2 or mean is None or squares is None:
        return None
    return math.sqrt(max((squares - count * mean**2) / (count - 1), 0.0))


def interval(share: float | None, weight: float, deviation: Any) -> tuple[float, float] | None:
    """Wilson's interval of a share at 95 %, for as many observations as its variance speaks of.

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
