"""The SQL of a log on PostgreSQL: the library's recorder as Tablelog needs it.

Durable, in commit order. Imported where such a log is opened: its driver costs each process a
fifteenth of a second and nine MiB.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar, Self
from uuid import UUID

from eventsourcing.persistence import InterfaceError, OperationalError, StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder
from eventsourcing.utils import retry
from psycopg import Connection
from psycopg.rows import tuple_row
from psycopg.sql import SQL, Composed, Identifier, Literal

from replays.addresses import last_reached_first, reached
from replays.log_storage import COLUMNS as OF_EXPIRED
from replays.log_storage import NOT_EMPTY, PLACE_OF_PART, Event, digits_of

ROWS_AT_ONCE = 1_000


class LogConnection(Connection[Any]):
    """A connection to the log, at the host that was reached last if there are several."""

    @classmethod
    def connect(cls, conninfo: str = "", **parameters: Any) -> Self:
        """As `psycopg.Connection.connect`."""
        connection = super().connect(conninfo, **last_reached_first(parameters))
        reached(parameters, connection.info.host, connection.info.port)
        return connection


class PostgresRecorder(PostgresApplicationRecorder):
    """The library's recorder over one server function, made by a migration, that takes the table lock.

    The lock makes the order of positions the order of commits, so that a reader that follows the log
    never passes an entry that is still being committed. The library's own function takes no lock.

    early: the commit of an append does not wait for the disk or a standby, so the lock is released at once.
    A second commit waits for both, together with everybody else's, before anybody is answered.
    """

    early: bool = False

    columns: ClassVar[str] = "notification_id, originator_id, originator_version, topic, state"

    def __init__(self, datastore: Any, *, events_table_name: str = "stored_events") -> None:
        super().__init__(datastore, events_table_name=events_table_name)
        self.table = SQL("{}.{}").format(Identifier(datastore.schema), Identifier(events_table_name))
        self.appending = SQL("SELECT {}.tablelog_append(%s, %s)").format(Identifier(datastore.schema))
        self.appending_early = SQL("SELECT {}.tablelog_append_early(%s, %s)").format(
            Identifier(datastore.schema)
        )
        # This commit is as durable as the operator's `synchronous_commit` says. The database's own log is
        # written in order, so what was committed before it is as durable.
        self.confirming = SQL("SELECT pg_logical_emit_message(true, 'tablelog', '')")
        self.gone = SQL("{}.tablelog_expired").format(Identifier(datastore.schema))
        self.held = SQL("{}.tablelog_log_since").format(Identifier(datastore.schema))
        self.max_notification_id_statement = SQL(
            "SELECT greatest((SELECT max(notification_id) FROM {}), "
            "(SELECT max(last_position) FROM {})) AS max"
        ).format(self.table, self.gone)

    def create_table(self) -> None:
        """Register the type. Migrations make the table, the type and the function."""
        self.datastore.register_type_adapters()

    @retry((InterfaceError, OperationalError), max_attempts=10, wait=0.2)
    def insert_events(self, stored_events: Sequence[StoredEvent], **_: Any) -> Sequence[int] | None:
        """Store these events in one transaction; their positions. Raises `IntegrityError`.

        The events are durable then. `early`: so is everything that others had appended; `stored_events` may
        be empty. After another error they may be stored without being durable.
        """
        events = [
            self.construct_pg_stored_event(
                originator_id=event.originator_id,
                originator_version=event.originator_version,
                topic=event.topic,
                state=event.state,
            )
            for event in stored_events
        ]
        follows = [event.follows if isinstance(event, Event) else None for event in stored_events]
        with self.datastore.get_connection() as connection, connection.cursor() as cursor:
            cursor.row_factory = tuple_row  # type: ignore[assignment]
            appending = self.appending_early if self.early else self.appending
            rows: list[Any] = []
            if events:
                rows = cursor.execute(appending, (events, follows), prepare=True).fetchall()
            if self.early:
                cursor.execute(self.confirming, prepare=True)
        return [position for (position,) in rows]

    def key(self, session: str) -> UUID:
        return UUID(session)

    def of_session(self, session: str, first: int, last: int, limit: int) -> list[Any]:
        """Up to `limit` rows of a session, its entries `first` to `last` in order; as `columns`."""
        which = "originator_id = %s AND originator_version BETWEEN %s AND %s ORDER BY originator_version"
        return self._rows(SQL(which), (self.key(session), first, last), limit)

    def since(self, position: int, limit: int, parts: Sequence[int] | None = None) -> list[Any]:
        """Up to `limit` rows of the log, or of parts of it, after a position, in commit order: `columns`.

        The rows of other parts are passed over: an index of parts would cost every append more than that.
        """
        if parts is None:
            return self._rows(SQL("notification_id > %s ORDER BY notification_id"), (position,), limit)
        which = SQL(
            "substr(originator_id::text, {}, 1) = ANY(%s) AND notification_id > %s ORDER BY notification_id"
        ).format(Literal(PLACE_OF_PART))
        return self._rows(which, (digits_of(parts), position), limit)

    def since_in(self, sessions: Collection[str], position: int, limit: int) -> list[Any]:
        """Up to `limit` rows of these sessions after a position, in commit order: `columns`."""
        which = SQL("originator_id = ANY(%s) AND notification_id > %s ORDER BY notification_id")
        return self._rows(which, ([self.key(one) for one in sessions], position), limit)

    def _rows(self, which: SQL | Composed, parameters: Sequence[Any], limit: int) -> list[Any]:
        query = SQL("SELECT {} FROM {} WHERE {} LIMIT {}").format(
            SQL(self.columns), self.table, which, Literal(limit)
        )
        return self._all(query, parameters)

    def _all(self, query: Composed, parameters: Sequence[Any]) -> list[Any]:
        with self.datastore.get_connection() as connection, connection.cursor() as cursor:
            cursor.row_factory = tuple_row  # type: ignore[assignment]
            return cursor.execute(query, parameters, prepare=True).fetchall()

    def expired(self, number: int, limit: int) -> list[Any]:
        """Up to `limit` rows of sessions that expired, after this number."""
        query = SQL("SELECT {} FROM {} WHERE number > %s ORDER BY number LIMIT {}")
        return self._all(query.format(SQL(OF_EXPIRED), self.gone, Literal(limit)), (number,))

    def expired_session(self, session: str) -> list[Any]:
        """The row of this session, if it expired."""
        query = SQL("SELECT {} FROM {} WHERE session = %s").format(SQL(OF_EXPIRED), self.gone)
        return self._all(query, (session,))

    def held_since(self) -> list[Any]:
        """When this database began to count, as one row."""
        return self._all(SQL("SELECT at FROM {}").format(self.held), ())

    def session_keys(self) -> list[Any]:
        query = SQL("SELECT originator_id FROM {} GROUP BY originator_id ORDER BY min(notification_id)")
        with self.datastore.get_connection() as connection:
            return [row["originator_id"] for row in connection.execute(query.format(self.table))]

    def grown_keys(self, after: int, last: int) -> list[Any]:
        """The sessions that have entries after one position, up to another."""
        query = SQL(
            "SELECT DISTINCT originator_id FROM {} WHERE notification_id > %s AND notification_id <= %s"
        )
        with self.datastore.get_connection() as connection:
            rows = connection.execute(query.format(self.table), (after, last))
            return [row["originator_id"] for row in rows]

    @contextmanager
    def whole(self) -> Iterator[tuple[list[Any], Iterator[Any]]]:
        """The rows of what expired, and every row of the log in the order of `columns`, both of one moment.

        A session comes after the other.
        """
        query = SQL("SELECT {} FROM {} ORDER BY originator_id, originator_version").format(
            SQL(self.columns), self.table
        )
        expired = SQL("SELECT {} FROM {} ORDER BY number").format(SQL(OF_EXPIRED), self.gone)
        with self.datastore.get_connection() as connection, connection.transaction():
            connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            connection.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
            with connection.cursor() as cursor:
                cursor.row_factory = tuple_row  # type: ignore[assignment]
                gone = cursor.execute(expired).fetchall()
            with connection.cursor("whole_log") as cursor:
                cursor.row_factory = tuple_row  # type: ignore[assignment]
                cursor.itersize = ROWS_AT_ONCE
                yield gone, iter(cursor.execute(query))

    def fill(self, connection: Any, rows: Iterable[Sequence[Any]], expired: Iterable[Sequence[Any]]) -> None:
        """Insert rows in the order of `columns`, in the transaction that this driver's connection is in.

        `expired`: rows in the order of theirs. Raises `ValueError` if there are any already.
        """
        connection.execute(SQL("LOCK TABLE {} IN EXCLUSIVE MODE").format(self.table))
        for table in (self.table, self.gone):
            if connection.execute(SQL("SELECT 1 FROM {} LIMIT 1").format(table)).fetchone() is not None:
                raise ValueError(NOT_EMPTY)
        with connection.cursor() as cursor:
            for table, columns, values in (
                (self.table, self.columns, rows),
                (self.gone, OF_EXPIRED, expired),
            ):
                with cursor.copy(SQL("COPY {} ({}) FROM STDIN").format(table, SQL(columns))) as copy:
                    for row in values:
                        copy.write_row(row)
            going_on = SQL(
                "SELECT setval(pg_get_serial_sequence(%s, 'notification_id'), ended.at) FROM (SELECT "
                "greatest((SELECT max(notification_id) FROM {}), (SELECT max(last_position) FROM {})) AS at) "
                "AS ended WHERE ended.at IS NOT NULL"
            )
            cursor.execute(going_on.format(self.table, self.gone), (self.table.as_string(connection),))
