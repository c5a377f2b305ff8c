"""How a projection's rows are written and cleared: past SQLAlchemy's care for each row."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from operator import itemgetter
from typing import Any

import msgspec
import sqlalchemy as sa

from workers.projections.projection import Row, SessionRows

MARKS = {"sqlite": "?", "postgresql": "%s"}
"""How the driver of a database marks the place of a value in a statement."""


def clear_whole(connection: sa.Connection, table: sa.Table, changes: Mapping[str, SessionRows]) -> None:
    """Delete the rows of the sessions that are written as a whole."""
    clear(connection, table, [session for session, change in changes.items() if change.whole])


def clear(connection: sa.Connection, table: sa.Table, sessions: Iterable[str]) -> None:
    """Delete the rows of these sessions."""
    if values := [(session,) for session in sessions]:
        statement = f'DELETE FROM "{table.name}" WHERE session = {MARKS[connection.dialect.name]}'
        connection.exec_driver_sql(statement, values)


def insert_many(connection: sa.Connection, table: sa.Table, rows: list[Row]) -> None:
    """Insert rows whose keys are new, past SQLAlchemy's care for each row: with COPY on PostgreSQL.

    Raises `RowRejected` when PostgreSQL does not take a row.
    """
    if not rows:
        return
    if connection.dialect.name == "postgresql":
        from workers.projections.copying import copy  # its driver costs every process a start

        copy(connection, table, [column.name for column in table.columns], _values(table, rows))
    else:
        statement = _insert_into(table, connection.dialect.name)
        connection.exec_driver_sql(statement, _values(table, rows))


def upsert(connection: sa.Connection, table: sa.Table, rows: list[Row]) -> None:
    """The same for rows whose keys may be there: they come in the place of those."""
    if rows:
        statement = _upsert_into(table, connection.dialect.name)
        connection.exec_driver_sql(statement, _values(table, rows))


def _values(table: sa.Table, rows: list[Row]) -> list[Any]:
    """The values of rows in the order of the table's columns, as the databases' drivers take them."""
    for column in table.columns:
        if isinstance(column.type, sa.JSON):
            for row in rows:
                row[column.name] = msgspec.json.encode(row[column.name]).decode()
    return list(map(itemgetter(*(column.name for column in table.columns)), rows))


@cache
def _insert_into(table: sa.Table, dialect: str) -> str:
    columns = ", ".join(f'"{column.name}"' for column in table.columns)
    marks = ", ".join([MARKS[dialect]] * len(table.columns))
    return f'INSERT INTO "{table.name}" ({columns}) VALUES ({marks})'


@cache
def _upsert_into(table: sa.Table, dialect: str) -> str:
    key = ", ".join(f'"{column.name}"' for column in table.primary_key)
    put = ", ".join(f'"{c.name}" = excluded."{c.name}"' for c in table.columns if not c.primary_key)
    return f"{_insert_into(table, dialect)} ON CONFLICT ({key}) DO UPDATE SET {put}"
