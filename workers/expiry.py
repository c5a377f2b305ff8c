"""Expiry: idle sandbox sessions are marked, archived and later deleted, unless they are kept.

The worker marks a session that is due, archives it after one more day of running without a new entry,
and deletes it after 30 more. Until then it can be restored. Each session is archived in its own
transaction, which checks it again. Projections find in the log which sessions are gone.

Drafts of editions without a version go in the same way after a year, and are not archived.

A wrong clock must not delete anything. Days are counted twice: by the clock since the last entry, and by
looks, each of which adds the time that both the clock and the machine's own counter saw pass.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from domain.kernel.engine.entries import NOT_JSON
from replays import clocks
from replays.clocks import now_of, time_of
from replays.databases import reading
from replays.log_storage import Expired, put_back, remove, set_aside, take_away
from replays.log_tables import EXPIRED, LOG_SINCE, entries_of
from workers.forgetting import RestingDraft, forget_editions, forget_in_registers, resting_drafts
from workers.read_models import EXPIRY_CLOCK, POSITIONS, SESSIONS, live_build, session_tables
from workers.read_models import EXPIRY_CLOCK as CLOCK
from workers.read_models import EXPIRY_MARKS as MARKS

# How long expiry was seen to run, and whether the clock can be believed.

LOOK_SECONDS = 600.0
"""How often it is looked. A look adds twice this at most: the rest may be a clock that was set."""
TOLERANCE = timedelta(minutes=5)
NEWEST = 50
"""Entries whose times are compared with the clock."""


class Look(Struct, frozen=True):
    """The result of a look. ran: seconds that expiry has run, as far as looks saw. doubt: why the clock is
    not trusted. jumped: it is only this look's, marks that were made before stay."""

    ran: float
    doubt: str | None = None
    jumped: bool = False


class _Dated(Struct):
    at: str


def counter() -> float:
    """Seconds of the machine's own counter, which also runs during sleep and which nobody can set."""
    boot = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if boot is None else time.clock_gettime(boot)


class Looks:
    """The looks of one process. Its first one adds nothing: how long nobody ran is not known."""

    def __init__(self) -> None:
        self._last: tuple[float, datetime] | None = None

    def look(self, log: sa.Engine, tables: sa.Engine, now: datetime, counted: float) -> Look:
        """Look once. now: by the clock, with a time zone; counted: by the counter.

        Raises the databases' errors.
        """
        last, self._last = self._last, (counted, now)
        end, newest = _newest(log)
        with tables.begin() as connection:
            row = connection.execute(sa.select(CLOCK).with_for_update()).one()
            doubt = _of_databases(log, tables, connection, now)
            doubt = doubt or _of_entries(newest, row.position, row.at, now)
            seen = datetime.fromisoformat(row.at) if row.at else now
            passed, step, jumped = now - seen, 0.0, None
            if last is not None:
                step, by_clock = counted - last[0], now - last[1]
                if abs(by_clock.total_seconds() - step) > TOLERANCE.total_seconds():
                    jumped = f"the clock moved by {by_clock}, and the machine ran for {step:.0f} s"
                if seen < last[1] - TOLERANCE:
                    jumped = f"another worker's clock was behind this one, at {row.at}"
            if passed < -TOLERANCE:
                jumped = f"the clock is behind {row.at}, which it or another worker's was before"
            if jumped or doubt:
                step = 0.0
            added = max(0.0, min(step, passed.total_seconds(), 2 * LOOK_SECONDS))
            changed = {"ran": row.ran + added, "at": _text(now), "position": end}
            connection.execute(sa.update(CLOCK).values(**changed))
        doubt = doubt or _of_files(tables, now)
        return Look(row.ran + added, doubt or jumped, jumped=doubt is None and jumped is not None)


def _text(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="milliseconds")[:-6] + "Z"


def _newest(log: sa.Engine) -> tuple[int, list[tuple[int, datetime]]]:
    """The end of the log, and position and time of its newest entries."""
    entries = entries_of(log)
    state = sa.cast(entries.c.state, sa.LargeBinary)
    query = sa.select(entries.c.position, state).order_by(entries.c.position.desc()).limit(NEWEST)
    with reading(log).connect() as connection:
        rows = connection.execute(query).all()
    found = []
    for position, sealed in rows:
        try:
            dated = msgspec.json.decode(bytes(sealed).rpartition(b"\n")[0], type=_Dated)
            found.append((int(position), datetime.fromisoformat(dated.at)))
        except (*NOT_JSON, ValueError, TypeError):
            continue
    return (int(rows[0][0]) if rows else 0), found


def _of_databases(log: sa.Engine, tables: sa.Engine, connection: sa.Connection, now: datetime) -> str | None:
    """Whether a server's clock says something else."""
    theirs = []
    if tables.dialect.name == "postgresql":
        theirs.append(time_of(connection))
    if log.dialect.name == "postgresql":
        theirs.append(now_of(log))
    for moment in theirs:
        if abs(moment - now) > clocks.TOLERANCE:
            return f"the database's clock says {_text(moment)}"
    return None


