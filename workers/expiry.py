"""Expiry: sandbox sessions in which nothing was recorded for long go, unless they are kept.

Each goes in a transaction of its own, which looks again at what it takes away. The projections find in the
log what went.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import sqlalchemy as sa

from replays.databases import reading
from replays.expired import Expired, take_away
from replays.log_tables import LOG_SINCE
from workers.read_models import SESSIONS, live_build, session_tables

KEEPING = sa.table("keeping", *map(sa.column, ("session", "kept", "since", "changes")))
MOST_AT_ONCE = 100
REST_SECONDS = 0.02
"""Between two sessions, so that what is recorded meanwhile waits for one of them at most."""


def expire(
    log: sa.Engine,
    tables: sa.Engine,
    *,
    days: int,
    now: datetime,
    most: int = MOST_AT_ONCE,
    ending: threading.Event | None = None,
    rehearsed: bool = False,
) -> list[Expired]:
    """Take away up to `most` sandbox sessions that rest for this many days; those that rest longest first.

    `now`: with a time zone. `days` 0: none expires. `rehearsed`: only tells which would go, whose `number`
    means nothing then. `ending` stops it between two sessions. Raises the databases' errors.
    """
    before = now - timedelta(days=days)
    if not days or _held_since(log) >= before:
        return []
    gone: list[Expired] = []
    for session in due(tables, before):
        if len(gone) == most:
            break
        with _unless_kept(tables, session, before) as connection, _of_the_log(log, connection) as writing:
            if writing is not None:
                reason = f"It was a sandbox session, and nothing was recorded in it for {days} days."
                went = take_away(
                    writing, session, before=before, at=as_text(now), reason=reason, rehearsed=rehearsed
                )
                gone += [went] if went is not None else []
        if ending is not None and ending.wait(REST_SECONDS):
            break
    return gone


def due(tables: sa.Engine, before: datetime) -> list[str]:
    """The sessions that may go, as far as the catalogue knows, those first that rest longest."""
    limit = as_text(before)
    with reading(tables).connect() as connection:
        catalogue = session_tables(live_build(connection, SESSIONS)).catalogue
        beside = catalogue.outerjoin(KEEPING, KEEPING.c.session == catalogue.c.session)
        counts = KEEPING.c.session.is_(None) | (KEEPING.c.kept.is_(sa.false()) & (KEEPING.c.since < limit))
        query = sa.select(catalogue.c.session).select_from(beside)
        query = query.where(catalogue.c.sandbox, catalogue.c.updated < limit, counts)
        return list(connection.scalars(query.order_by(catalogue.c.updated)))


def as_text(moment: datetime) -> str:
    """UTC, RFC 3339, milliseconds: as entries have it, so that texts compare as times do."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds")[:-6] + "Z"


def _held_since(log: sa.Engine) -> datetime:
    with reading(log).connect() as connection:
        return datetime.fromisoformat(connection.scalars(sa.select(LOG_SINCE.c.at)).one())


@contextmanager
def _unless_kept(tables: sa.Engine, session: str, before: datetime) -> Iterator[sa.Connection | None]:
    """A transaction in which nobody else says whether the session is kept; None where it is, or was of late.

    On SQLite it holds the tables' only write lock, on PostgreSQL the one of the session's row.
    """
    with tables.begin() as connection:
        own = KEEPING.c.session == session
        if connection.dialect.name == "postgresql":
            connection.execute(
                sa.text(
                    "INSERT INTO keeping (session, kept, since, changes) VALUES (:session, false, '', 0) "
                    "ON CONFLICT (session) DO NOTHING"
                ),
                {"session": session},
            )
        query = sa.select(KEEPING.c.kept, KEEPING.c.since).where(own)
        row = connection.execute(query.with_for_update()).one_or_none()
        rests = row is None or (not row.kept and row.since < as_text(before))
        yield connection if rests else None
        connection.execute(sa.delete(KEEPING).where(own, KEEPING.c.changes == 0, KEEPING.c.since == ""))


@contextmanager
def _of_the_log(log: sa.Engine, tables: sa.Connection | None) -> Iterator[sa.Connection | None]:
    """A transaction in the log: the one in the tables, where one file of SQLite holds both."""
    if tables is None:
        yield None
    elif log.dialect.name == "sqlite" and log.url.database == tables.engine.url.database:
        yield tables
    else:
        with log.begin() as connection:
            yield connection
