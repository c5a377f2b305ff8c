"""The event log, on SQLite or PostgreSQL. The only module that knows the event-sourcing library."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any, ClassVar
from urllib.parse import parse_qs, unquote, urlsplit
from uuid import UUID

from eventsourcing.persistence import (
    InfrastructureFactory,
    IntegrityError,
    PersistenceError,
    StoredEvent,
)
from eventsourcing.postgres import PostgresApplicationRecorder
from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteCursor
from eventsourcing.utils import Environment
from msgspec import Struct
from psycopg.rows import tuple_row
from psycopg.sql import SQL, Identifier

from domain.kernel.entries import StoredEntry

LOG_NAME = "Tablelog"
PAGE = 2_000
POOL_SIZE = 2
CONNECT_TIMEOUT_SECONDS = 2
LOCK_TIMEOUT_SECONDS = 5
SQLITE_BUSY_TIMEOUT_SECONDS = 15
SQLITE_SYNCHRONOUS_FULL = 2
CREATION_LOCK = 0x7461626C656C6F67
"""Key of the advisory lock under which processes that start together create the tables one by one."""


class LogEntry(Struct, frozen=True, gc=False):
    """An entry as the log holds it. `position` is its place in the whole log, in commit order."""

    position: int
    session: str
    number: int
    topic: str
    body: bytes
    digest: str


class Conflict(Exception):
    """Somebody else appended first, or the entry before the first one is not there."""


class Unavailable(Exception):
    """The database cannot be reached or refused the work. Whether the entries are stored is unknown."""


class SqliteRecorder(SQLiteApplicationRecorder):
    """The library's recorder with positions that VACUUM keeps, and leaner reading."""

    columns: ClassVar[str] = "position, originator_id, originator_version, topic, state"
    position_column: ClassVar[str] = "position"
    placeholder: ClassVar[str] = "?"

    def __init__(self, datastore: Any, events_table_name: str = "stored_events") -> None:
        super().__init__(datastore, events_table_name)
        self.insert_events_statement = (
            f"INSERT INTO {events_table_name} (originator_id, originator_version, topic, state) "
            "VALUES (?,?,?,?)"
        )

    def construct_create_table_statements(self) -> list[str]:
        return [
            f"CREATE TABLE IF NOT EXISTS {self.events_table_name} ("
            "position INTEGER PRIMARY KEY, originator_id TEXT NOT NULL, originator_version INTEGER NOT NULL, "
            "topic TEXT NOT NULL, state BLOB NOT NULL, UNIQUE (originator_id, originator_version))"
        ]

    def create_table(self) -> None:
        super().create_table()
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute("PRAGMA synchronous")
            if cursor.fetchone()[0] < SQLITE_SYNCHRONOUS_FULL:
                raise PersistenceError("this SQLite does not write through at commit (synchronous < FULL)")

    def _insert_events(
        self, c: SQLiteCursor, stored_events: Sequence[StoredEvent], **_: Any
    ) -> Sequence[int] | None:
        positions = super()._insert_events(c, stored_events)
        first = stored_events[0]
        if first.originator_version > 1 and not self._holds(c, first, first.originator_version - 1):
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

    def turn_to_write(self) -> AbstractContextManager[object]:
        """One thread at a time: SQLite lets waiting writers sleep for far longer than a write takes."""
        return threading.Lock()

    def rows(self, where: str, parameters: Sequence[Any], tail: str) -> list[Any]:
        """Rows of the log, in the order of `columns`."""
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute(f"SELECT {self.columns} FROM {self.events_table_name} {where} {tail}", parameters)
            rows: list[Any] = cursor.fetchall()
            return rows

    def session_keys(self) -> list[Any]:
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute(
                f"SELECT originator_id, MIN(position) FROM {self.events_table_name} "
                "GROUP BY originator_id ORDER BY 2"
            )
            return [row[0] for row in cursor.fetchall()]


