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
    """One job that waits in a queue at most once. key: there while it waits, or for so many milliseconds.

    job_seconds: how long the job may take; -1: for ever.
    """

    queue: str
    job: str
    key: str
    milliseconds: int | None = None
    job_seconds: int = -1

    def key_about(self, *about: str) -> str:
        """The key of a hint that is about these."""
        return ":".join((self.key, *about))


GROWN = Hint("tablelog", "workers.jobs.follow", "tablelog:wake")
TO_TELL = Hint("webhooks", "workers.jobs.tell", "tablelog:webhook", milliseconds=60_000, job_seconds=120)
"""About a webhook, whose receiver is to be told something."""


class Waker:
    """Gives one hint to who serves its queue, or does nothing: it never raises."""

    def __init__(self, redis_url: str, hint: Hint = GROWN) -> None:
        self._redis = Redis.from_url(
            redis_url, socket_connect_timeout=CONNECT_SECONDS, socket_timeout=ANSWER_SECONDS
        )
        self._hint = hint
        self._queue = Queue(hint.queue, connection=self._redis)
        self._rests_until = 0.0

    def wake(self, *about: str) -> bool:
        """Enqueue one job unless one about the same is waiting already. False if Redis could not be asked."""
        if time.monotonic() < self._rests_until:
            return False
        try:
            hint = self._hint
            if self._redis.set(hint.key_about(*about), 1, nx=True, px=hint.milliseconds or WAKE_MILLISECONDS):
                self._queue.enqueue(
                    hint.job, *about, job_timeout=hint.job_seconds, result_ttl=0, failure_ttl=60
                )
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
