"""The clock that all processes of a database share, and whether this machine's agrees with it.

Leases and due times are compared between hosts, so they must come from one clock. On PostgreSQL that is the
server's; SQLite has no clock of its own, and its processes share a machine.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import cast

import sqlalchemy as sa

from replays.databases import reading

TOLERANCE = timedelta(seconds=60)
"""How far a machine's clock may be off before its log says so. Requests and slow connections cost less."""


def time_of(connection: sa.Connection) -> datetime:
    """The time by the shared clock, in UTC. Raises the database's errors."""
    if connection.dialect.name == "postgresql":
        told = connection.scalar(sa.select(sa.func.clock_timestamp()))
        return cast("datetime", told).astimezone(UTC)
    return datetime.now(UTC)


def now_of(engine: sa.Engine) -> datetime:
    """The time by the shared clock of this database, in UTC. Raises the database's errors."""
    with reading(engine).connect() as connection:
        return time_of(connection)


def clock_fault(engine: sa.Engine) -> str | None:
    """A sentence if this machine's clock is off by more than `TOLERANCE`. Raises the database's errors."""
    shared = now_of(engine)
    off = datetime.now(UTC) - shared
    if abs(off) <= TOLERANCE:
        return None
    side = "ahead of" if off > timedelta() else "behind"
    return (
        f"The clock of this machine is {timedelta(seconds=round(abs(off).total_seconds()))} {side} the clock "
        "of the database. Synchronise it (NTP): entries recorded here get its times."
    )
