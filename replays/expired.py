"""Sandbox sessions that expired: the one way out of the log, and the row that stays of each.

A session goes whole, in one transaction. Its row says what went; its positions are never given again.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from domain.kernel.entries import NOT_JSON
from replays.log_tables import EXPIRED, LOG, entries_of

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
    rehearsed: bool = False,
) -> Expired | None:
    """Take a sandbox session whose last entry was recorded before this time out of the log, whole.

    In a transaction of the caller's, to the log's database. None, and nothing is done, where the session is
    no sandbox, has moved on, is not there, or is damaged: what is to be mended stays. `rehearsed`: only what
    would go is told. Raises the database's errors.
    """
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(LOCK_TIMEOUT)
        connection.exec_driver_sql(f"LOCK TABLE {LOG.tables['postgresql'][0]} IN EXCLUSIVE MODE")
    entries = entries_of(connection.engine)
    own = entries.c.originator_id == (UUID(session) if connection.dialect.name == "postgresql" else session)
    position, version = entries.c.position, entries.c.originator_version
    figures = (sa.func.count(), sa.func.max(version), sa.func.min(position), sa.func.max(position))
    count, newest_version, first, last = connection.execute(sa.select(*figures).where(own)).one()
    state = sa.select(sa.cast(entries.c.state, sa.LargeBinary)).where(own)
    opened = connection.scalar(state.where(version == 1))
    newest = connection.scalar(state.where(version == newest_version))
    if opened is None or newest is None or count != newest_version:
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
        connection.execute(sa.delete(entries).where(own))
    return gone
