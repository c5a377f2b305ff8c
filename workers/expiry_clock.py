"""How long expiry was seen to run, and whether the clock can be believed.

A clock that is wrong once must take nothing away. So days are counted twice: by the clock, since the last
entry, and by looks, each of which adds the time that both the clock and the machine's own counter saw pass.
"""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from domain.kernel.entries import NOT_JSON
from replays.databases import reading
from replays.log_tables import entries_of
from workers.read_models import EXPIRY_CLOCK as CLOCK

LOOK_SECONDS = 600.0
"""How often it is looked. A look adds twice this at most: the rest may be a clock that was set."""
TOLERANCE = timedelta(minutes=5)
NEWEST = 50
"""Entries whose times are compared with the clock."""


class Look(Struct, frozen=True):
    """What a look saw. ran: seconds that expiry has run, as far as looks saw. doubt: why the clock is not
    believed. jumped: it is only this look's, marks that were made before stay."""

    ran: float
    doubt: str | None = None
    jumped: bool = False


class _Dated(Struct):
    at: str


def counter() -> float:
    """Seconds of the machine's own counter, which goes on while it sleeps and which nobody sets."""
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
        theirs.append(connection.scalar(sa.text("SELECT clock_timestamp()")))
    if log.dialect.name == "postgresql":
        with reading(log).connect() as other:
            theirs.append(other.scalar(sa.text("SELECT clock_timestamp()")))
    for moment in theirs:
        if moment is not None and abs(moment - now) > TOLERANCE:
            return f"the database's clock says {_text(moment)}"
    return None


def _of_entries(newest: list[tuple[int, datetime]], before: int, seen: str, now: datetime) -> str | None:
    """Whether recorders have another clock: entries of the future, or new ones all older than the last look.

    What was imported since may be older, too: then expiry waits for a look without.
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