class PostgresRecorder(PostgresApplicationRecorder):
    """The library's recorder with one server function that takes the table lock, and no NOTIFY.

    The lock makes the order of positions the order of commits, so that a reader that follows the log
    never passes an entry that is still being committed. The library's own function takes no lock.
    """

    columns: ClassVar[str] = "notification_id, originator_id, originator_version, topic, state"
    position_column: ClassVar[str] = "notification_id"
    placeholder: ClassVar[str] = "%s"

    def __init__(self, datastore: Any, *, events_table_name: str = "stored_events") -> None:
        super().__init__(datastore, events_table_name=events_table_name)
        self.table = SQL("{}.{}").format(Identifier(datastore.schema), Identifier(events_table_name))
        self.sql_create_statements[self.create_insert_function_statement_index] = SQL(
            "CREATE OR REPLACE FUNCTION {schema}.{function}(events {schema}.{event}[]) RETURNS SETOF bigint "
            "LANGUAGE plpgsql AS $BODY$ BEGIN "
            "SET LOCAL lock_timeout = '{lock_timeout}s'; "
            "LOCK TABLE {table} IN EXCLUSIVE MODE; "
            "IF events[1].originator_version > 1 AND NOT EXISTS (SELECT FROM {table} AS before WHERE "
            "before.originator_id = events[1].originator_id AND "
            "before.originator_version = events[1].originator_version - 1) THEN "
            "RAISE EXCEPTION 'the entry before is not in the log' "
            "USING ERRCODE = 'integrity_constraint_violation'; END IF; "
            "RETURN QUERY INSERT INTO {table} AS t (originator_id, originator_version, topic, state) "
            "SELECT originator_id, originator_version, topic, state FROM unnest(events) "
            "RETURNING notification_id; END; $BODY$"
        ).format(
            schema=Identifier(datastore.schema),
            function=Identifier(self.pg_function_name_insert_events),
            event=Identifier(self.stored_event_type_name),
            table=self.table,
            lock_timeout=datastore.lock_timeout,
        )

    def create_table(self) -> None:
        with self.datastore.get_connection() as connection:
            connection.execute("SELECT pg_advisory_lock(%s)", (CREATION_LOCK,))
            try:
                super().create_table()
            finally:
                connection.execute("SELECT pg_advisory_unlock(%s)", (CREATION_LOCK,))

    def key(self, session: str) -> UUID:
        return UUID(session)

    def turn_to_write(self) -> AbstractContextManager[object]:
        """The server queues its writers fairly."""
        return nullcontext()

    def rows(self, where: str, parameters: Sequence[Any], tail: str) -> list[Any]:
        """Rows of the log, in the order of `columns`."""
        query = SQL("SELECT {} FROM {} {} {}").format(
            SQL(self.columns),
            self.table,
            SQL(where),
            SQL(tail),
        )
        with self.datastore.get_connection() as connection, connection.cursor() as cursor:
            cursor.row_factory = tuple_row  # type: ignore[assignment]
            return cursor.execute(query, parameters, prepare=True).fetchall()

    def session_keys(self) -> list[Any]:
        query = SQL("SELECT originator_id FROM {} GROUP BY originator_id ORDER BY min(notification_id)")
        with self.datastore.get_connection() as connection:
            return [row["originator_id"] for row in connection.execute(query.format(self.table))]


class EventStore:
    """The log of all sessions: append-only, in commit order. Safe to share between threads, not forks."""

    def __init__(self, factory: InfrastructureFactory[Any]) -> None:
        self._factory = factory
        self._recorder: SqliteRecorder | PostgresRecorder = factory.application_recorder()  # type: ignore[assignment]
        self._turn_to_write: AbstractContextManager[object] = self._recorder.turn_to_write()

    @classmethod
    def open(cls, url: str) -> EventStore:
        """The log at `sqlite:///absolute/path` or `postgresql://user:password@host:port/database`.

        Creates the tables. Raises `ValueError` for another URL, `Unavailable`.
        """
        environment = Environment(LOG_NAME, settings_of(url))
        with _reaching():
            return cls(InfrastructureFactory.construct(environment))

    def append(self, session: str, first: int, stored: Sequence[StoredEntry]) -> int:
        """Store the entries `first`, `first + 1` … of a session in one durable transaction.

        Returns the position of the last. Raises `Conflict`, `Unavailable`, and `ValueError` for a
        session id that is no UUID. Storing the very same entries again is no conflict: a connection
        may be lost after the commit and before the answer.
        """
        if not is_session_id(session):
            raise ValueError(f"{session!r} is not the id of a session")
        key = self._recorder.key(session)
        events = [
            StoredEvent(key, first + place, entry.topic, entry.body + b"\n" + entry.digest.encode())
            for place, entry in enumerate(stored)
        ]
        try:
            with _reaching(), self._turn_to_write:
                positions = self._recorder.insert_events(events)
        except IntegrityError as error:
            there = list(self.read(session, first, first + len(stored) - 1))
            if [(entry.topic, entry.body, entry.digest) for entry in there] != [
                (entry.topic, entry.body, entry.digest) for entry in stored
            ]:
                raise Conflict(f"{session} has moved on past entry {first - 1}") from error
            return there[-1].position
        assert positions
        return positions[-1]

    def read(self, session: str, first: int = 1, last: int | None = None) -> Iterator[LogEntry]:
        """The session's entries `first` to `last`, in order; none for an unknown session."""
        if not is_session_id(session):
            return
        key, mark = self._recorder.key(session), self._recorder.placeholder
        where = (
            f"WHERE originator_id = {mark} AND originator_version >= {mark} AND originator_version <= {mark}"
        )
        end = last if last is not None else (1 << 62)
        while first <= end:
            with _reaching():
                rows = self._recorder.rows(
                    where, (key, first, end), f"ORDER BY originator_version LIMIT {PAGE}"
                )
            yield from map(_entry, rows)
            if len(rows) < PAGE:
                return
            first = rows[-1][2] + 1

    def since(self, position: int, limit: int) -> list[LogEntry]:
        """Up to `limit` entries of all sessions after `position`, in commit order."""
        column = self._recorder.position_column
        with _reaching():
            rows = self._recorder.rows(
                f"WHERE {column} > {self._recorder.placeholder}",
                (position,),
                f"ORDER BY {column} LIMIT {int(limit)}",
            )
        return list(map(_entry, rows))

    def position(self) -> int:
        """The position of the newest entry, 0 when there is none."""
        with _reaching():
            return self._recorder.max_notification_id() or 0

    def sessions(self) -> Iterator[str]:
        """The ids of all sessions, oldest first."""
        with _reaching():
            keys = self._recorder.session_keys()
        return map(str, keys)

    def close(self) -> None:
        """Give the connections back."""
        self._factory.close()


