"""The log on SQLite: the library's recorder, durable and in commit order, and expired sessions.

Expiry is the only way out of the log and the only cause of gaps. A session is removed as a whole, in one
transaction: a row stays, its positions are never reused, and its entries are archived first. Until these
are deleted, the session can be restored, at new positions.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar
from uuid import UUID

import msgspec
import sqlalchemy as sa
from eventsourcing.persistence import IntegrityError, PersistenceError, StoredEvent
from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteCursor
from msgspec import Struct

from domain.kernel.engine.entries import NOT_JSON
from replays.log_tables import EXPIRED, LOG, SET_ASIDE, entries_of

# Sandbox sessions that expired: the one way out of the log, and the row that stays of each.

LOCK_TIMEOUT = "SET LOCAL lock_timeout = '5s'"


class Expired(Struct, frozen=True):
    """The row that is left of an expired session. `number` counts them, in the order of their commits.

    entries: how many there were. first_position, last_position: between them other sessions may have theirs.
    digest: of the last entry. last_entry_at, expired_at: UTC, RFC 3339.
    """

    number: int
    session: str
    game: str
    visibility: str
    entries: int
    first_position: int
    last_position: int
    digest: str
    last_entry_at: str
    expired_at: str
    reason: str


COLUMNS = ", ".join(Expired.__struct_fields__)

# Parts of the log: the sessions of each can be followed apart from the others.

PARTS = 16
ALL_PARTS = tuple(range(PARTS))
PLACE_OF_PART = 36
"""Which character of a session's id names its part: the last digit of a UUID, and what follows is no id."""


def part_of(session: str) -> int:
    """The part that a session belongs to. On both databases it is the last digit of its id."""
    return int(session[PLACE_OF_PART - 1], PARTS)


def digits_of(parts: Iterable[int]) -> list[str]:
    """The digits that end the ids of the sessions in these parts."""
    return [f"{part:x}" for part in parts]


class _Opening(Struct):
    kind: str
    game: str
    at: str
    visibility: str = "private"
    sandbox: bool = False


class _Entry(Struct):
    at: str


def take_away(
    connection: sa.Connection,
    session: str,
    *,
    before: datetime,
    at: str,
    reason: str,
    entries_seen: int | None = None,
    rehearsed: bool = False,
) -> Expired | None:
    """Archive a whole sandbox session whose last entry was recorded before this time.

    Runs in the caller's transaction, on the log's database. Does nothing and returns None if the session is
    no sandbox, has new entries, does not exist, or is damaged: it stays until it is fixed. `entries_seen`:
    how many it must still have. `rehearsed`: only return what would go. Raises the database's errors.
    """
    _lock(connection)
    entries = entries_of(connection.engine)
    own = entries.c.originator_id == _key(connection, session)
    position, version = entries.c.position, entries.c.originator_version
    figures = (sa.func.count(), sa.func.max(version), sa.func.min(position), sa.func.max(position))
    count, newest_version, first, last = connection.execute(sa.select(*figures).where(own)).one()
    state = sa.select(sa.cast(entries.c.state, sa.LargeBinary)).where(own)
    opened = connection.scalar(state.where(version == 1))
    newest = connection.scalar(state.where(version == newest_version))
    if opened is None or newest is None or count != newest_version or entries_seen not in (None, count):
        return None
    body, _, digest = bytes(newest).rpartition(b"\n")
    try:
        opening = msgspec.json.decode(bytes(opened).rpartition(b"\n")[0], type=_Opening)
        recorded = msgspec.json.decode(body, type=_Entry).at
        is_due = opening.sandbox and datetime.fromisoformat(recorded) < before
    except (*NOT_JSON, ValueError, TypeError):
        return None
    if opening.kind != "opened" or not is_due:
        return None
    number = (connection.scalar(sa.select(sa.func.max(EXPIRED.c.number))) or 0) + 1
    head = digest.decode("ascii", "replace")
    of_it = (opening.game, opening.visibility, count, first, last, head, recorded)
    gone = Expired(number, session, *of_it, at, reason)
    if not rehearsed:
        connection.execute(sa.insert(EXPIRED), [msgspec.structs.asdict(gone)])
        kept = sa.select(sa.literal(session), version, entries.c.topic, entries.c.state).where(own)
        connection.execute(sa.insert(SET_ASIDE).from_select([*SET_ASIDE.c.keys()], kept))
        connection.execute(sa.delete(entries).where(own))
    return gone


