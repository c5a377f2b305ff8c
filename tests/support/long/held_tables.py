"""What the tables database of a home holds, so that it can be compared with what it held before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import sqlalchemy as sa

from replays.databases import make_engine, reading
from service.backups.backup import register_rows
from tests.support.workers.serial import all_packed
from workers.builds import live_builds
from workers.projections import PROJECTIONS
from workers.read_models import HEADS, POSITIONS, SERIES, TIMELINE, series_tables, timeline_tables

PACKED = {SERIES: series_tables, TIMELINE: timeline_tables}
"""The tables of a build of projections whose rows are packed: how they are packed makes no difference."""


class Tables(NamedTuple):
    """served: rows by table, whichever build of it is served. secrets: of drawn sessions, with a digest in
    the log. registers: all others, which no digest guards."""

    served: Mapping[str, Sequence[str]]
    secrets: Sequence[str]
    registers: Sequence[str]


def tables_of(home: Path) -> Tables:
    """What is served, with how far it has come, and the registers. Raises whatever reading them does."""
    engine = make_engine(f"sqlite:///{home}/tables.db")
    try:
        with reading(engine).connect() as connection:
            rows = list(register_rows(connection))
            return Tables(
                dict(_served(connection)),
                [str((row.row["session"], row.row["secret"])) for row in rows if row.table == "openings"],
                [f"{row.table}: {row.row}" for row in rows],
            )
    finally:
        engine.dispose()


def served_otherwise(before: Tables, after: Tables) -> list[str]:
    """The tables whose rows are not served as before."""
    return [table for table, rows in before.served.items() if after.served.get(table) != rows]


def _served(connection: sa.Connection) -> Iterator[tuple[str, Sequence[str]]]:
    live = live_builds(connection)
    for projection in PROJECTIONS:
        build = live[projection.name]
        for table in projection.tables(build):
            name = table.name.removesuffix(f"_{build}")
            if projection.name in PACKED:
                packed = PACKED[projection.name](build)
                yield name, sorted(map(str, all_packed(connection, packed)))
            else:
                yield name, _rows(connection, sa.select(table))
        for kept in (POSITIONS, HEADS):
            here = (kept.c.projection == projection.name, kept.c.build == build)
            columns = [column for column in kept.c if column.name not in ("projection", "build")]
            yield f"{kept.name} of {projection.name}", _rows(connection, sa.select(*columns).where(*here))


def _rows(connection: sa.Connection, query: sa.Select[Any]) -> Sequence[str]:
    return sorted(str(tuple(row)) for row in connection.execute(query))
