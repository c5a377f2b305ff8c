"""What log and tables reveal about losses: a cheap check at every start, and a full search.

The tables know how far the log was followed and how long each session was; the log knows whether tables
should exist, and what expired. Neither can report entries that nothing had followed yet.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

import sqlalchemy as sa
from msgspec import Struct

from replays.databases import make_engine, reading
from replays.log_storage import ALL_PARTS, PLACE_OF_PART, digits_of
from replays.log_tables import EXPIRED, LOG, entries_of, log_engine
from replays.migrating import Schema, UnusableDatabase, is_up, missing_tables, revision, tables_of
from workers.builds import can_be_read, live_builds
from workers.parts import Checkpoint, Parts, checkpoints
from workers.projections import PROJECTIONS
from workers.read_models import HEADS, POSITIONS, SESSIONS
from workers.tables import TABLES

# What log and tables show of a loss before anything is opened or made: cheap enough for every start.

Kind = Literal["gone", "unusable", "behind", "lost", "doubtful"]
"""`gone`: a whole database is missing, opening it would put an empty one in its place. `unusable`: it
cannot be worked with. `behind`: the log ends before what was followed; what is recorded now would get
positions a second time. `lost`: something is missing, and going on does no further harm.
`doubtful`: perhaps nothing is missing."""

DRAWN = b'"chance":"drawn"'
"""How the first entry of a drawn session spells it: bodies are canonical JSON."""

CLOSED, REOPENED = "closed", "reopened"
GOING_ON = "or continue without the lost data: tablelog doctor --accept-loss"


class Damage(Struct, frozen=True):
    """One loss, in a sentence that says what to do."""

    kind: Kind
    message: str

    @property
    def stops(self) -> bool:
        """Whether nothing may be recorded before somebody has seen to it."""
        return self.kind in ("gone", "unusable", "behind")

    @property
    def is_certain(self) -> bool:
        return self.kind != "doubtful"


class DamagedStore(Exception):
    """Log or tables are too damaged to continue with; the message says what to do."""


class LogEnd(Struct, frozen=True):
    """How far the log goes, how many entries it has, and how many of them up to what was followed.

    What expired and is not forgotten by the tables yet counts as followed.
    """

    position: int
    entries: int
    followed: int


class Followed(Struct, frozen=True):
    """How far the tables have followed the log: any projection in any part, and the entries of the catalogue.

    promised: how many sessions were promised a secret. catalogue: how far each of its parts has come, and
    what it has forgotten of what expired; none where there is no catalogue.
    """

    position: int
    entries: int
    promised: int
    catalogue: Sequence[Checkpoint] = ()


def check_at_start(log_url: str, tables_url: str) -> list[Damage]:
    """Return the damages in log and tables that a process can run with.

    Raises `DamagedStore` for any other, the database's errors where it is not reached, `ValueError`.
    """
    found = list(damages(log_url, tables_url))
    if any(damage.stops for damage in found):
        raise DamagedStore(" ".join(damage.message for damage in found if damage.stops))
    return found


def damages(log_url: str, tables_url: str) -> Iterator[Damage]:
    """Yield what is missing or damaged; creates and fixes nothing. Raises database errors, `ValueError`."""
    tables, log = make_engine(tables_url), log_engine(log_url)
    try:
        yield from look(log, tables)
    finally:
        tables.dispose()
        log.dispose()


def look(log: sa.Engine, tables: sa.Engine) -> Iterator[Damage]:
    """As `damages`. Tables are read first: they never know more than the log, which tells what it lost."""
    sound, followed = True, None
    try:
        followed = _followed(tables)
        yield from _unreadable_builds(tables)
    except UnusableDatabase as error:
        sound = False
        yield Damage("unusable", str(error))
    except sa.exc.DatabaseError as error:
        sound = False
        yield damaged_file(error, TABLES, tables)
    try:
        end = _log_end(log, followed)
    except UnusableDatabase as error:
        yield Damage("unusable", str(error))
    except sa.exc.DatabaseError as error:
        yield damaged_file(error, LOG, log)
    else:
        if end is None:
            if followed is not None:
                yield from _without_a_log(log, followed)
        elif followed is not None:
            yield from _compare(end, followed)
        elif sound and end.entries and _followed(tables) is None:
            yield _without_tables(log, tables, end)


def nothing_there(engine: sa.Engine, schema: Schema) -> bool:
    """Whether the database is missing, or holds none of the schema's tables. It is not made by looking."""
    if _no_file(engine):
        return True
    with reading(engine).connect() as connection:
        return _is_empty(connection, schema, tables_of(connection))


