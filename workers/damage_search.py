"""Reading all of log and tables for what a start does not look at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import sqlalchemy as sa

from replays.databases import make_engine, reading
from replays.log_address import settings_of
from replays.log_tables import EXPIRED, LOG, entries_of, log_engine
from replays.migrating import is_up, tables_of
from workers.builds import live_builds
from workers.damage import GOING_ON, Damage, damaged_file, look, nothing_there, open_and_drawn
from workers.read_models import HEADS, SESSIONS
from workers.tables import TABLES

MOST_NAMED = 3
OPENINGS = sa.table("openings", sa.column("session"))
IMPORTERS = sa.table("importers", sa.column("session"))


class KnownSessions(NamedTuple):
    """What the tables know. heads: by session the version that the catalogue has followed it to.

    promised: sessions with a secret. imported: those that somebody brought, whose secrets are elsewhere;
    tables that an earlier version made, and that are not migrated yet, do not tell.
    """

    heads: Mapping[str, int]
    promised: set[str]
    imported: set[str]


def search(log_url: str, tables_url: str) -> list[Damage]:
    """Everything that is missing or damaged. Raises the database's errors, `ValueError`."""
    tables, log = make_engine(tables_url), log_engine(settings_of(log_url))
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
