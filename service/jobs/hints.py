"""What rq runs in a worker of jobs: a hint that a job waits. It may be lost or doubled."""

from __future__ import annotations

import threading
from contextlib import suppress

from redis.exceptions import RedisError
from rq import get_current_job

from workers.wake import Hint

HINTS = Hint(queue="jobs", job="service.jobs.hints.notify", key="tablelog:jobs")
MAY_WAIT = threading.Event()
"""Set when a job may wait."""


def notify() -> None:
    """Have the worker look for jobs that wait."""
    hint = get_current_job()
    if hint is not None:
        with suppress(RedisError):
            hint.connection.delete(HINTS.key)
    MAY_WAIT.set()
