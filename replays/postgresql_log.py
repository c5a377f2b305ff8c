"""The SQL of a log on PostgreSQL: the library's recorder as Tablelog needs it.

Durable, in commit order, without gaps. Imported where such a log is opened: its driver costs each process a
fifteenth of a second and nine MiB.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar
from uuid import UUID

from eventsourcing.postgres import PostgresApplicationRecorder
from psycopg.rows import tuple_row
from psycopg.sql import SQL, Identifier, Literal

from replays.log_storage import NOT_EMPTY

ROWS_AT_ONCE = 1_000


class PostgresRecorder(PostgresApplicationRecorder):
    """The library's recorder over one server function, made by a migration, that takes the table lock.

    The lock makes the order of positions the order of commits, so that a reader that follows the log
    never passes an entry that is still being committed. The library's own function takes no lock.
    """

    columns: ClassVar[str] = "notification_id, originator_id, originator_version, topic, state"

    def __init__(self, datastore: Any, *, events_table_name: str = "stored_events") -> None:
        super().__init__(datastore, events_table_name=events_table_name)
        self.table = SQL("{}.{}").format(Identifier(datastore.schema), Identifier(events_table_name))

    def create_table(self) -> None:
        """Migrations make the table, the type and the function; here the type is made known."""
        self.datastore.register_type_adapters()

    def key(self, session: str) -> UUID:
        return UUID(session)

    def of_session(self, session: str, first: int, last: int, limit: int) -> list[Any]:
        """Up to `limit` rows of a session, its entries `first` to `last` in order; as `columns`."""
        which = "originator_id = %s AND originator_version BETWEEN %s AND %s ORDER BY originator_version"
        return self._rows(SQL(which), (self.key(session), first, last), limit)

    def since(self, position: int, limit: int) -> list[Any]:
        """Up to `limit` rows of the log after a position, in commit order; as `columns`."""
        return self._rows(SQL("notification_id > %s ORDER BY notification_id"), (position,), limit)

    def _rows(self, which: SQL, parameters: Sequence[Any], limit: int) -> list[Any]:
        query = SQL("SELECT {} FROM {} WHERE {} LIMIT {}").format(
            SQL(self.columns), self.table, which, Literal(limit)
        )
        with self.datastore.get_connection() as connection, connection.cursor() as cursor:
            cursor.row_factory = tuple_row  # type: ignore[assignment]
            return cursor.execute(query, parameters, prepare=True).fetchall()

    def session_keys(self) -> list[Any]:
        query = SQL("SELECT originator_id FROM {} GROUP BY originator_id ORDER BY min(notification_id)")
        with self.datastore.get_connection() as connection:
            return [row["originator_id"] for row in connection.execute(query.format(self.table))]

    def whole(self) -> Iterator[Any]:
        """Every row of the log as it stands now, a session after the other; in the order of `columns`."""
        query = SQL("SELECT {} FROM {} ORDER BY originator_id, originator_version").format(
            SQL(self.columns), self.table
        )
        with self.datastore.get_connection() as connection, connection.transaction():
            connection.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
            with connection.cursor("whole_log") as cursor:
                cursor.row_factory = tuple_row  # type: ignore[assignment]
                cursor.itersize = ROWS_AT_ONCE
                yield from cursor.execute(query)

    def fill(self, connection: Any, rows: Iterable[Sequence[Any]]) -> None:
        """Insert rows in the order of `columns`, in the transaction that this driver's connection is in.

        Raises `ValueError` if there are any already.
        """
        connection.execute(SQL("LOCK TABLE {} IN EXCLUSIVE MODE").format(self.table))
        if connection.execute(SQL("SELECT 1 FROM {} LIMIT 1").format(self.table)).fetchone() is not None:
            raise ValueError(NOT_EMPTY)
        copying = SQL("COPY {} ({}) FROM STDIN").format(self.table, SQL(self.columns))
        with connection.cursor() as cursor:
            with cursor.copy(copying) as copy:
                for row in rows:
                    copy.write_row(row)
            going_on = SQL(
                "SELECT setval(pg_get_serial_sequence(%s, 'notification_id'), max(notification_id)) "
                "FROM {} HAVING count(*) > 0"
            )
            cursor.execute(going_on.format(self.table), (self.table.as_string(connection),))
