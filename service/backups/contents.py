"""The contents of log and tables, row by row, with digests that do not depend on the kind of database.

Included is everything that nobody can compute again. Read models follow from the log, and jobs can be
requested again.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from replays.event_store import LogRow
from replays.log_storage import Expired
from replays.log_tables import EXPIRED, LOG_SINCE, SET_ASIDE, entries_of
from workers.tables import REGISTERS

KEPT_TABLES = (*REGISTERS, "expiry_clock", "expiry_marks")
"""Expiry counts the days that a worker ran: archived sessions keep the time that is left to them."""

ENTRIES_AT_ONCE = 2_000
ROWS_AT_ONCE = 50
"""Each may be a picture of 200 KiB."""
PUBLIC = {None: "public"}
"""Where PostgreSQL has the tables of the log, whatever the search path of the connection."""


class LogContents(Struct, frozen=True):
    """The figures of a log.

    archived: entries of expired sessions that can still be restored. position: the highest ever given.
    since: when the database began to hold the log. heads: SHA-256 over id, number and digest of the last
    entry of every session, in order. rows: SHA-256 over every row.
    """

    sessions: int
    entries: int
    expired: int
    archived: int
    position: int
    since: str
    heads: str
    rows: str


class TablesContents(Struct, frozen=True):
    """The rows of the kept tables, by table, and the SHA-256 over all of them."""

    rows: dict[str, int]
    digest: str


class LogReader:
    """Reads a log in a transaction of the caller's, and counts what it reads.

    Read `rows`, `expired`, `archived` and `since` once each, in this order; `contents` is complete then.
    All raise the database's errors.
    """

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection
        server = connection.dialect.name == "postgresql"
        self._options: dict[str, Any] = {"schema_translate_map": PUBLIC} if server else {}
        self._rows, self._heads = hashlib.sha256(), hashlib.sha256()
        self._sessions = self._entries = self._expired = self._archived = self._position = 0
        self._since = ""

    def count(self) -> int:
        """How many entries there are."""
        return int(self._scalar(sa.select(sa.func.count()).select_from(self._table)))

    def rows(self) -> Iterator[LogRow]:
        """Every row of the log, one session after the other."""
        table, head = self._table, None
        session = sa.cast(table.c.originator_id, sa.Text)
        state = sa.cast(table.c.state, sa.LargeBinary)
        query = sa.select(table.c.position, session, table.c.originator_version, table.c.topic, state)
        query = query.order_by(table.c.originator_id, table.c.originator_version)
        for values in self._execute(query, ENTRIES_AT_ONCE):
            row = LogRow(*tuple(values))
            self._rows.update(msgspec.msgpack.encode(row))
            if head is None or head.session != row.session:
                self._end(head)
                self._sessions += 1
            head = row
            self._entries += 1
            self._position = max(self._position, row.position)
            yield row
        self._end(head)

    def expired(self) -> Iterator[Expired]:
        """The row of every session that expired, in the order in which they went."""
        columns = [EXPIRED.c[name] for name in Expired.__struct_fields__]
        for values in self._execute(sa.select(*columns).order_by(EXPIRED.c.number), ENTRIES_AT_ONCE):
            gone = Expired(*tuple(values))
            self._rows.update(msgspec.msgpack.encode(gone))
            self._expired += 1
            self._position = max(self._position, gone.last_position)
            yield gone

    def archived(self) -> Iterator[dict[str, Any]]:
        """The archived entries of sessions that expired, in the order of their keys."""
        query = sa.select(SET_ASIDE).order_by(_in_bytes(SET_ASIDE.c.session, self._connection))
        for row in self._execute(query.order_by(SET_ASIDE.c.version), ENTRIES_AT_ONCE).mappings():
            values = {str(name): value for name, value in row.items()}
            self._rows.update(msgspec.msgpack.encode(values, order="sorted"))
            self._archived += 1
            yield values

    def since(self) -> str:
        """When the database began to hold the log."""
        self._since = str(self._scalar(sa.select(LOG_SINCE.c.at)))
        return self._since

    @property
    def contents(self) -> LogContents:
        """The figures of what was read."""
        counts = self._sessions, self._entries, self._expired, self._archived, self._position
        return LogContents(*counts, self._since, self._heads.hexdigest(), self._rows.hexdigest())

    def end(self) -> tuple[int, int, int]:
        """What every change of a log changes: the highest position, and how much expired and is archived."""
        position = self._scalar(sa.select(sa.func.max(self._table.c.position))) or 0
        gone = self._scalar(sa.select(sa.func.count()).select_from(EXPIRED))
        last = self._scalar(sa.select(sa.func.max(EXPIRED.c.last_position)))
        archived = self._scalar(sa.select(sa.func.count()).select_from(SET_ASIDE))
        return max(position, last or 0), gone, archived

    @property
    def _table(self) -> sa.Table:
        return entries_of(self._connection.engine)

    def _end(self, head: LogRow | None) -> None:
        """Add the last entry of a session to the digest of all of them."""
        if head is not None:
            digest = head.state.rpartition(b"\n")[2]
            self._heads.update(msgspec.msgpack.encode((head.session, head.number, digest)))

    def _execute(self, query: Any, at_once: int | None = None) -> Any:
        options = self._options if at_once is None else {**self._options, "yield_per": at_once}
        return self._connection.execute(query, execution_options=options)

    def _scalar(self, query: Any) -> Any:
        return self._connection.scalar(query, execution_options=self._options)


class TablesReader:
    """Reads the kept tables in a transaction of the caller's, and counts what it reads."""

    def __init__(self, connection: sa.Connection) -> None:
        """Raises `sqlalchemy.exc.NoSuchTableError`, and the database's errors."""
        metadata = sa.MetaData()
        self.tables = [sa.Table(name, metadata, autoload_with=connection) for name in KEPT_TABLES]
        self._connection = connection
        self._counts: Counter[str] = Counter()
        self._digest = hashlib.sha256()

    def rows(self, table: sa.Table) -> Iterator[dict[str, Any]]:
        """Every row of one of the tables, in the order of their keys. Read the tables in their order."""
        key = list(table.primary_key.columns) or list(table.columns)
        query = sa.select(table).order_by(*(_in_bytes(column, self._connection) for column in key))
        result = self._connection.execute(query, execution_options={"yield_per": ROWS_AT_ONCE})
        for row in result.mappings():
            values = {str(name): value for name, value in row.items()}
            self._digest.update(msgspec.msgpack.encode((str(table.name), values), order="sorted"))
            self._counts[str(table.name)] += 1
            yield values

    @property
    def contents(self) -> TablesContents:
        """The figures of what was read."""
        return TablesContents(dict(self._counts), self._digest.hexdigest())


def log_contents(connection: sa.Connection) -> LogContents:
    """The figures of a whole log. Raises the database's errors."""
    reader = LogReader(connection)
    for rows in (reader.rows(), reader.expired(), reader.archived()):
        for _ in rows:
            pass
    reader.since()
    return reader.contents


def tables_contents(connection: sa.Connection) -> TablesContents:
    """The figures of all kept tables. Raises `sqlalchemy.exc.NoSuchTableError`, and the database's errors."""
    reader = TablesReader(connection)
    for table in reader.tables:
        for _ in reader.rows(table):
            pass
    return reader.contents


def _in_bytes(column: Any, connection: sa.Connection) -> Any:
    """The column as SQLite orders it: on PostgreSQL, texts are ordered as the database's language has it."""
    is_text = isinstance(column.type, sa.Text | sa.String)
    return column.collate("C") if is_text and connection.dialect.name == "postgresql" else column
