"""The SQL of a log on SQLite: the library's recorder as Tablelog needs it.

Durable, in commit order, without gaps but those of sessions that expired.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar, TypeAlias

from eventsourcing.persistence import IntegrityError, PersistenceError, StoredEvent
from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteCursor

from replays.expired import COLUMNS as OF_EXPIRED

Event: TypeAlias = StoredEvent
"""An entry as the library stores it."""

SQLITE_SYNCHRONOUS_FULL = 2
HIGHEST_NUMBER = (1 << 63) - 1
"""The highest number that an entry can have: both databases keep it in 64 bits, with a sign."""
NOT_EMPTY = "The log is not empty."


class SqliteRecorder(SQLiteApplicationRecorder):
    """The library's recorder with positions that VACUUM keeps, and leaner reading.

    A position is given once, also where the session that had the newest ones expired.
    """

    columns: ClassVar[str] = "position, originator_id, originator_version, topic, state"

    def __init__(self, datastore: Any, events_table_name: str = "stored_events") -> None:
        super().__init__(datastore, events_table_name)
        end = (
            f"max(coalesce((SELECT max(position) FROM {events_table_name}), 0), "
            "coalesce((SELECT max(last_position) FROM tablelog_expired), 0))"
        )
        self.select_max_notification_id_statement = f"SELECT {end}"
        self.insert_events_statement = (
            f"INSERT INTO {events_table_name} (position, originator_id, originator_version, topic, state) "
            f"VALUES ({end} + 1,?,?,?,?)"
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
        for event in stored_events:
            if event.originator_version == 1:
                c.execute("SELECT 1 FROM tablelog_expired WHERE session = ?", (event.originator_id,))
                if c.fetchone() is not None:
                    raise IntegrityError("a session of this id expired")
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

    def expired(self, number: int, limit: int) -> list[Any]:
        """Up to `limit` rows of sessions that expired, after this number."""
        statement = f"SELECT {OF_EXPIRED} FROM tablelog_expired WHERE number > ? ORDER BY number LIMIT ?"
        return self._all(statement, (number, limit))

    def expired_session(self, session: str) -> list[Any]:
        """The row of this session, if it expired."""
        return self._all(f"SELECT {OF_EXPIRED} FROM tablelog_expired WHERE session = ?", (session,))

    def held_since(self) -> list[Any]:
        """When this database began to count, as one row."""
        return self._all("SELECT at FROM tablelog_log_since", ())

    def _all(self, statement: str, parameters: Sequence[Any]) -> list[Any]:
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute(statement, parameters)
            return list(map(tuple, cursor.fetchall()))

    @contextmanager
    def whole(self) -> Iterator[tuple[list[Any], Iterator[Any]]]:
        """The rows of what expired, and every row of the log in the order of `columns`, both of one moment.

        A session comes after the other.
        """
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute(f"SELECT {OF_EXPIRED} FROM tablelog_expired ORDER BY number")
            expired = list(map(tuple, cursor.fetchall()))
            cursor.execute(
                f"SELECT {self.columns} FROM {self.events_table_name} "
                "ORDER BY originator_id, originator_version"
            )
            yield expired, iter(cursor.fetchone, None)

    def fill(self, connection: Any, rows: Iterable[Sequence[Any]], expired: Iterable[Sequence[Any]]) -> None:
        """Insert rows in the order of `columns`, in the transaction that this driver's connection is in.

        `expired`: rows in the order of theirs. Raises `ValueError` if there are any already.
        """
        for table in (self.events_table_name, "tablelog_expired"):
            if connection.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone() is not None:
                raise ValueError(NOT_EMPTY)
        connection.executemany(
            f"INSERT INTO {self.events_table_name} ({self.columns}) VALUES (?,?,?,?,?)", rows
        )
        marks = ",".join("?" * len(OF_EXPIRED.split(", ")))
        connection.executemany(f"INSERT INTO tablelog_expired ({OF_EXPIRED}) VALUES ({marks})", expired)


def beginnings(events: Sequence[StoredEvent]) -> Iterator[StoredEvent]:
    """The events, but openings, whose own session's event before is not among them."""
    there = {(event.originator_id, event.originator_version) for event in events}
    for event in events:
        before = (event.originator_id, event.originator_version - 1)
        if event.originator_version > 1 and before not in there:
            yield event
