"""A statistics query: a measure, the sessions and groups, and the order and form of its rows.

Groups of numbers are sorted by size. Rows are written as JSON, lines of JSON or CSV.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Literal, TypeAlias, get_args

import msgspec
from msgspec import Struct

from domain.kernel.messages import Json
from service.queries.visible_scope import VisibleScope

# The order of a statistic's rows: by their groups, in which numbers are sorted by size, or by a figure.

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


def in_order(
    rows: Iterable[Mapping[str, Json]], order: str, measures: Collection[str] = ()
) -> list[Mapping[str, Json]]:
    """The rows in this order. measures: those by whose value rows can be ordered.

    By a figure, rows without it are last, and before them those with too few sessions; equal ones come in the
    order of their groups.
    """
    by, largest_first = order.removeprefix("-"), order.startswith("-")
    ordered = sorted(rows, key=_group)
    if by == "group":
        return ordered[::-1] if largest_first else ordered

    def figure(row: Mapping[str, Any]) -> Any:
        if by not in measures:
            return row[by]
        return None if row["measures"][by] is None else row["measures"][by]["value"]

    known = [row for row in ordered if figure(row) is not None]
    enough = [row for row in known if not row.get("too_few")]
    enough.sort(key=figure, reverse=largest_first)
    few = [row for row in known if row.get("too_few")]
    few.sort(key=figure, reverse=largest_first)
    return [*enough, *few, *(row for row in ordered if figure(row) is None)]


def _group(row: Mapping[str, Any]) -> list[tuple[bool, float, str]]:
    """Numbers by size before words, and round 10 behind round 9."""
    return [_place(str(value)) for value in row["group"].values()]


def _place(text: str) -> tuple[bool, float, str]:
    is_number = NUMBER.fullmatch(text) is not None
    return not is_number, float(text) if is_number else 0.0, text


ALL = "all"
"""Stands for the key of a game: all games together, and the measures that they have alike."""

# A question to the figures: a measure, over which sessions, in which groups.

Independent: TypeAlias = Literal["session", "player"]
"""What an interval counts as one observation: whatever lies within it may depend on each other."""


class StatisticsQuery(Struct, frozen=True):
    """A measure of a game over all sessions within reach that fulfil the filters, a row for each group.

    game: `all` for those that every game has alike. measures: several of them; `measure` is empty then.
    Rows come by `order_by`, with a `limit` so many after the first `skip`; as_of: of the page before this
    one. quantiles, histogram, least, difference: as the API has them.
    """

    game: str
    measure: str
    reach: VisibleScope
    group_by: tuple[str, ...] = ()
    filters: dict[str, str] = {}
    order_by: str = "group"
    limit: int | None = None
    independent: Independent = "session"
    measures: tuple[str, ...] = ()
    quantiles: tuple[float, ...] = ()
    histogram: int | None = None
    least: int | None = None
    difference: tuple[str, str] | None = None
    skip: int = 0
    as_of: int | None = None


# Rows in the form that somebody's program reads: JSON, lines of JSON, or CSV.

RowForm: TypeAlias = Literal["application/json", "application/x-ndjson", "text/csv"]
"""The media types of rows, the one that comes without asking first."""

LINES: RowForm = "application/x-ndjson"
CSV: RowForm = "text/csv"

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a formula begins with in one spreadsheet or another."""


def written(body: Mapping[str, Json], member: str, form: RowForm, *, bom: bool = True) -> bytes:
    """An answer whose rows are this member of it: whole as JSON, else the rows alone.

    bom: whether CSV begins with a byte order mark.
    """
    rows: Any = body[member]
    if form == LINES:
        return b"".join(msgspec.json.encode(row) + b"\n" for row in rows)
    if form == CSV:
        table = _csv([_flat(row) for row in rows])
        return table.encode("utf-8-sig" if bom and table else "utf-8")
    return msgspec.json.encode(body)


def _csv(rows: Sequence[Mapping[str, Json]]) -> str:
    """RFC 4180 with a head: a column for each member that any row has.

    Null is nothing; true and false are as in JSON; before a text that looks like a formula stands `'`.
    """
    columns = list(dict.fromkeys(name for row in rows for name in row))
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, columns)
    if not columns:
        return ""
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def _flat(row: Mapping[str, Any], before: str = "") -> dict[str, Json]:
    """Members of members in columns of their own (`group.color`), what is in a list too (`interval.0`)."""
    flat: dict[str, Json] = {}
    for name, value in row.items():
        if isinstance(value, Mapping):
            flat |= _flat(value, f"{before}{name}.")
        elif isinstance(value, list | tuple):
            flat |= _flat({str(place): one for place, one in enumerate(value)}, f"{before}{name}.")
        else:
            flat[before + name] = _cell(value)
    return flat


def _cell(value: Json) -> Json:
    """A spreadsheet takes a text that begins so for a formula: who named a seat would compute in it."""
    if isinstance(value, bool):
        return str(value).lower()
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value
