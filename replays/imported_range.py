"""Entries that a file brought: what may be said of their authors and times rests on whoever imported them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

Importer = Literal["owner", "opener", "command"]
"""Who imported: the owner of the session, somebody who may open sessions, or the command on the machine."""


class ImportedRange(Struct, frozen=True):
    """Entries `first` to `last` came from a file. at: when they were stored here, UTC, RFC 3339."""

    first: int
    last: int
    by: Importer
    at: str


def range_with(ranges: Iterable[ImportedRange], number: int) -> ImportedRange | None:
    """The range that this entry came in; None: it was recorded here."""
    return next((one for one in ranges if one.first <= number <= one.last), None)
