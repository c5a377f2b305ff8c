"""Following the log: rows and positions move in one transaction, so each entry counts exactly once."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from itertools import zip_longest

import sqlalchemy as sa

from replays.databases import reading
from replays.event_store import EventStore, LogEntry
from replays.library import Library
from replays.log_storage import ALL_PARTS, Expired, part_of
from replays.migrating import bring_up
from workers.builds import (
    ALL_POSITIONS,
    Builds,
    begin_build,
    can_be_read,
    insert_new,
    live_builds,
    lock_tables,
    serve_a_new_build,
)
from workers.folded_sessions import Batch, Folds
from workers.forgetting import forget
from workers.parts import TOGETHER, Checkpoint, Parts, Share, bits_of, is_among, parts_in
from workers.projections import PROJECTIONS
from workers.projections.projection import Projection, Row, RowRejected
from workers.projections.writing import upsert
from workers.read_models import HEADS, LIVE, POSITIONS, SET_ASIDE
from workers.tables import TABLES

LOG = logging.getLogger(__name__)

LIVE_BATCH = 500
REBUILD_BATCH = 2_000
EXPIRED_BATCH = 100

MOVE = (
    sa.update(POSITIONS)
    .where(POSITIONS.c.projection == sa.bindparam("moved"), POSITIONS.c.build == sa.bindparam("its_build"))
    .where(is_among(sa.bindparam("bits", type_=sa.Integer)))
    .where(POSITIONS.c.position == sa.bindparam("old"), POSITIONS.c.expired == sa.bindparam("forgotten"))
    .values(position=sa.bindparam("new"), expired=sa.bindparam("now_forgotten"))
)


class Moved(Exception):
    """Another worker moved the position first."""


class ProjectionRunner:
    """Brings a set of builds to the end of the log. One at a time in a process; any number of processes."""

    def __init__(
        self,
        store: EventStore,
        engine: sa.Engine,
        library: Library,
        *,
        builds: Callable[[sa.Connection], Builds] | None = None,
        projections: Sequence[Projection] = PROJECTIONS,
        share: Share | None = None,
    ) -> None:
        """share: the parts to follow; None: all of them, even if others follow some."""
        self.store = store
        self.engine = engine
        self._library = library
        self._builds = builds or live_builds
        self._projections = {projection.name: projection for projection in projections}
        self._share = share
        self.folded = 0
        """How many entries were folded here."""
        self._folds: dict[tuple[str, ...], Folds] = {}
        self._one_at_a_time = threading.Lock()

    def pull(self, *, limit: int = LIVE_BATCH, most_batches: int | None = None) -> int:
        """Follow this process's share of the log to its end; returns how many entries were folded.

        Safe to run twice, at once, or not at all. `most_batches` bounds the work of one call.
        Raises `Unavailable` and the database's own errors; nothing is half done then.
        """
        with self._one_at_a_time:
            done = batches = 0
            more = True
            while more and (most_batches is None or batches < most_batches):
                folded, more = self._advance(limit)
                done, batches = done + folded, batches + 1
                self.folded += folded
            return done

    def leave(self) -> None:
        """Follow nothing from here on, so that others take this process's share at once.

        Raises the database's errors.
        """
        if self._share is not None:
            self._share.leave()

    def _advance(self, limit: int) -> tuple[int, bool]:
        """Fold one batch for every group of projections at the same checkpoint, those behind first.

        A group that comes to where the next one is stops there, and the next one waits: from then on they
        are one group, which is read and written once. Returns how many entries were folded, and whether
        there may be more of them.
        """
        folded, more = 0, False
        groups = self._groups()
        if any(checkpoint.parts != ALL_PARTS for checkpoint in groups):
            limit = min(limit, LIVE_BATCH)  # the others wait for a sign of life, at most for `LEASE_SECONDS`
        together = {tuple(sorted(builds)) for builds in groups.values()}
        self._folds = {names: folds for names, folds in self._folds.items() if names in together}
        positions = sorted({checkpoint.position for checkpoint in groups})
        for position, next_one in zip_longest(positions, positions[1:]):
            meets = next_one is not None
            for checkpoint in sorted(one for one in groups if one.position == position):
                expired = self.store.expired_since(checkpoint.expired, EXPIRED_BATCH)
                log, end = self._stretch(checkpoint, limit, next_one)
                if log or expired or end > position:
                    moved = self._take(groups[checkpoint], checkpoint, log, end, expired)
                    folded += len(log) if moved else 0
                    more = more or not moved or len(log) == limit or bool(expired) or end == next_one
                meets = meets and end == next_one
            if meets:
                return folded, True
        return folded, more

    def _stretch(
        self, checkpoint: Checkpoint, limit: int, last: int | None = None
    ) -> tuple[list[LogEntry], int]:
        """The next entries, up to the position `last`, and the position that is reached with them.

        Where nothing is left up to the log's end, all of it belongs to other parts, or has expired: those
        positions are not given again.
        """
        position, _, parts = checkpoint
        if parts == ALL_PARTS:
            log, end = self.store.since(position, limit), position
            if not log:
                end = self.store.position()
                log = self.store.since(position, limit) if end > position else log
            end = log[-1].position if log else max(position, end)
        else:
            end = self.store.position()
            log = self.store.since(position, limit, parts) if end > position else []
            if len(log) == limit:
                end = log[-1].position
            else:
                end = max(position, end, *(entry.position for entry in log[-1:]))
        if last is not None and end > last:
            return [entry for entry in log if entry.position <= last], last
        return log, end

    def _groups(self) -> dict[Checkpoint, Builds]:
        parts = ALL_PARTS if self._share is None else self._share.parts()
        with reading(self.engine).connect() as connection:
            builds = self._builds(connection)
            rows = connection.execute(TOGETHER, {"bits": bits_of(parts)}).all()
        groups: dict[Checkpoint, dict[str, int]] = {}
        for row in rows:
            followed = builds.get(row.projection) == row.build and row.projection in self._projections
            if followed and row.made_by == self._projections[row.projection].version:
                checkpoint = Checkpoint(row.position, row.expired, parts_in(int(row.bits)))
                groups.setdefault(checkpoint, {})[row.projection] = row.build
        return dict(groups)

    def _take(
        self,
        builds: Builds,
        checkpoint: Checkpoint,
        log: Sequence[LogEntry],
        end: int,
        expired: Sequence[Expired],
    ) -> bool:
        """Fold and write a stretch of the log, forget what expired. False if another worker was faster."""
        names = tuple(sorted(builds))
        folds = self._folds.get(names)
        if folds is None:
            projections = [self._projections[name] for name in names]
            folds = self._folds[names] = Folds(self.store, self._library, projections)
        batches = folds.take(log)
        try:
            self._write(builds, checkpoint, end, batches, expired)
        except Moved:
            return False
        except (RowRejected, sa.exc.DBAPIError) as error:
            if is_down(error) or not log:
                raise
            self._take_one_by_one(builds, checkpoint, log)
        else:
            folds.drop(gone.session for gone in expired)
        return True

    def _write(
        self,
        builds: Builds,
        old: Checkpoint,
        end: int,
        batches: Mapping[str, Batch],
        expired: Sequence[Expired],
    ) -> None:
        forgotten = old.expired, expired[-1].number if expired else old.expired
        with self.engine.begin() as connection:
            move(connection, builds, old.position, end, forgotten, old.parts)
            for name, batch in batches.items():
                self._apply(connection, name, builds[name], batch)
            upsert(connection, HEADS, heads(builds, batches))
            sessions = [gone.session for gone in expired if part_of(gone.session) in old.parts]
            if sessions:
                for name in sorted(builds):
                    forget(connection, self._projections[name], builds[name], sessions)

    def _apply(self, connection: sa.Connection, name: str, build: int, batch: Batch) -> None:
        if batch.changes:
            self._projections[name].write(connection, build, batch.changes)
        for entry, error in batch.set_aside:
            quarantine(connection, name, build, entry, error)

    def _take_one_by_one(self, builds: Builds, checkpoint: Checkpoint, log: Sequence[LogEntry]) -> None:
        """The database refuses some row of the batch: find its entry, and set only that aside."""
        position, forgotten = checkpoint.position, (checkpoint.expired, checkpoint.expired)
        folds = Folds(self.store, self._library, [self._projections[name] for name in sorted(builds)])
        for entry in log:
            batches = folds.take([entry])
            try:
                with self.engine.begin() as connection:
                    move(connection, builds, position, entry.position, forgotten, checkpoint.parts)
                    for name, batch in batches.items():
                        self._apply_or_set_aside(connection, name, builds[name], batch, entry)
            except Moved:
                return
            position = entry.position

    def _apply_or_set_aside(
        self, connection: sa.Connection, name: str, build: int, batch: Batch, entry: LogEntry
    ) -> None:
        try:
            with connection.begin_nested():
                self._apply(connection, name, build, batch)
                upsert(connection, HEADS, heads({name: build}, {name: batch}))
        except (RowRejected, sa.exc.DBAPIError) as error:
            if is_down(error):
                raise
            quarantine(connection, name, build, entry, f"the database refuses its rows: {error}")


def prepare(engine: sa.Engine, projections: Sequence[Projection] = PROJECTIONS) -> None:
    """Migrate the tables; make those of the served builds, with positions at the start, where missing.

    Raises `UnusableDatabase`.
    """
    bring_up(engine, TABLES)
    with engine.begin() as connection:
        lock_tables(connection)
        known, inspector = live_builds(connection), sa.inspect(connection)
        placed = {(row.projection, row.build) for row in connection.execute(ALL_POSITIONS)}
        for projection in projections:
            build = known.get(projection.name)
            if build is None:
                begin_build(connection, projection, 1)
                insert_new(connection, LIVE, {"projection": projection.name, "build": 1})
            elif (projection.name, build) not in placed or not can_be_read(inspector, projection, build):
                serve_a_new_build(connection, projection)


def move(
    connection: sa.Connection,
    builds: Builds,
    old: int,
    new: int,
    forgotten: tuple[int, int] = (0, 0),
    parts: Parts = ALL_PARTS,
) -> None:
    """Compare and set the positions of parts; the locks it takes keep other workers out until the commit.

    `forgotten`: how many of the sessions that expired are forgotten before and after it.
    Raises `Moved`. Projections are moved in the order of their names, so that two workers cannot wait
    for each other.
    """
    both = {"old": old, "new": new, "forgotten": forgotten[0], "now_forgotten": forgotten[1]}
    of_all = {"bits": bits_of(parts), **both}
    moves = [{"moved": name, "its_build": builds[name], **of_all} for name in sorted(builds)]
    if connection.execute(MOVE, moves).rowcount != len(moves) * len(parts):
        raise Moved


def heads(builds: Builds, batches: Mapping[str, Batch]) -> list[Row]:
    """By projection and session, the last entry that its rows hold."""
    return [
        {"projection": name, "build": builds[name], "session": session, "version": change.version}
        for name, batch in batches.items()
        for session, change in batch.changes.items()
        if change.version
    ]


def is_down(error: Exception) -> bool:
    """Whether the database, rather than a row, is at fault."""
    return isinstance(error, sa.exc.DBAPIError) and (
        error.connection_invalidated or isinstance(error, sa.exc.OperationalError)
    )


def quarantine(connection: sa.Connection, name: str, build: int, entry: LogEntry, error: str) -> None:
    """Note an entry that a projection could not take, and say so in the log of the process."""
    error = error.replace("\0", "\\0")
    LOG.error("%s set entry %s of %s aside: %s", name, entry.number, entry.session, error)
    row = {
        "projection": name,
        "build": build,
        "position": entry.position,
        "session": entry.session,
        "number": entry.number,
        "error": error,
    }
    upsert(connection, SET_ASIDE, [row])
