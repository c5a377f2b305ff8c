"""Letting sandbox sessions expire in tests: the clock is handed in, so nobody waits for it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from replays.databases import make_engine
from replays.log_storage import Expired, take_away
from replays.log_tables import log_engine
from workers.expiry import ASIDE_SECONDS, Look, expire, tend

DAYS = 90
LATER = 100
"""Days from today after which everything that rests may go."""


def expired(
    log_url: str, tables_url: str, *, later: int = LATER, days: int = DAYS, **more: Any
) -> list[Expired]:
    """What goes when the worker's day comes so many days from today."""
    log, tables = log_engine(log_url), make_engine(tables_url)
    try:
        return expire(log, tables, days=days, now=datetime.now(UTC) + timedelta(days=later), **more)
    finally:
        log.dispose()
        tables.dispose()


def removed(log_url: str, tables_url: str) -> tuple[str, ...]:
    """What goes for good when a worker has run for 30 days after it was set aside."""
    log, tables = log_engine(log_url), make_engine(tables_url)
    try:
        for ran in (0.0, ASIDE_SECONDS):
            done = tend(log, tables, Look(ran), days=DAYS, now=datetime.now(UTC))
        return done.removed
    finally:
        log.dispose()
        tables.dispose()


def taken(log_url: str, session: str, before: datetime | None = None) -> Expired | None:
    """Take one session out of a log, whatever a catalogue knows."""
    log = log_engine(log_url)
    try:
        with log.begin() as connection:
            limit = before or datetime.now(UTC)
            return take_away(
                connection, session, before=limit, at="2026-07-01T00:00:00.000Z", reason="It rested."
            )
    finally:
        log.dispose()