def _no_file(engine: sa.Engine) -> bool:
    if engine.dialect.name != "sqlite":
        return False
    path = Path(str(engine.url.database))
    return not path.exists() or path.stat().st_size == 0


def _is_empty(connection: sa.Connection, schema: Schema, there: Collection[str]) -> bool:
    wanted = schema.tables[connection.dialect.name]
    missing = missing_tables(connection, schema, there)
    return revision(connection, schema, there) is None and len(missing) == len(wanted)


def _followed(tables: sa.Engine) -> Followed | None:
    """How far the tables have followed. None: no tables. Zeros: a migration must complete them first."""
    if _no_file(tables):
        return None
    with reading(tables).connect() as connection:
        there = tables_of(connection)
        if _is_empty(connection, TABLES, there):
            return None
        is_up(connection, TABLES, there)
        if missing_tables(connection, TABLES, there):
            return Followed(0, 0, 0)
        promised = connection.scalar(sa.select(sa.func.count()).select_from(sa.table("openings"))) or 0
        live = live_builds(connection)
        places = checkpoints(connection)
        served = {name: places[name, build] for name, build in live.items() if (name, build) in places}
        heads = sa.select(sa.func.sum(HEADS.c.version)).where(
            HEADS.c.projection == SESSIONS, HEADS.c.build == live.get(SESSIONS, 1)
        )
        entries = int(connection.scalar(heads) or 0)
    furthest = max((one.position for parts in served.values() for one in parts), default=0)
    return Followed(furthest, entries, promised, served.get(SESSIONS, ()))


def _log_end(log: sa.Engine, followed: Followed | None) -> LogEnd | None:
    if _no_file(log):
        return None
    with reading(log).connect() as connection:
        names = tables_of(connection)
        if _is_empty(connection, LOG, names):
            return None
        knows_expired = is_up(connection, LOG, names)
        entries = entries_of(log)
        position = connection.scalar(sa.select(sa.func.max(entries.c.position))) or 0
        count = connection.scalar(sa.select(sa.func.count()).select_from(entries)) or 0
        catalogue = followed.catalogue if followed is not None else ()
        there = count
        for one in catalogue or (Checkpoint(0, 0),):
            later = sa.select(sa.func.count()).where(entries.c.position > one.position)
            own = later.where(*_of_parts(sa.cast(entries.c.originator_id, sa.Text), one.parts))
            there -= connection.scalar(own) or 0
        if knows_expired:
            ended = connection.scalar(sa.select(sa.func.max(EXPIRED.c.last_position))) or 0
            position = max(position, ended)
            for one in catalogue or (Checkpoint(0, 0),):
                news = sa.select(sa.func.sum(EXPIRED.c.entries)).where(EXPIRED.c.number > one.expired)
                own = news.where(*_of_parts(EXPIRED.c.session, one.parts))
                there += int(connection.scalar(own) or 0)
        return LogEnd(position, count, there)


def _of_parts(session: sa.ColumnElement[str], parts: Parts) -> Iterator[sa.ColumnElement[bool]]:
    """Whether a session is of these parts: no condition for all of them."""
    if parts != ALL_PARTS:
        yield sa.func.substr(session, PLACE_OF_PART, 1).in_(digits_of(parts))


def _unreadable_builds(tables: sa.Engine) -> Iterator[Damage]:
    if _no_file(tables):
        return
    with reading(tables).connect() as connection:
        there = tables_of(connection)
        at = revision(connection, TABLES, there)
        if at != TABLES.newest or missing_tables(connection, TABLES, there):
            return
        live = live_builds(connection)
        rows = connection.execute(sa.select(POSITIONS.c.projection, POSITIONS.c.build, POSITIONS.c.made_by))
        versions = {(name, build): version for name, build, version in rows}
        inspector = sa.inspect(connection)
        for projection in PROJECTIONS:
            build = live.get(projection.name)
            if (
                build is not None
                and versions.get((projection.name, build)) == projection.version
                and not can_be_read(inspector, projection, build)
            ):
                yield Damage(
                    "lost",
                    f"Tables of the projection {projection.name} were deleted or changed. A worker "
                    "rebuilds them from the log; until then, queries return incomplete data.",
                )


def damaged_file(error: sa.exc.DatabaseError, schema: Schema, engine: sa.Engine) -> Damage:
    """What SQLite cannot read. Raises the error if it is another one: then nothing is known."""
    reason = str(error.orig)
    if engine.dialect.name != "sqlite" or isinstance(error, sa.exc.OperationalError):
        raise error
    return Damage(
        "unusable",
        f"{schema.title} {engine.url.database} is damaged ({reason}). Move it away with its -wal and -shm "
        "files, and restore a backup.",
    )


