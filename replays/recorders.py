"""The library's recorders, as Tablelog needs them: durable, in commit order, without gaps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar
from uuid import UUID

from eventsourcing.persistence import IntegrityError, PersistenceError, StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder
from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteCursor
from psycopg.rows import tuple_row
from psycopg.sql import SQL, Identifier

SQLITE_SYNCHRONOUS_FULL = 2
CREATION_LOCK = 0x7461626C656C6F67
"""Key of the advisory lock under which processes that start together create the tables one by one."""


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
            "IF EXISTS (SELECT FROM unnest(events) AS new WHERE new.originator_version > 1 "
            "AND NOT EXISTS (SELECT FROM unnest(events) AS before WHERE "
            "before.originator_id = new.originator_id AND "
            "before.originator_version = new.originator_version - 1) "
            "AND NOT EXISTS (SELECT FROM {table} AS before WHERE "
            "before.originator_id = new.originator_id AND "
            "before.originator_version = new.originator_version - 1)) THEN "
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


def beginnings(events: Sequence[StoredEvent]) -> Iterator[StoredEvent]:
    """The events, but openings, whose own session's event before is not among them."""
    there = {(event.originator_id, event.originator_version) for event in events}
    for event in events:
        before = (event.originator_id, event.originator_version - 1)
        if event.originator_version > 1 and before not in there:
            yield event
