"""Rows in the form that somebody's program reads: JSON, lines of JSON, or CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias

import msgspec

from domain.kernel.messages import Json

RowForm: TypeAlias = Literal["application/json", "application/x-ndjson", "text/csv"]
"""The media types of rows, the one that comes without asking first."""

LINES: RowForm = "application/x-ndjson"
CSV: RowForm = "text/csv"

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a formula begins with in one spreadsheet or another."""


def written(body: Mapping[str, Json], member: str, form: RowForm) -> bytes:
    """An answer whose rows are this member of it: whole as JSON, else the rows alone."""
    rows: Any = body[member]
    if form == LINES:
        return b"".join(msgspec.json.encode(row) + b"\n" for row in rows)
    if form == CSV:
        return _csv([_flat(row) for row in rows])
    return msgspec.json.encode(body)


def _csv(rows: Sequence[Mapping[str, Json]]) -> bytes:
    """RFC 4180, in UTF-8, with a head: a column for each member that any row has.

    A byte order mark comes first: without it Excel reads the file in its local encoding.

    Null is nothing; true and false are as in JSON; before a text that looks like a formula stands `'`.
    """
    columns = list(dict.fromkeys(name for row in rows for name in row))
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, columns)
    if not columns:
        return b""
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode("utf-8-sig")


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
