"""Parts of the log that are followed apart, and which of them a process takes.

A process says in a row that it is there, until a time of the database's clock, and reads who else is: each
takes an equal share of the parts. Nothing depends on their agreeing. Two that follow the same part compare
its position before they move it, as any two workers do, and one of them drops its batch.
"""

from __future__ import annotations

import time
from functools import cache
from typing import NamedTuple
from uuid import uuid4

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from replays.log_storage import ALL_PARTS
from workers.read_models import FOLLOWERS, POSITIONS

Parts = tuple[int, ...]
"""Parts of the log, in their order."""

LOOK_SECONDS = 0.5
"""How often a process says that it is there and looks who else is."""
LEASE_SECONDS = 4.0
"""How long the others leave a process its parts when it says nothing: a batch takes a fraction of it."""
FORGOTTEN_SECONDS = 3_600.0
NOW = sa.cast(sa.extract("epoch", sa.func.clock_timestamp()), sa.Float)
"""The clock of the database, which all processes share."""

BIT = sa.literal(1).op("<<")(POSITIONS.c.part)
"""The part of a position as a bit: one number holds several parts."""
BITS = sa.func.sum(BIT).label("bits")


def is_among(bits: sa.ColumnElement[int]) -> sa.ColumnElement[bool]:
    """Whether the part of a position is one of these bits."""
    return BIT.op("&")(bits) != 0


def bits_of(parts: Parts) -> int:
    """These parts as one number."""
    return sum(1 << part for part in parts)


@cache
def parts_in(bits: int) -> Parts:
    """The parts in a number."""
    return tuple(part for part in ALL_PARTS if bits >> part & 1)


OF_BUILDS = (
    POSITIONS.c.projection,
    POSITIONS.c.build,
    POSITIONS.c.made_by,
    POSITIONS.c.position,
    POSITIONS.c.expired,
)
TOGETHER = (
    sa.select(*OF_BUILDS, BITS).where(is_among(sa.bindparam("bits", type_=sa.Integer))).group_by(*OF_BUILDS)
)
"""The positions of builds, with the parts that are at each."""


class Checkpoint(NamedTuple):
    """How far these parts of a build have come: in the log, and among the sessions that expired."""

    position: int
    expired: int
    parts: Parts = ALL_PARTS


def checkpoints(connection: sa.Connection) -> dict[tuple[str, int], list[Checkpoint]]:
    """By projection and build, how far its parts have come."""
    found: dict[tuple[str, int], list[Checkpoint]] = {}
    for row in connection.execute(TOGETHER, {"bits": bits_of(ALL_PARTS)}):
        checkpoint = Checkpoint(row.position, row.expired, parts_in(int(row.bits)))
        found.setdefault((row.projection, row.build), []).append(checkpoint)
    return found


class Share:
    """The parts that this process follows, of builds that others may follow as well (`scope`).

    On SQLite always all: one process follows there. Use it in one thread at a time.
    """

    def __init__(self, engine: sa.Engine, scope: str) -> None:
        self._engine = engine
        self._scope = scope
        self._follower = uuid4().hex
        self._parts: Parts = ALL_PARTS
        self._looked: float | None = None
        self._left = False
        self.whole = engine.dialect.name == "sqlite"
        """Whether all parts are taken, whoever else is there."""

    def parts(self) -> Parts:
        """The parts to follow. Raises the database's errors."""
        if self._left:
            return ()
        now = time.monotonic()
        if not self.whole and (self._looked is None or now >= self._looked + LOOK_SECONDS):
            self._parts = self._look(first=self._looked is None)
            self._looked = now
        return ALL_PARTS if self.whole else self._parts

    def leave(self) -> None:
        """Follow no part from here on, so that the others take them at once. Raises the database's errors."""
        self._left = True
        if self._looked is not None:
            me = FOLLOWERS.c.scope == self._scope, FOLLOWERS.c.follower == self._follower
            with self._engine.begin() as connection:
                connection.execute(sa.delete(FOLLOWERS).where(*me))

    def _look(self, *, first: bool) -> Parts:
        """Say that this process is there, and divide the parts among those that are, the eldest first.

        A newcomer takes none before the others have had the time to leave it its own: their batches, and
        its own, would be folded in vain.
        """
        mine = insert(FOLLOWERS).values(
            scope=self._scope, follower=self._follower, joined=NOW, until=NOW + LEASE_SECONDS
        )
        there = sa.select(FOLLOWERS.c.follower).where(FOLLOWERS.c.scope == self._scope)
        with self._engine.begin() as connection:
            connection.exec_driver_sql("SET LOCAL synchronous_commit = off")
            if first:
                connection.execute(sa.delete(FOLLOWERS).where(FOLLOWERS.c.until < NOW - FORGOTTEN_SECONDS))
            connection.execute(
                mine.on_conflict_do_update(
                    index_elements=["scope", "follower"], set_={"until": mine.excluded.until}
                )
            )
            eldest_first = there.where(FOLLOWERS.c.until > NOW).order_by(
                FOLLOWERS.c.joined, FOLLOWERS.c.follower
            )
            followers = list(connection.scalars(eldest_first))
        if first and len(followers) > 1:
            return ()
        place = followers.index(self._follower)
        return ALL_PARTS[place :: len(followers)]