def _of_entries(newest: list[tuple[int, datetime]], before: int, seen: str, now: datetime) -> str | None:
    """Whether recorders have another clock: entries of the future, or new ones all older than the last look.

    Entries that were imported since may be older, too: then expiry waits for a look without any.
    """
    ahead = max((at for _, at in newest), default=now)
    if ahead > now + TOLERANCE:
        return f"an entry is of {_text(ahead)}"
    new = [at for position, at in newest if position > before]
    if new and seen and before and max(new) < datetime.fromisoformat(seen) - TOLERANCE:
        return f"what was recorded since {seen} is of {_text(max(new))}"
    return None


def _of_files(tables: sa.Engine, now: datetime) -> str | None:
    """Whether the file that was written just now is of another time."""
    path = tables.url.database if tables.dialect.name == "sqlite" else None
    if not path:
        return None
    files = [Path(path), Path(f"{path}-wal")]
    times = [file.stat().st_mtime for file in files if file.exists()]
    written = datetime.fromtimestamp(max(times, default=now.timestamp()), UTC)
    return f"the disk's clock says {_text(written)}" if abs(written - now) > TOLERANCE else None


# Expiry: sandbox sessions in which nothing was recorded for long go, unless they are kept.

KEEPING = sa.table("keeping", *map(sa.column, ("session", "kept", "since", "changes")))
MARKED_SECONDS = 86_400.0
ASIDE_SECONDS = 30 * 86_400.0
DRAFT_DAYS = 365
"""After which a draft that nobody touches may go, if nothing of its edition is published."""
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
    """Archive up to `most` sandbox sessions now that rested for this many days, the longest-resting first.

    For a person who trusts the clock. `now`: with a time zone. `days` 0: none expires. `rehearsed`: only
    returns which would go, whose `number` means nothing then. `ending` stops it between two sessions.
    Raises the databases' errors.
    """
    before = now - timedelta(days=days)
    if not days or _held_since(log) >= before:
        return []
    resting = dict.fromkeys(due(tables, before))
    return _set_aside(log, tables, resting, days, now, most, ending, rehearsed=rehearsed)


class Tended(Struct, frozen=True):
    """The result of a pass: the sessions that were marked, archived and deleted for good. drafts: the
    editions whose drafts were deleted."""

    marked: int = 0
    aside: tuple[Expired, ...] = ()
    removed: tuple[str, ...] = ()
    drafts: tuple[str, ...] = ()


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
                connection.execute(sa.delete(MARKS).where(MARKS.c.stage.in_(["marked", "draft"])))
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
    return Tended(new, tuple(gone), tuple(over[:most]), _drafts_gone(tables, look, now, most))


def expire_drafts(
    tables: sa.Engine, *, days: int, now: datetime, rehearsed: bool = False
) -> list[RestingDraft]:
    """Delete the drafts that rested for `DRAFT_DAYS`, for a person who trusts the clock; and which they were.

    `days`, `now`, `rehearsed`: as for `expire`. Raises the database's errors.
    """
    if not days:
        return []
    with tables.begin() as connection:
        resting = resting_drafts(connection, as_text(now - timedelta(days=DRAFT_DAYS)))
        if not rehearsed:
            forget_editions(connection, [draft.edition for draft in resting])
    return resting


def _drafts_gone(tables: sa.Engine, look: Look, now: datetime, most: int) -> tuple[str, ...]:
    """Mark drafts that rest, and delete those that rested for 30 days of running since they were marked."""
    with tables.begin() as connection:
        resting = {
            draft.edition: draft.revision
            for draft in resting_drafts(connection, as_text(now - timedelta(days=DRAFT_DAYS)))
        }
        marks = {
            row.session: row
            for row in connection.execute(sa.select(MARKS).where(MARKS.c.stage == "draft"))
            if resting.get(row.session) == row.entries
        }
        over = [edition for edition, row in marks.items() if look.ran - row.ran >= ASIDE_SECONDS][:most]
        kept = marks.keys() - set(over)
        connection.execute(sa.delete(MARKS).where(MARKS.c.stage == "draft", MARKS.c.session.not_in(kept)))
        forget_editions(connection, over)
        for edition, revision in resting.items():
            if edition not in marks:
                _mark(connection, edition, "draft", revision, look.ran, now)
    return tuple(over)


def undo(log: sa.Engine, tables: sa.Engine, session: str, now: datetime) -> Expired | None:
    """Restore an archived session with its tokens, its secret and its people, and keep it.

    None where nothing of it is left. Raises `NotForgottenYet`, and the databases' errors.
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
    """Update the marks. Returns how many are new, which sessions to archive now, and which to delete."""
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
    """Archive those of these sessions that still rest. The number of each: of the entries that it had."""
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
