"""Rebuilds projections next to the served tables, then switches; and shows their state.

Positions that do not move while the log is ahead of them show that no worker follows the log.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress

import sqlalchemy as sa
from msgspec import Struct

from replays.databases import reading
from replays.event_store import EventStore
from replays.library import Library
from workers.builds import Builds, begin_build, live_builds, lock_tables, of_another_version
from workers.follow import (
    LIVE_BATCH,
    REBUILD_BATCH,
    Moved,
    ProjectionRunner,
    move,
    prepare,
)
from workers.parts import Checkpoint, Share, checkpoints
from workers.projections import PROJECTIONS
from workers.projections.projection import Projection
from workers.read_models import HEADS, LIVE, POSITIONS, SET_ASIDE

# Rebuilding projections next to the served tables, then switching; and the state of projections.

Progress = Callable[[int, int], None]
"""`progress(position, end)`: how far the rebuild has come, in positions of the log."""

WAIT_FOR_OTHERS_SECONDS, WAITS_FOR_OTHERS = 0.05, 4
"""How long and how often a rebuild waits for others that fold the last entries of their share."""


class UnknownProjection(LookupError):
    """There is no projection of this name."""


class ProjectionStatus(Struct, frozen=True):
    """One projection: the build that is served, how far it and the log are, how many entries are aside.

    A position ahead of the log means that the log is not the one that was followed (an older backup).
    outdated: another version of the projection made the build; a worker rebuilds it.
    """

    projection: str
    build: int
    position: int
    end: int
    set_aside: int
    rebuilding: int | None = None
    outdated: bool = False

    @property
    def ahead(self) -> bool:
        return self.position > self.end


def rebuild(
    store: EventStore,
    engine: sa.Engine,
    library: Library,
    names: Sequence[str] = (),
    *,
    progress: Progress = lambda position, end: None,
    projections: Sequence[Projection] = PROJECTIONS,
) -> int:
    """Rebuild the named projections (all of them when none is named) and serve the new build.

    A rebuild that was interrupted continues where it stopped. Processes that rebuild the same projections
    share the work; the last stretch everybody folds, so that nobody waits for another to come to the end.
    Returns how many entries were folded here.
    Raises `UnknownProjection`, `Unavailable`.
    """
    chosen = _chosen(names, projections)
    prepare(engine, projections)
    builds = _next_builds(engine, chosen)
    share = Share(engine, " ".join(f"{name}_{build}" for name, build in sorted(builds.items())))
    runner = ProjectionRunner(
        store, engine, library, builds=lambda connection: builds, projections=projections, share=share
    )
    done = idle = 0
    try:
        while True:
            folded = runner.pull(limit=REBUILD_BATCH, most_batches=1)
            done += folded
            reached, end = _slowest(engine, builds), store.position()
            progress(reached, end)
            if not folded and _switch_unless_moved(store, engine, builds):
                return done
            idle = 0 if folded else idle + 1
            if idle > WAITS_FOR_OTHERS and reached + LIVE_BATCH >= end:
                share.whole = True
            elif not folded and not share.whole:
                time.sleep(WAIT_FOR_OTHERS_SECONDS)
    finally:
        with suppress(sa.exc.SQLAlchemyError):
            share.leave()


def renew(
    store: EventStore,
    engine: sa.Engine,
    library: Library,
    projections: Sequence[Projection] = PROJECTIONS,
) -> list[str]:
    """Rebuild what another version of a projection made, and serve that. Returns the projections' names.

    Until then queries answer from the served build, which stands still. Raises `Unavailable`.
    """
    with reading(engine).connect() as connection:
        names = of_another_version(connection, projections)
    if names:
        rebuild(store, engine, library, names, projections=projections)
    return names


def status(
    store: EventStore, engine: sa.Engine, projections: Sequence[Projection] = PROJECTIONS
) -> list[ProjectionStatus]:
    """The state of every projection."""
    with reading(engine).connect() as connection:
        live = live_builds(connection)
        positions = {(row.projection, row.build): row.position for row in connection.execute(_positions())}
        aside = sa.select(SET_ASIDE.c.projection, SET_ASIDE.c.build, sa.func.count())
        outdated = of_another_version(connection, projections)
        counted = {
            (name, build): count
            for name, build, count in connection.execute(aside.group_by(*aside.selected_columns[:2]))
        }
    end = store.position()
    found = []
    for projection in projections:
        name = projection.name
        build = live.get(name, 1)
        newer = [other for other, number in positions if other == name and number > build]
        found.append(
            ProjectionStatus(
                name,
                build,
                positions.get((name, build), 0),
                end,
                counted.get((name, build), 0),
                max(number for other, number in positions if other == name) if newer else None,
                name in outdated,
            )
        )
    return found


def _chosen(names: Sequence[str], projections: Sequence[Projection]) -> list[Projection]:
    by_name = {projection.name: projection for projection in projections}
    for name in names:
        if name not in by_name:
            raise UnknownProjection(name)
    return [by_name[name] for name in names] if names else list(projections)


def _next_builds(engine: sa.Engine, chosen: Sequence[Projection]) -> Builds:
    """The builds to fill: unfinished ones if there are any; older ones than the served are dropped.

    So are unfinished ones that another version of the projection began.
    """
    builds = {}
    with engine.begin() as connection:
        lock_tables(connection)
        live = live_builds(connection)
        for projection in chosen:
            served = live[projection.name]
            known = _known_builds(connection, projection.name)
            for build in known:
                if build < served or (build > served and known[build] != projection.version):
                    _drop(connection, projection, build)
            newest = max(known, default=served)
            goes_on = newest > served and known[newest] == projection.version
            builds[projection.name] = newest if goes_on else max(newest, served) + 1
            begin_build(connection, projection, builds[projection.name])
    return builds


def _known_builds(connection: sa.Connection, name: str) -> dict[int, int]:
    query = sa.select(POSITIONS.c.build, POSITIONS.c.made_by).where(POSITIONS.c.projection == name)
    return dict(map(tuple, connection.execute(query)))


def _drop(connection: sa.Connection, projection: Projection, build: int) -> None:
    for table in projection.tables(build):
        table.drop(connection, checkfirst=True)
    for kept in (POSITIONS, HEADS, SET_ASIDE):
        connection.execute(sa.delete(kept).where(kept.c.projection == projection.name, kept.c.build == build))


def _switch_unless_moved(store: EventStore, engine: sa.Engine, builds: Builds) -> bool:
    try:
        return _switch(store, engine, builds)
    except Moved:
        return False


def _switch(store: EventStore, engine: sa.Engine, builds: Builds) -> bool:
    """Serve the new builds once they are not behind the served ones. False: not yet.

    A served build that is ahead of the log is waited for no further than the log's end. The older build
    keeps its tables and position until the next rebuild: a query may be reading it.
    Raises `Moved` if the served build moved meanwhile.
    """
    with engine.begin() as connection:
        live = live_builds(connection)
        places = checkpoints(connection)
        end = store.position()
        for name, build in sorted(builds.items()):
            new, old = places.get((name, build), ()), places.get((name, live[name]), ())
            if not new or live[name] >= build:
                continue
            if not all(_is_reached(served, new, end) for served in old):
                return False
            for position, expired, parts in sorted(old):
                move(connection, {name: live[name]}, position, position, (expired, expired), parts)
            connection.execute(sa.update(LIVE).where(LIVE.c.projection == name).values(build=build))
    return True


def _is_reached(served: Checkpoint, new: Sequence[Checkpoint], end: int) -> bool:
    """Whether every one of these parts is at least as far in the new build, or at the log's end."""
    return all(
        one.position >= min(served.position, end) and one.expired >= served.expired
        for one in new
        if set(one.parts) & set(served.parts)
    )