def set_aside(connection: sa.Connection) -> list[str]:
    """The sessions that can be put back."""
    return list(connection.scalars(sa.select(SET_ASIDE.c.session).distinct().order_by(SET_ASIDE.c.session)))


def put_back(connection: sa.Connection, session: str, at: str) -> Expired | None:
    """Put an archived session back into the log: the same entries, at new positions.

    Its row of expired sessions still explains the old positions, under a name that is no session's. All
    projections must have forgotten the session before. Runs in the caller's transaction. Does nothing and
    returns None if none of the session is archived. Raises the database's errors.
    """
    _lock(connection)
    own = SET_ASIDE.c.session == session
    kept = connection.execute(sa.select(SET_ASIDE).where(own).order_by(SET_ASIDE.c.version)).all()
    row = connection.execute(sa.select(EXPIRED).where(EXPIRED.c.session == session)).one_or_none()
    if not kept or row is None:
        return None
    gone = Expired(**row._mapping)
    told = {
        "session": f"{session} (taken back, {gone.number})",
        "reason": f"{gone.reason} Taken back at {at}.",
    }
    connection.execute(sa.update(EXPIRED).where(EXPIRED.c.number == gone.number).values(**told))
    entries = entries_of(connection.engine)
    rows = [
        {
            "originator_id": _key(connection, session),
            "originator_version": entry.version,
            "topic": entry.topic,
            "state": entry.state,
        }
        for entry in kept
    ]
    if connection.dialect.name == "sqlite":  # PostgreSQL counts by itself
        ends = (sa.func.max(entries.c.position), sa.func.max(EXPIRED.c.last_position))
        end = max(connection.scalar(sa.select(one)) or 0 for one in ends)
        rows = [{"position": end + place, **entry} for place, entry in enumerate(rows, start=1)]
    connection.execute(sa.insert(entries), rows)
    connection.execute(sa.delete(SET_ASIDE).where(own))
    return gone


def remove(connection: sa.Connection, session: str) -> None:
    """Delete the archived entries of a session for good. Runs in the caller's transaction."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("PRAGMA secure_delete = ON")
    connection.execute(sa.delete(SET_ASIDE).where(SET_ASIDE.c.session == session))


def _lock(connection: sa.Connection) -> None:
    """Nobody appends until the caller's transaction ends."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(LOCK_TIMEOUT)
        connection.exec_driver_sql(f"LOCK TABLE {LOG.tables['postgresql'][0]} IN EXCLUSIVE MODE")


def _key(connection: sa.Connection, session: str) -> UUID | str:
    return UUID(session) if connection.dialect.name == "postgresql" else session


# The SQL of a log on SQLite: the library's recorder as Tablelog needs it.


@dataclass(frozen=True)
class Event(StoredEvent):
    """An entry as the library stores it. follows: the digest of the entry before it; None: any."""

    follows: str | None = None


SQLITE_SYNCHRONOUS_FULL = 2
HIGHEST_NUMBER = (1 << 63) - 1
"""The highest number that an entry can have: both databases keep it in 64 bits, with a sign."""
NOT_EMPTY = "The log is not empty."


