"""Rows put into PostgreSQL with COPY, which only its own driver can. Imported where there is one."""

from __future__ import annotations

from typing import Any

import psycopg
import sqlalchemy as sa
from psycopg.sql import SQL, Identifier

from workers.projections.projection import RowRejected


def copy(connection: sa.Connection, table: sa.Table, names: list[str], values: list[Any]) -> None:
    """Insert rows with COPY, their values in the order of these columns. Raises `RowRejected`."""
    statement = SQL("COPY {} ({}) FROM STDIN").format(
        Identifier(table.name), SQL(", ").join(map(Identifier, names))
    )
    driver: Any = connection.connection.driver_connection
    try:
        with driver.cursor() as cursor, cursor.copy(statement) as copying:
            for row in values:
                copying.write_row(row)
    except psycopg.OperationalError:
        raise
    except psycopg.Error as error:
        raise RowRejected(repr(error)) from error
