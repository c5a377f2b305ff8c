"""Hints through Redis, first that the log has grown. The log itself is the queue.

Anyone may have written a job in Redis, so only its data is read: no function is called but the one of
its queue, and nothing is imported for an unknown name. Callbacks, results and everything else that rq
stores with a job stay unread. After a failure a circuit breaker waits for some seconds, then one caller
tries, until Redis answers.
"""

from __future__ import annotations

import os
import re
import threading
import time
import zlib
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from redis import Redis
from redis.exceptions import RedisError, ResponseError
from rq import Queue
from rq.exceptions import DeserializationError, NoSuchJobError
from rq.job import Job
from rq.serializers import JSONSerializer

# A breaker: what has failed is left alone for some seconds, then asked by one alone, until it answers.

LONGEST_REST_SECONDS = 30.0


class Breaker:
    """Between a caller that can do without an answer and a server that may hang. For any threads."""

    def __init__(self, rest_seconds: float, longest_seconds: float = LONGEST_REST_SECONDS) -> None:
        """rest_seconds: how long the first rest is; each one after it is twice as long, up to the longest."""
        self._first = self._next = rest_seconds
        self._longest = longest_seconds
        self._until = 0.0
        self._open = False
        self._lock = threading.Lock()

    @property
    def is_open(self) -> bool:
        """Whether the last answer that was waited for did not come."""
        return self._open

    def lets_ask(self) -> bool:
        """Whether to ask now. While it is open one caller a rest is let through, to probe."""
        with self._lock:
            if not self._open:
                return True
            now = time.monotonic()
            if now < self._until:
                return False
            self._rest(now)
            return True

    def failed(self) -> None:
        """No answer came."""
        with self._lock:
            if not self._open:
                self._open = True
                self._rest(time.monotonic())

    def answered(self) -> None:
        """An answer came."""
        if self._open:
            with self._lock:
                self._open = False
                self._next = self._first

    def _rest(self, now: float) -> None:
        self._until = now + self._next
        self._next = min(2 * self._next, self._longest)


# Jobs as they come out of Redis: anybody may have written them, so of each its data alone are read.

LONGEST_DATA = 4_096
ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
"""What a hint can be about: the id of a session or of a webhook."""


class RefusedJob(Exception):
    """A job from Redis is not a hint; the message says why, without the job's content."""


class HintJob(Job):
    """A job of rq of which Redis says no more than what it calls."""

    def restore(self, raw_data: Mapping[bytes, bytes]) -> None:
        """Take over the data and the queue's name. Raises `NoSuchJobError` where there are no data."""
        packed = raw_data.get(b"data", b"")
        if not packed:
            raise NoSuchJobError("a job without data")
        self.origin = raw_data.get(b"origin", b"").decode("ascii", "replace")
        unpacking = zlib.decompressobj()
        try:
            self.data = unpacking.decompress(packed, LONGEST_DATA)
        except zlib.error:
            self.data = packed[:LONGEST_DATA]

    @classmethod
    def fetch(cls, id: str, connection: Any = None, serializer: Any = None) -> Job:
        """The job of this id. Raises `NoSuchJobError`, also where no job can be made of what is there."""
        try:
            return super().fetch(id, connection=connection, serializer=serializer)
        except (ValueError, ResponseError) as error:
            raise NoSuchJobError(f"no job can be read ({type(error).__name__})") from error


def called_by(job: Job, function: str, about: int) -> tuple[str, ...]:
    """The `about` ids that a job passes to its function, which must be this one. Raises `RefusedJob`."""
    try:
        name, instance, arguments, named = job.func_name, job.instance, job.args, job.kwargs
    except DeserializationError:
        raise RefusedJob("it is not JSON, as jobs are here") from None
    if name != function:
        raise RefusedJob(f"it calls {str(name)[:80]!r}, and here jobs call {function} alone")
    if instance is not None or named:
        raise RefusedJob("it brings an object or named arguments")
    if not isinstance(arguments, list | tuple) or len(arguments) != about:
        raise RefusedJob(f"it brings other than {about} arguments")
    if not all(isinstance(one, str) and ID.fullmatch(one) for one in arguments):
        raise RefusedJob("an argument is not an id")
    return tuple(arguments)


# Wake-ups: hints through Redis, first that the log has grown. The log itself is the queue.

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
    """Gives one hint to the process that serves its queue, or does nothing; never raises."""

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
