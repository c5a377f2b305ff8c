"""Rows of a session kept together: a stretch of its entries is one row, with deflated columns.

While a session goes on, each pull adds a piece. The pieces of a stretch become one as soon as it is full, and
those of a whole session once it has ended. All figures of a session are one row.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice, repeat
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from workers.projections.projection import Row, RowRejected, SessionRows
from workers.projections.writing import clear_whole, insert_many
from workers.read_models import PackedTable

STRETCH = 64
"""So many entries lie in one row at least, but for the last ones of a session that goes on."""
ENDED: list[Row] = [{"ended": True}]
"""What a projection sums a session up to whose rows are to be put together."""

Retractions = Sequence[tuple[int, int]]
Retract = Callable[[list[Row], Retractions], list[Row]]


class PackedRowsDamaged(RowRejected):
    """The bytes of packed rows are not those that were written."""


def deflated(columns: Sequence[str], rows: Sequence[Row]) -> bytes:
    """The columns of these rows, deflated."""
    return zlib.compress(msgspec.msgpack.encode([[row[name] for row in rows] for name in columns]))


def inflated(packed: bytes) -> list[list[Any]]:
    """The columns again. Raises `PackedRowsDamaged`."""
    try:
        return msgspec.msgpack.decode(zlib.decompress(packed), type=list[list[Any]])
    except (zlib.error, msgspec.DecodeError) as error:
        raise PackedRowsDamaged(str(error)) from error


class _Figures(Struct, frozen=True, array_like=True):
    """The figures of a session, those of a measure after each other.

    kinds: for each measure its key, its dimensions and how many it has. dimensions: of each measure, one
    dimension of all its figures after the other. Whole numbers take less room than fractions.
    """

    kinds: list[tuple[str, list[str], int]]
    seats: list[str]
    values: list[int | float]
    weights: list[int | float]
    dimensions: list[str | None]


class SessionFigure(NamedTuple):
    """The figure of a measure that a seat or a session has."""

    measure: str
    seat: str
    value: float
    weight: float
    dimensions: dict[str, str | None]


def pack_figures(figures: Iterable[SessionFigure]) -> bytes:
    """The figures of a session, deflated."""
    by_kind: dict[tuple[str, ...], list[SessionFigure]] = {}
    for figure in figures:
        by_kind.setdefault((figure.measure, *figure.dimensions), []).append(figure)
    ordered = [figure for own in by_kind.values() for figure in own]
    packed = _Figures(
        kinds=[(measure, names, len(own)) for (measure, *names), own in by_kind.items()],
        seats=[figure.seat for figure in ordered],
        values=[_short(figure.value) for figure in ordered],
        weights=[_short(figure.weight) for figure in ordered],
        dimensions=[
            one.dimensions[name] for (_, *names), own in by_kind.items() for name in names for one in own
        ],
    )
    return zlib.compress(msgspec.msgpack.encode(packed))


def unpack_figures(packed: bytes) -> Iterator[SessionFigure]:
    """The figures again. Raises `PackedRowsDamaged`.

    A build of version 10, which is served until this version has made its own, has a column for each member.
    """
    found = inflated(packed)
    if found[0] and isinstance(found[0][0], str):
        yield from (SessionFigure(*values) for values in zip(*found, strict=True))
        return
    kinds, seats, figures, weights, dimensions = found
    own = zip(seats, map(float, figures), map(float, weights), strict=True)
    of_dimensions = iter(dimensions)
    for measure, names, number in kinds:
        columns = [list(islice(of_dimensions, number)) for _ in names]
        rows = zip(*columns, strict=True) if names else repeat((), number)
        for values, (seat, value, weight) in zip(rows, islice(own, number), strict=True):
            yield SessionFigure(measure, seat, value, weight, dict(zip(names, values, strict=True)))


def _short(number: float) -> int | float:
    return int(number) if float(number).is_integer() else number


def pack(table: PackedTable, rows: Sequence[Row]) -> Row:
    """These rows of one session, in the order of their entries, as one row of the table."""
    return {
        "session": rows[0]["session"],
        "first": rows[0]["entry"],
        "last": rows[-1]["entry"],
        "packed": deflated(table.columns, rows),
    }


def unpack(table: PackedTable, session: str, packed: bytes) -> list[Row]:
    """The rows again. Raises `PackedRowsDamaged`."""
    try:
        columns = inflated(packed)
    except PackedRowsDamaged as error:
        raise PackedRowsDamaged(f"{table.rows.name}: the rows of {session} are damaged: {error}") from error
    names = table.columns
    return [
        {"session": session, **dict(zip(names, values, strict=True))} for values in zip(*columns, strict=True)
    ]


def packed_rows(connection: sa.Connection, table: PackedTable, session: str) -> list[Row]:
    """All rows of the session, in the order of its entries. Raises `PackedRowsDamaged`."""
    rows = table.rows
    query = sa.select(rows.c.packed).where(rows.c.session == session).order_by(rows.c.first)
    return [row for packed in connection.scalars(query) for row in unpack(table, session, packed)]


def write_packed(
    connection: sa.Connection, table: PackedTable, changes: Mapping[str, SessionRows], retract: Retract
) -> None:
    """Bring the table to where the changes lead. retract: what becomes of rows that were written before.

    Raises `RowRejected`.
    """
    clear_whole(connection, table.rows, changes)
    pieces = []
    for session, change in changes.items():
        rows = change.rows
        if change.whole:
            before = []
        elif change.summary:
            before = _taken(connection, table, session, table.rows.c.first > 0)
        elif change.retractions:
            least = min(to for to, _ in change.retractions)
            before = _taken(connection, table, session, table.rows.c.last > least)
        elif rows and (begin := _stretch(rows[0]["entry"])) != _stretch(rows[-1]["entry"] + 1):
            before = _taken(connection, table, session, table.rows.c.first > begin * STRETCH)
        else:
            before = []
        if change.retractions:
            before = retract(before, change.retractions)
        if before or rows:
            pieces.append(pack(table, [*before, *rows]))
    insert_many(connection, table.rows, pieces)


def _stretch(entry: int) -> int:
    return (entry - 1) // STRETCH


def _taken(
    connection: sa.Connection, table: PackedTable, session: str, which: sa.ColumnElement[bool]
) -> list[Row]:
    """The rows in these pieces, which are deleted."""
    rows = table.rows
    own = (rows.c.session == session) & which
    found = connection.execute(sa.select(rows.c.packed).where(own).order_by(rows.c.first)).scalars().all()
    if found:
        connection.execute(sa.delete(rows).where(own))
    return [row for packed in found for row in unpack(table, session, packed)]
