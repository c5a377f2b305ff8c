"""The order of a statistic's rows: by their groups, in which numbers stand by size, or by a figure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Literal, TypeAlias, get_args

from domain.kernel.messages import Json

Order: TypeAlias = Literal[
    "group",
    "value",
    "total",
    "n",
    "rows",
    "min",
    "max",
    "mean",
    "spread",
    "-group",
    "-value",
    "-total",
    "-n",
    "-rows",
    "-min",
    "-max",
    "-mean",
    "-spread",
]
"""By what; with a minus the largest first."""

ORDERS: tuple[Order, ...] = get_args(Order)
NUMBER = re.compile(r"-?[0-9]{1,15}(\.[0-9]{1,15})?")


def in_order(rows: Iterable[Mapping[str, Json]], order: Order) -> list[Mapping[str, Json]]:
    """The rows in this order. Who has no such figure stands last; equal ones in the order of their groups."""
    by, largest_first = order.removeprefix("-"), order.startswith("-")
    ordered = sorted(rows, key=_group)
    if by == "group":
        return ordered[::-1] if largest_first else ordered
    known: Any = [row for row in ordered if row[by] is not None]
    known.sort(key=lambda row: row[by], reverse=largest_first)
    return [*known, *(row for row in ordered if row[by] is None)]


def _group(row: Mapping[str, Any]) -> list[tuple[bool, float, str]]:
    """Numbers by size before words, and round 10 behind round 9."""
    return [_place(str(value)) for value in row["group"].values()]


def _place(text: str) -> tuple[bool, float, str]:
    is_number = NUMBER.fullmatch(text) is not None
    return not is_number, float(text) if is_number else 0.0, text