def _without_a_log(log: sa.Engine, followed: Followed) -> Iterator[Damage]:
    if followed.position or followed.promised:
        known = (
            f"the tables have followed one to position {followed.position}"
            if followed.position
            else f"{followed.promised} sessions have a secret"
        )
        yield Damage(
            "gone",
            f"There is no log at {log.url.database}, but {known}: the log or its -wal file was deleted. "
            f"Put it back or restore a backup, {GOING_ON}",
        )


def _without_tables(log: sa.Engine, tables: sa.Engine, end: LogEnd) -> Damage:
    drawn = len(open_and_drawn(log))
    return Damage(
        "gone",
        f"There are no tables at {tables.url.database}, but the log holds {end.entries} entries. Only "
        "the registers in the tables hold the revoked tokens, the uploaded component sets and the secrets of "
        f"open drawn sessions ({drawn} here). Restore a backup, {GOING_ON}",
    )


def open_and_drawn(log: sa.Engine) -> set[str]:
    """The sessions that are not closed and whose outcomes are drawn: each needs the secret of its opening."""
    entries = entries_of(log)
    body = sa.cast(entries.c.state, sa.LargeBinary)
    first = sa.select(entries.c.originator_id, body).where(entries.c.originator_version == 1)
    version, topic = entries.c.originator_version, entries.c.topic
    last = {kind: sa.func.max(sa.case((topic == kind, version), else_=0)) for kind in (CLOSED, REOPENED)}
    closed = (
        sa.select(entries.c.originator_id)
        .where(topic.in_(last))
        .group_by(entries.c.originator_id)
        .having(last[CLOSED] > last[REOPENED])
    )
    with reading(log).connect() as connection:
        drawn = {str(session) for session, opened in connection.execute(first) if DRAWN in bytes(opened)}
        return drawn - set(map(str, connection.scalars(closed)))


def _compare(end: LogEnd, followed: Followed) -> Iterator[Damage]:
    if followed.promised and not end.entries and not followed.position:
        yield Damage(
            "doubtful",
            f"The log is empty, though {followed.promised} sessions have a secret here. If each of "
            "their openings failed before its first entry, all is well. Otherwise the log is lost: put it "
            "back.",
        )
    if followed.position > end.position:
        yield Damage(
            "behind",
            f"The log ends at position {end.position}, but the tables followed it to {followed.position}: "
            "its newest entries are lost. Its -wal file was deleted, or an older copy was restored. "
            f"Put the newest log back, {GOING_ON}",
        )
    elif followed.entries > end.followed:
        yield Damage(
            "lost",
            f"{followed.entries - end.followed} entries that the tables have followed are not in the log: "
            "rows were deleted, or it is another log. `tablelog audit --all` says in which sessions. Restore "
            f"a backup, {GOING_ON}",
        )


# Reading all of log and tables for what a start does not look at.

MOST_NAMED = 3
OPENINGS = sa.table("openings", sa.column("session"))
IMPORTERS = sa.table("importers", sa.column("session"))


class KnownSessions(NamedTuple):
    """The sessions that the tables know. heads: by session, the version that the catalogue has followed to.

    promised: sessions with a secret. imported: those that somebody brought, whose secrets are elsewhere;
    tables that an earlier version made, and that are not migrated yet, do not tell.
    """

    heads: Mapping[str, int]
    promised: set[str]
    imported: set[str]


def search(log_url: str, tables_url: str) -> list[Damage]:
    """Everything that is missing or damaged. Raises the database's errors, `ValueError`."""
    tables, log = make_engine(tables_url), log_engine(log_url)
    try:
        found = list(look(log, tables))
        unusable = any(damage.kind in ("gone", "unusable") for damage in found)
        if unusable or nothing_there(log, LOG) or nothing_there(tables, TABLES):
            return found
        try:
            found += broken_pages(tables, TABLES.title)
            known = _known(tables)
        except sa.exc.DatabaseError as error:
            return [*found, damaged_file(error, TABLES, tables)]
        try:
            found += broken_pages(log, LOG.title)
            found += _in_the_log(log, known)
        except sa.exc.DatabaseError as error:
            found.append(damaged_file(error, LOG, log))
        return found
    finally:
        tables.dispose()
        log.dispose()


