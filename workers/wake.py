"""Wake-ups: hints through Redis, first that the log has grown. The log itself is the queue."""

from __future__ import annotations

import os
import time
from functools import cache
from typing import NamedTuple

from redis import Redis
from redis.exceptions import RedisError
from rq import Queue

WAKE_MILLISECONDS = 1_000
CONNECT_SECONDS = 0.2
ANSWER_SECONDS = 0.5
REST_SECONDS = 5.0
"""How long Redis is left alone after it failed, so that a dead one costs a request nothing."""


class Hint(NamedTuple):
    """One job that waits in a queue at most once. key: there while it waits."""

    queue: str
    job: str
    key: str


GROWN = Hint("tablelog", "workers.jobs.follow", "tablelog:wake")


class Waker:
    """Gives one hint to who serves its queue, or does nothing: it never raises."""

    def __init__(self, redis_url: str, hint: Hint = GROWN) -> None:
        self._redis = Redis.from_url(
            redis_url, socket_connect_timeout=CONNECT_SECONDS, socket_timeout=ANSWER_SECONDS
        )
        self._hint = hint
        self._queue = Queue(hint.queue, connection=self._redis)
        self._rests_until = 0.0

    def wake(self) -> bool:
        """Enqueue one job unless one is waiting already. False if Redis could not be asked."""
        if time.monotonic() < self._rests_until:
            return False
        try:
            if self._redis.set(self._hint.key, 1, nx=True, px=WAKE_MILLISECONDS):
                self._queue.enqueue(self._hint.job, job_timeout=-1, result_ttl=0, failure_ttl=60)
        except (RedisError, OSError):
            self._rests_until = time.monotonic() + REST_SECONDS
            return False
        return True


def wake(redis_url: str | None) -> bool:
    """Tell the workers that the log has grown. False without Redis: their timer will notice."""
    return redis_url is not None and _waker(redis_url, os.getpid()).wake()


@cache
def _waker(redis_url: str, process: int) -> Waker:
    return Waker(redis_url)
