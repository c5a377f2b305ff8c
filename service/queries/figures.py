"""Figures: what one group of a measure's rows comes to."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from msgspec import Struct

from domain.kernel.messages import Json

NORMAL_95 = 1.959964


class Figure(Struct, frozen=True):
    """One group of a measure.

    group: what it is grouped by, with its values. value: Σ value ÷ Σ weight; total: Σ value.
    sessions, rows: how many count in it. least, most, mean, spread: of the rows, each divided by its weight.
    interval: of a share, Wilson's at 95 %. filters: what lists exactly those sessions.
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


def figure_of(row: Any, group_by: Sequence[str], filters: Mapping[str, str], *, share: bool) -> Figure:
    """The figure of a row of the statistics' query, under these filters."""
    group = group_of(row, group_by)
    value = row.value_sum / row.weight_sum if row.weight_sum else None
    return Figure(
        group=group,
        value=value,
        total=row.value_sum,
        sessions=row.sessions,
        rows=row.figures,
        least=row.least,
        most=row.most,
        mean=row.mean,
        spread=spread(row.ratios, row.mean, row.squares),
        interval=interval(value, row.weight_sum) if share else None,
        filters=narrowed(filters, group),
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


def interval(share: float | None, number: float) -> tuple[float, float] | None:
    """Wilson's interval of a share at 95 %."""
    if share is None or number <= 0 or not 0 <= share <= 1:
        return None
    square = NORMAL_95**2
    middle = (share + square / (2 * number)) / (1 + square / number)
    half = NORMAL_95 / (1 + square / number)
    half *= math.sqrt(share * (1 - share) / number + square / (4 * number**2))
    return max(0.0, middle - half), min(1.0, middle + half)
