"""Wake-ups: hints through Redis, first that the log has grown. The log itself is the queue."""

from __future__ import annotations

import os
from functools import cache
from typing import NamedTuple

from redis import Redis
from redis.exceptions import RedisError
from rq import Queue
from rq.serializers import JSONSerializer

from workers.breaker import Breaker
from workers.hint_jobs import HintJob

WAKE_MILLISECONDS = 1_000
CONNECT_SECONDS = 0.2
ANSWER_SECONDS = 0.5
REST_SECONDS = 5.0
"""How long Redis is left alone after it failed, so that a dead one costs a request nothing."""


class Hint(NamedTuple):
    """One job that waits in a queue at most once. key: there while it waits, or for `WAKE_MILLISECONDS`.

    job: the function that jobs of this queue call, and no other. about: how many ids it is given.
    job_seconds: how long the job may take; -1: for ever.
    """

    queue: str
    job: str
    key: str
    job_seconds: int = -1
    about: int = 0

    def queue_in(self, redis: Redis) -> Queue:
        """The queue of rq that its jobs wait in, as JSON."""
        return Queue(self.queue, connection=redis, serializer=JSONSerializer, job_class=HintJob)

    def enqueue(self, queue: Queue, *about: str, job_id: str | None = None) -> None:
        """Let a job wait. Raises `RedisError`."""
        queue.enqueue(
            self.job, *about, job_id=job_id, job_timeout=self.job_seconds, result_ttl=0, failure_ttl=60
        )


GROWN = Hint("tablelog", "workers.jobs.follow", "tablelog:wake")


def impatient(redis_url: str) -> Redis:
    """A client that gives a Redis up soon: nobody waits long for one that hangs."""
    return Redis.from_url(redis_url, socket_connect_timeout=CONNECT_SECONDS, socket_timeout=ANSWER_SECONDS)


class Waker:
    """Gives one hint to who serves its queue, or does nothing: it never raises."""

    def __init__(self, redis_url: str, hint: Hint = GROWN) -> None:
        self._redis = impatient(redis_url)
        self._hint = hint
        self._queue = hint.queue_in(self._redis)
        self._breaker = Breaker(REST_SECONDS)

    def wake(self) -> bool:
        """Enqueue one job unless one is waiting already. False if Redis could not be asked."""
        if not self._breaker.lets_ask():
            return False
        try:
            hint = self._hint
            if self._redis.set(hint.key, 1, nx=True, px=WAKE_MILLISECONDS):
                hint.enqueue(self._queue)
        except (RedisError, OSError):
            self._breaker.failed()
            return False
        self._breaker.answered()
        return True


def wake(redis_url: str | None) -> bool:
    """Tell the workers that the log has grown. False without Redis: their timer will notice."""
    return redis_url is not None and _waker(redis_url, os.getpid()).wake()


@cache
def _waker(redis_url: str, process: int) -> Waker:
    return Waker(redis_url)