@contextmanager
def _reaching() -> Iterator[None]:
    """Turns the library's errors, but for integrity, into `Unavailable`."""
    try:
        yield
    except IntegrityError:
        raise
    except PersistenceError as error:
        raise Unavailable(str(error)) from error


def _entry(row: Any) -> LogEntry:
    position, session, number, topic, state = row
    body, _, digest = bytes(state).rpartition(b"\n")
    return LogEntry(position, str(session), number, topic, body, digest.decode("ascii", "replace"))


def is_session_id(session: str) -> bool:
    """Whether this is a UUID in its one canonical spelling."""
    try:
        return str(UUID(session)) == session
    except ValueError:
        return False


def settings_of(url: str) -> dict[str, str]:
    """The library's settings for a log URL. Raises `ValueError` with what is wrong with it."""
    parts = urlsplit(url)
    scheme = parts.scheme.partition("+")[0]
    if scheme == "sqlite":
        path = unquote(parts.path)[1:] if parts.path.startswith("//") else unquote(parts.path)
        if parts.netloc or parts.query or not path.startswith("/") or path == "/":
            raise ValueError(f"{url!r}: an SQLite log is given as sqlite:////absolute/path/log.db")
        return {
            "PERSISTENCE_MODULE": "eventsourcing.sqlite",
            "APPLICATION_RECORDER_TOPIC": f"{__name__}:{SqliteRecorder.__name__}",
            "SQLITE_DBNAME": path,
            "SQLITE_LOCK_TIMEOUT": str(SQLITE_BUSY_TIMEOUT_SECONDS),
        }
    if scheme != "postgresql":
        raise ValueError(f"the log lives in sqlite:// or postgresql://, not in {parts.scheme or url!r}://")
    return _postgresql_settings(url)


def _postgresql_settings(url: str) -> dict[str, str]:
    parts = urlsplit(url)
    query = {name: values[-1] for name, values in parse_qs(parts.query).items()}
    host, port = query.pop("host", parts.hostname), query.pop("port", parts.port or 5432)
    if query or not host or parts.path in ("", "/"):
        raise ValueError(
            f"{parts.hostname or 'postgresql'}: a log URL names host and database, and has no parameters "
            "but host and port; other settings come from libpq's own variables (PGSSLMODE …)"
        )
    return {
        "PERSISTENCE_MODULE": "eventsourcing.postgres",
        "APPLICATION_RECORDER_TOPIC": f"{__name__}:{PostgresRecorder.__name__}",
        "POSTGRES_DBNAME": unquote(parts.path[1:]),
        "POSTGRES_HOST": host,
        "POSTGRES_PORT": str(port),
        "POSTGRES_USER": unquote(parts.username or "postgres"),
        "POSTGRES_PASSWORD": unquote(parts.password or ""),
        "POSTGRES_POOL_SIZE": str(POOL_SIZE),
        "POSTGRES_CONNECT_TIMEOUT": str(CONNECT_TIMEOUT_SECONDS),
        "POSTGRES_LOCK_TIMEOUT": str(LOCK_TIMEOUT_SECONDS),
        "POSTGRES_ENABLE_DB_FUNCTIONS": "y",
    }
