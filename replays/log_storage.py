"""All SQL of the log: the library's recorders as Tablelog needs them.

Durable, in commit order, without gaps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar
from uuid import UUID

from eventsourcing.persistence import IntegrityError, PersistenceError, StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder
from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteCursor
from psycopg.rows import tuple_row
from psycopg.sql import SQL, Identifier, Literal

SQLITE_SYNCHRONOUS_FULL = 2
ROWS_AT_ONCE = 1_000
HIGHEST_NUMBER = (1 << 63) - 1
"""The highest number that an entry can have: both databases keep it in 64 bits, with a sign."""
NOT_EMPTY = "The log is not empty."


class SqliteRecorder(SQLiteApplicationRecorder):
    """The library's recorder with positions that VACUUM keeps, and leaner reading."""

    columns: ClassVar[str] = "position, originator_id, originator_version, topic, state"

    def __init__(self, datastore: Any, events_table_name: str = "stored_events") -> None:
        super().__init__(datastore, events_table_name)
        self.insert_events_statement = (
            f"INSERT INTO {events_table_name} (originator_id, originator_version, topic, state) "
            "VALUES (?,?,?,?)"
        )

    def create_table(self) -> None:
        """Migrations make the tables; here it is made sure that they are written through."""
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute("PRAGMA synchronous")
            if cursor.fetchone()[0] < SQLITE_SYNCHRONOUS_FULL:
                raise PersistenceError("this SQLite does not write through at commit (synchronous < FULL)")

    def _insert_events(
        self, c: SQLiteCursor, stored_events: Sequence[StoredEvent], **_: Any
    ) -> Sequence[int] | None:
        positions = super()._insert_events(c, stored_events)
        if not all(
            self._holds(c, event, event.originator_version - 1) for event in beginnings(stored_events)
        ):
            raise IntegrityError("the entry before is not in the log")
        return positions

    def _holds(self, cursor: SQLiteCursor, event: StoredEvent, version: int) -> bool:
        cursor.execute(
            f"SELECT 1 FROM {self.events_table_name} WHERE originator_id=? AND originator_version=?",
            (event.originator_id, version),
        )
        return cursor.fetchone() is not None

    def key(self, session: str) -> str:
        return session

    def of_session(self, session: str, first: int, last: int, limit: int) -> list[Any]:
        """Up to `limit` rows of a session, its entries `first` to `last` in order; as `columns`."""
        which = "originator_id = ? AND originator_version BETWEEN ? AND ? ORDER BY originator_version"
        return self._rows(which, (self.key(session), first, last), limit)

    def since(self, position: int, limit: int) -> list[Any]:
        """Up to `limit` rows of the log after a position, in commit order; as `columns`."""
        return self._rows("position > ? ORDER BY position", (position,), limit)

    def _rows(self, which: str, parameters: Sequence[Any], limit: int) -> list[Any]:
        query = f"SELECT {self.columns} FROM {self.events_table_name} WHERE {which} LIMIT {limit}"
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute(query, parameters)
            rows: list[Any] = cursor.fetchall()
            return rows

    def session_keys(self) -> list[Any]:
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute(
                f"SELECT originator_id, MIN(position) FROM {self.events_table_name} "
                "GROUP BY originator_id ORDER BY 2"
            )
            return [row[0] for row in cursor.fetchall()]

    def whole(self) -> Iterator[Any]:
        """Every row of the log as it stands now, a session after the other; in the order of `columns`."""
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute(
                f"SELECT {self.columns} FROM {self.events_table_name} "
                "ORDER BY originator_id, originator_version"
            )
            while (row := cursor.fetchone()) is not None:
                yield row

    def fill(self, connection: Any, rows: Iterable[Sequence[Any]]) -> None:
        """Insert rows in the order of `columns`, in the transaction that this driver's connection is in.

        Raises `ValueError` if there are any already.
        """
        if connection.execute(f"SELECT 1 FROM {self.events_table_name} LIMIT 1").fetchone() is not None:
            raise ValueError(NOT_EMPTY)
        connection.executemany(
            f"INSERT INTO {self.events_table_name} ({self.columns}) VALUES (?,?,?,?,?)", rows
        )


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


def beginnings(events: Sequence[StoredEvent]) -> Iterator[StoredEvent]:
    """The events, but openings, whose own session's event before is not among them."""
    there = {(event.originator_id, event.originator_version) for event in events}
    for event in events:
        before = (event.originator_id, event.originator_version - 1)
        if event.originator_version > 1 and before not in there:
            yield event
