"""Sandbox sessions that expired: the one way out of the log, and the row that stays of each.

A session goes whole, in one transaction. Its row says what went; its positions are never given again. Its
entries are set aside first: until they are removed, the session can be put back, at new positions.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from domain.kernel.entries import NOT_JSON
from replays.log_tables import EXPIRED, LOG, SET_ASIDE, entries_of

LOCK_TIMEOUT = "SET LOCAL lock_timeout = '5s'"


class Expired(Struct, frozen=True):
    """What stays of a session. `number` counts those that went, in the order of their commits.

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
    """Set a sandbox session aside whose last entry was recorded before this time, whole.

    In a transaction of the caller's, to the log's database. None, and nothing is done, where the session is
    no sandbox, has moved on, is not there, or is damaged: what is to be mended stays. `entries_seen`: how
    many it must have still. `rehearsed`: only what would go is told. Raises the database's errors.
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
    """Put a session that was set aside back into the log: the same entries, at new positions.

    The row of what expired goes on explaining the old positions, under a name that is no session's. All
    projections must have forgotten the session before. In a transaction of the caller's. None, and nothing
    is done, where nothing of it is set aside. Raises the database's errors.
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
    """Delete for good what is set aside of a session. In a transaction of the caller's."""
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