def broken_pages(engine: sa.Engine, title: str) -> Iterator[Damage]:
    """What SQLite finds when it reads every page of a file."""
    if engine.dialect.name != "sqlite":
        return
    with reading(engine).connect() as connection:
        faults = list(connection.exec_driver_sql("PRAGMA integrity_check(3)").scalars())
    if faults != ["ok"]:
        yield Damage(
            "unusable",
            f"{title} {engine.url.database} is damaged ({'; '.join(faults)}). Restore a backup; export what "
            "can still be read before.",
        )


def _known(tables: sa.Engine) -> KnownSessions:
    with reading(tables).connect() as connection:
        there = tables_of(connection)
        if HEADS.name not in there:
            return KnownSessions({}, set(), set())
        query = sa.select(HEADS.c.session, HEADS.c.version).where(
            HEADS.c.projection == SESSIONS, HEADS.c.build == live_builds(connection).get(SESSIONS, 1)
        )
        heads = dict(map(tuple, connection.execute(query)))
        promised, imported = (
            set(connection.scalars(sa.select(table.c.session))) if table.name in there else set()
            for table in (OPENINGS, IMPORTERS)
        )
        return KnownSessions(heads, promised, imported)


def _in_the_log(log: sa.Engine, known: KnownSessions) -> Iterator[Damage]:
    heads, promised, imported = known
    entries = entries_of(log)
    version = entries.c.originator_version
    query = sa.select(entries.c.originator_id, sa.func.count(), sa.func.max(version), sa.func.min(version))
    with reading(log).connect() as connection:
        there = {
            str(session): (count, last, first)
            for session, count, last, first in connection.execute(query.group_by(entries.c.originator_id))
        }
        total = sum(count for count, _, _ in there.values())
        newest = connection.scalar(sa.select(sa.func.max(entries.c.position))) or 0
        expired = {}
        if is_up(connection, LOG):
            of_each = sa.select(EXPIRED.c.session, EXPIRED.c.entries, EXPIRED.c.last_position)
            expired = {row.session: row for row in connection.execute(of_each)}
    gone = sum(row.entries for row in expired.values())
    newest = max([newest, *(row.last_position for row in expired.values())])
    known_to_end = {name: head for name, head in heads.items() if name not in expired}
    cut = sorted(name for name, head in known_to_end.items() if there.get(name, (0, 0, 0))[1] < head)
    if cut:
        yield Damage(
            "lost",
            f"{sessions(cut)} {_ends(cut)} before the position that the tables have followed: entries "
            f"of the log were deleted, or it is another log. Restore a backup, {GOING_ON}",
        )
    holed = sorted(name for name, (count, last, first) in there.items() if (count, first) != (last, 1))
    if holed:
        yield Damage(
            "lost", f"Entries are missing from the middle of {sessions(holed)}: rows of the log were deleted."
        )
    both = sorted(expired.keys() & there.keys())
    if both:
        yield Damage(
            "lost", f"{sessions(both)} expired and {_ends(both, 'is', 'are')} in the log: rows were put back."
        )
    if log.dialect.name == "sqlite" and total + gone != newest:
        explained = f" and {gone} expired entries" if gone else ""
        yield Damage(
            "lost",
            f"The log ends at position {newest} and holds {total} entries{explained}, but it "
            f"must have no {'other ' if gone else ''}gaps: rows were deleted.",
        )
    secretless = open_and_drawn(log) - promised - imported
    if secretless:
        yield Damage(
            "doubtful",
            f"{sessions(sorted(secretless))} {_ends(secretless, 'draws', 'draw')} outcomes and "
            f"{_ends(secretless, 'has', 'have')} no secret here, so nothing more can be drawn. If they "
            "were imported from elsewhere, all is well. Otherwise the newest part of the tables is lost: "
            "their -wal file was deleted, or an older copy was restored. Put the newest copy back, or "
            "restore a backup.",
        )
    unopened = promised - there.keys() - expired.keys()
    if unopened and there:
        yield Damage(
            "doubtful",
            f"{sessions(sorted(unopened))} {_ends(unopened, 'has', 'have')} a secret here but "
            f"{_ends(unopened, 'is', 'are')} not in the log. If the opening failed before its first entry, "
            "all is well. Otherwise the newest part of the log is lost.",
        )


def sessions(names: list[str]) -> str:
    """Some of them by name, and how many they are."""
    shown = ", ".join(names[:MOST_NAMED]) + (" …" if len(names) > MOST_NAMED else "")
    return f"{len(names)} session{'s' if len(names) > 1 else ''} ({shown})"


def _ends(names: list[str] | set[str], one: str = "ends", many: str = "end") -> str:
    return one if len(names) == 1 else many
