"""Expiry: sandbox sessions in which nothing was recorded for long go, unless they are kept.

By itself the worker marks what is due, sets it aside once it has run for a day and nothing was recorded
meanwhile, and removes it for good after it has run for 30 more. Until then a session can be put back. Each is
set aside in a transaction of its own, which looks again. The projections find in the log what went.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import sqlalchemy as sa
from msgspec import Struct

from replays.databases import reading
from replays.expired import Expired, put_back, remove, set_aside, take_away
from replays.log_tables import EXPIRED, LOG_SINCE
from workers.expiry_clock import Look
from workers.forgetting import forget_in_registers
from workers.read_models import EXPIRY_CLOCK, POSITIONS, SESSIONS, live_build, session_tables
from workers.read_models import EXPIRY_MARKS as MARKS

KEEPING = sa.table("keeping", *map(sa.column, ("session", "kept", "since", "changes")))
MARKED_SECONDS = 86_400.0
ASIDE_SECONDS = 30 * 86_400.0
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
    """Set aside at once up to `most` sandbox sessions that rest for this many days, those first that rest
    longest, as a person wants it who trusts the clock.

    `now`: with a time zone. `days` 0: none expires. `rehearsed`: only tells which would go, whose `number`
    means nothing then. `ending` stops it between two sessions. Raises the databases' errors.
    """
    before = now - timedelta(days=days)
    if not days or _held_since(log) >= before:
        return []
    resting = dict.fromkeys(due(tables, before))
    return _set_aside(log, tables, resting, days, now, most, ending, rehearsed=rehearsed)


class Tended(Struct, frozen=True):
    """What a pass did: sessions that were marked, were set aside, were removed for good."""

    marked: int = 0
    aside: tuple[Expired, ...] = ()
    removed: tuple[str, ...] = ()


def tend(
    log: sa.Engine,
    tables: sa.Engine,
    look: Look,
    *,
    days: int,
    now: datetime,
    most: int = MOST_AT_ONCE,
    ending: threading.Event | None = None,
) -> Tended:
    """One pass of the worker after a look. Where the clock is in doubt nothing goes, and marks go.

    `days`, `now`, `most`, `ending`: as for `expire`. Raises the databases' errors.
    """
    if look.doubt is not None:
        if not look.jumped:
            with tables.begin() as connection:
                connection.execute(sa.delete(MARKS).where(MARKS.c.stage == "marked"))
        return Tended()
    if not days:
        return Tended()
    before = now - timedelta(days=days)
    resting = due(tables, before) if _held_since(log) < before else {}
    new, ripe, over = _marks(log, tables, resting, look, now)
    gone = _set_aside(log, tables, ripe, days, now, most, ending)
    with tables.begin() as connection:
        for one in gone:
            _mark(connection, one.session, "aside", one.entries, look.ran, now)
        failed = ripe.keys() - {one.session for one in gone} if len(gone) < most else ()
        connection.execute(sa.delete(MARKS).where(MARKS.c.session.in_(failed)))
    for session in over[:most]:
        with tables.begin() as connection, _of_the_log(log, connection) as writing:
            assert writing is not None
            gone_for_good = sa.select(EXPIRED.c.number).where(EXPIRED.c.session == session)
            if writing.execute(gone_for_good).first() is not None:  # else it was put back
                remove(writing, session)
                forget_in_registers(connection, [session])
            connection.execute(sa.delete(MARKS).where(MARKS.c.session == session))
    return Tended(new, tuple(gone), tuple(over[:most]))


def undo(log: sa.Engine, tables: sa.Engine, session: str, now: datetime) -> Expired | None:
    """Put a session back that was set aside, with its tokens, its secret and its people, and keep it.

    None where nothing of it is there. Raises `NotForgottenYet`, and the databases' errors.
    """
    with tables.begin() as connection, _of_the_log(log, connection) as writing:
        assert writing is not None
        number = writing.scalar(sa.select(EXPIRED.c.number).where(EXPIRED.c.session == session))
        behind = sa.select(POSITIONS.c.build).where(POSITIONS.c.expired < (number or 0))
        if connection.execute(behind).first() is not None:
            raise NotForgottenYet
        back = put_back(writing, session, as_text(now))
        if back is not None:
            connection.execute(sa.delete(MARKS).where(MARKS.c.session == session))
            connection.execute(sa.delete(KEEPING).where(KEEPING.c.session == session))
            kept = {"session": session, "kept": True, "since": as_text(now), "changes": 1}
            connection.execute(sa.insert(KEEPING).values(**kept))
    return back


class NotForgottenYet(Exception):
    """The projections have not followed to where the session went: the worker is to follow first."""


def _marks(
    log: sa.Engine, tables: sa.Engine, resting: Mapping[str, int], look: Look, now: datetime
) -> tuple[int, dict[str, int | None], list[str]]:
    """Bring the marks up to date: how many are new, what is to be set aside now, what is to be removed."""
    with reading(log).connect() as connection:
        aside = set(set_aside(connection))
    with tables.begin() as connection:
        connection.execute(sa.select(EXPIRY_CLOCK.c.ran).with_for_update())
        known = {row.session: row for row in connection.execute(sa.select(MARKS))}
        new, ripe, over = 0, {}, []
        for session, row in known.items():
            if row.stage == "marked" and resting.get(session) != row.entries:
                connection.execute(sa.delete(MARKS).where(MARKS.c.session == session))
            elif row.stage == "marked" and look.ran - row.ran >= MARKED_SECONDS:
                ripe[session] = row.entries
            elif row.stage == "aside" and (session not in aside or look.ran - row.ran >= ASIDE_SECONDS):
                over.append(session)
        for session, entries in resting.items():
            if session not in known:
                _mark(connection, session, "marked", entries, look.ran, now)
                new += 1
        for session in aside - known.keys():
            _mark(connection, session, "aside", 0, look.ran, now)
    return new, ripe, over


def _mark(
    connection: sa.Connection, session: str, stage: str, entries: int, ran: float, now: datetime
) -> None:
    connection.execute(sa.delete(MARKS).where(MARKS.c.session == session))
    row = {"session": session, "stage": stage, "entries": entries, "ran": ran, "at": as_text(now)}
    connection.execute(sa.insert(MARKS).values(**row))


def _set_aside(
    log: sa.Engine,
    tables: sa.Engine,
    sessions: Mapping[str, int | None],
    days: int,
    now: datetime,
    most: int,
    ending: threading.Event | None,
    *,
    rehearsed: bool = False,
) -> list[Expired]:
    """Set aside those of these sessions that still rest. The number of each: of the entries that it had."""
    before = now - timedelta(days=days)
    gone: list[Expired] = []
    for session, seen in sessions.items():
        if len(gone) == most:
            break
        with _unless_kept(tables, session, before) as connection, _of_the_log(log, connection) as writing:
            if writing is not None:
                reason = f"It was a sandbox session, and nothing was recorded in it for {days} days."
                went = take_away(
                    writing,
                    session,
                    before=before,
                    at=as_text(now),
                    reason=reason,
                    entries_seen=seen,
                    rehearsed=rehearsed,
                )
                gone += [went] if went is not None else []
        if ending is not None and ending.wait(REST_SECONDS):
            break
    return gone


def due(tables: sa.Engine, before: datetime) -> dict[str, int]:
    """The sessions that may go, as far as the catalogue knows, those first that rest longest; and how many
    entries each has."""
    limit = as_text(before)
    with reading(tables).connect() as connection:
        catalogue = session_tables(live_build(connection, SESSIONS)).catalogue
        beside = catalogue.outerjoin(KEEPING, KEEPING.c.session == catalogue.c.session)
        counts = KEEPING.c.session.is_(None) | (KEEPING.c.kept.is_(sa.false()) & (KEEPING.c.since < limit))
        query = sa.select(catalogue.c.session, catalogue.c.version).select_from(beside)
        query = query.where(catalogue.c.sandbox, catalogue.c.updated < limit, counts)
        rows = connection.execute(query.order_by(catalogue.c.updated))
        return {row.session: row.version for row in rows}


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
