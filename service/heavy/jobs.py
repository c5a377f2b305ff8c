"""What rq runs in the process of heavy work: a hint that a piece waits, which may be lost or doubled."""

from __future__ import annotations

import threading
from contextlib import suppress

from redis.exceptions import RedisError
from rq import get_current_job

from workers.wake import Hint

HINTS = Hint(queue="heavy", job="service.heavy.jobs.look", key="tablelog:heavy")
BELL = threading.Event()
"""Rung when a piece may wait."""


def look() -> None:
    """Look for pieces that wait."""
    job = get_current_job()
    if job is not None:
        with suppress(RedisError):
            job.connection.delete(HINTS.key)
    BELL.set()