class SqliteRecorder(SQLiteApplicationRecorder):
    """The library's recorder with positions that VACUUM keeps, and leaner reading.

    A position is given once, also where the session that had the newest ones expired.
    """

    columns: ClassVar[str] = "position, originator_id, originator_version, topic, state"
    early: bool = False

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
        """Check that SQLite writes through at commit. Migrations make the tables."""
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute("PRAGMA synchronous")
            if cursor.fetchone()[0] < SQLITE_SYNCHRONOUS_FULL:
                raise PersistenceError("this SQLite does not write through at commit (synchronous < FULL)")

    def _insert_events(
        self, c: SQLiteCursor, stored_events: Sequence[StoredEvent], **_: Any
    ) -> Sequence[int] | None:
        positions = super()._insert_events(c, stored_events)
        if not all(self._can_follow(c, event) for event in beginnings(stored_events)):
            raise IntegrityError("the previous entry is not in the log")
        for event in stored_events:
            if event.originator_version == 1:
                c.execute("SELECT 1 FROM tablelog_expired WHERE session = ?", (event.originator_id,))
                if c.fetchone() is not None:
                    raise IntegrityError("a session with this id expired")
        return positions

    def _can_follow(self, cursor: SQLiteCursor, event: StoredEvent) -> bool:
        """Whether the entry before is in the log, and is the one that it follows."""
        cursor.execute(
            f"SELECT state FROM {self.events_table_name} WHERE originator_id=? AND originator_version=?",
            (event.originator_id, event.originator_version - 1),
        )
        before = cursor.fetchone()
        follows = event.follows if isinstance(event, Event) else None
        if before is None or follows is None:
            return before is not None
        return state_bytes(before[0]).endswith(follows.encode())

    def key(self, session: str) -> str:
        return session

    def of_session(self, session: str, first: int, last: int, limit: int) -> list[Any]:
        """Up to `limit` rows of a session, its entries `first` to `last` in order; as `columns`."""
        which = "originator_id = ? AND originator_version BETWEEN ? AND ? ORDER BY originator_version"
        return self._rows(which, (self.key(session), first, last), limit)

    def since(self, position: int, limit: int, parts: Sequence[int] | None = None) -> list[Any]:
        """Up to `limit` rows of the log, or of parts of it, after a position, in commit order: `columns`."""
        if parts is None:
            return self._rows("position > ? ORDER BY position", (position,), limit)
        marks = ",".join("?" * len(parts))
        which = f"substr(originator_id, {PLACE_OF_PART}, 1) IN ({marks}) AND position > ? ORDER BY position"
        return self._rows(which, (*digits_of(parts), position), limit)

    def since_in(self, sessions: Collection[str], position: int, limit: int) -> list[Any]:
        """Up to `limit` rows of these sessions after a position, in commit order: `columns`."""
        which = "originator_id IN (SELECT value FROM json_each(?)) AND position > ? ORDER BY position"
        keys = msgspec.json.encode([self.key(one) for one in sessions]).decode()
        return self._rows(which, (keys, position), limit)

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

    def grown_keys(self, after: int, last: int) -> list[Any]:
        """The sessions that have entries after one position, up to another."""
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute(
                f"SELECT DISTINCT originator_id FROM {self.events_table_name} "
                "WHERE position > ? AND position <= ?",
                (after, last),
            )
            return [row[0] for row in cursor.fetchall()]

    def expired(self, number: int, limit: int) -> list[Any]:
        """Up to `limit` rows of sessions that expired, after this number."""
        statement = f"SELECT {COLUMNS} FROM tablelog_expired WHERE number > ? ORDER BY number LIMIT ?"
        return self._all(statement, (number, limit))

    def expired_session(self, session: str) -> list[Any]:
        """The row of this session, if it expired."""
        return self._all(f"SELECT {COLUMNS} FROM tablelog_expired WHERE session = ?", (session,))

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
            cursor.execute(f"SELECT {COLUMNS} FROM tablelog_expired ORDER BY number")
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
        marks = ",".join("?" * len(COLUMNS.split(", ")))
        connection.executemany(f"INSERT INTO tablelog_expired ({COLUMNS}) VALUES ({marks})", expired)


def state_bytes(state: Any) -> bytes:
    """The bytes of an entry with its digest; who edits SQLite by hand leaves a text."""
    return state.encode() if isinstance(state, str) else bytes(state)


def beginnings(events: Sequence[StoredEvent]) -> Iterator[StoredEvent]:
    """The events, but openings, whose own session's event before is not among them."""
    there = {(event.originator_id, event.originator_version) for event in events}
    for event in events:
        before = (event.originator_id, event.originator_version - 1)
        if event.originator_version > 1 and before not in there:
            yield event
