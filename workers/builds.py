"""Builds of projections: the tables of each, which one is served, and which version made it."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence

import sqlalchemy as sa

from replays.log_storage import ALL_PARTS
from workers.projections import PROJECTIONS
from workers.projections.projection import Projection
from workers.read_models import LIVE, POSITIONS
from workers.tables import TABLES

LOG = logging.getLogger(__name__)

ALL_POSITIONS = sa.select(POSITIONS)
ALL_LIVE = sa.select(LIVE)

Builds = Mapping[str, int]
"""By projection, the build that is followed."""


def lock_tables(connection: sa.Connection) -> None:
    """Builds are begun, dropped and switched by one process at a time."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(TABLES.lock)))


def begin_build(connection: sa.Connection, projection: Projection, build: int) -> None:
    """Make the tables of a build and its position at the start of the log, unless it was begun before.

    Tables whose position is not known are dropped: folding cannot continue from them.
    """
    if position_of(connection, projection, build) is None:
        for table in projection.tables(build):
            table.drop(connection, checkfirst=True)
    for table in projection.tables(build):
        table.create(connection, checkfirst=True)
    row = {"projection": projection.name, "build": build, "position": 0, "made_by": projection.version}
    for part in ALL_PARTS:
        insert_new(connection, POSITIONS, row | {"part": part})


def position_of(connection: sa.Connection, projection: Projection, build: int) -> int | None:
    """How far the build has followed all parts of the log; None: nobody knows of it."""
    query = sa.select(sa.func.min(POSITIONS.c.position)).where(POSITIONS.c.projection == projection.name)
    position: int | None = connection.scalar(query.where(POSITIONS.c.build == build))
    return position


def can_be_read(inspector: sa.Inspector, projection: Projection, build: int) -> bool:
    """Whether the build's tables are there, with every column that queries know."""
    try:
        there = {
            table.name: {column["name"] for column in inspector.get_columns(table.name)}
            for table in projection.tables(build)
        }
    except sa.exc.NoSuchTableError:
        return False
    return all({*table.columns.keys()} <= there[table.name] for table in projection.tables(build))


def serve_a_new_build(connection: sa.Connection, projection: Projection) -> None:
    """Queries cannot read the served build: let them answer with what a new one has, from now on."""
    query = sa.select(sa.func.max(POSITIONS.c.build)).where(POSITIONS.c.projection == projection.name)
    newest = connection.scalar(query) or 0
    build = max(newest, live_builds(connection)[projection.name]) + 1
    LOG.warning("the tables of %s are not as this version reads them: build %s", projection.name, build)
    begin_build(connection, projection, build)
    connection.execute(sa.update(LIVE).where(LIVE.c.projection == projection.name).values(build=build))


def insert_new(connection: sa.Connection, table: sa.Table, row: Mapping[str, object]) -> None:
    """Insert the row unless its key is there."""
    key = [column == row[column.name] for column in table.primary_key.columns]
    if connection.execute(sa.select(sa.literal(1)).select_from(table).where(*key)).first() is None:
        connection.execute(sa.insert(table), [dict(row)])


def live_builds(connection: sa.Connection) -> Builds:
    """By projection, the build that is served."""
    return {row.projection: row.build for row in connection.execute(ALL_LIVE)}


def of_another_version(
    connection: sa.Connection, projections: Sequence[Projection] = PROJECTIONS
) -> list[str]:
    """The projections whose served build another version of them made: it stands still."""
    live = live_builds(connection)
    versions = {(row.projection, row.build): row.made_by for row in connection.execute(ALL_POSITIONS)}
    return [
        projection.name
        for projection in projections
        if versions.get((projection.name, live.get(projection.name, 1)), projection.version)
        != projection.version
    ]