def _positions() -> sa.Select[tuple[str, int, int]]:
    """The positions of builds: each is the least of its parts."""
    of_a_build = POSITIONS.c.projection, POSITIONS.c.build
    return sa.select(*of_a_build, sa.func.min(POSITIONS.c.position).label("position")).group_by(*of_a_build)


def _slowest(engine: sa.Engine, builds: Builds) -> int:
    with reading(engine).connect() as connection:
        rows = connection.execute(_positions()).all()
    return min((row.position for row in rows if builds.get(row.projection) == row.build), default=0)


# Whether anybody follows the log: nobody does if positions stand still while the log is ahead of them.

STILL_SECONDS = 8.0
"""Longer than a dead worker keeps its parts: positions that stand still for so long are nobody's work."""

WAIT_SECONDS = 2.0
LOOK_SECONDS = 0.1


def slowest(store: EventStore, engine: sa.Engine) -> tuple[int, int]:
    """The position of the projection that is furthest behind, and that of the log's end."""
    found = status(store, engine)
    return min(one.position for one in found), found[0].end


class Watch:
    """The position at the last look, and since when it has not moved."""

    def __init__(self) -> None:
        self._seen: tuple[int, float] | None = None

    def stands_still(self, position: int, end: int) -> bool:
        """Whether this position has been behind the log's end, unmoved, for `STILL_SECONDS` of looks."""
        if position >= end:
            self._seen = None
        elif self._seen is None or self._seen[0] != position:
            self._seen = position, time.monotonic()
        return self._seen is not None and time.monotonic() - self._seen[1] >= STILL_SECONDS


def nobody_follows(store: EventStore, engine: sa.Engine) -> bool:
    """Whether the positions are behind the log's end and do not move, while one waits for it a little."""
    position, end = slowest(store, engine)
    give_up = time.monotonic() + WAIT_SECONDS
    while position < end:
        if time.monotonic() >= give_up:
            return True
        time.sleep(LOOK_SECONDS)
        moved, _ = slowest(store, engine)
        if moved != position:
            return False
    return False
