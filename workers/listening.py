"""Listening: rq workers that serve a queue, heed signals and outlast a Redis that goes away."""

from __future__ import annotations

import logging
import signal
import threading
from types import FrameType
from typing import Any

from redis import Redis
from redis.exceptions import RedisError
from rq import Queue, SimpleWorker
from rq.exceptions import StopRequested
from rq.job import Job
from rq.registry import FailedJobRegistry, StartedJobRegistry
from rq.serializers import JSONSerializer
from rq.utils import now

from workers.wake import Hint, HintJob, RefusedJob, called_by

LOG = logging.getLogger("workers")

RETRY_SECONDS = 0.5


class RedisAvailability:
    """Whether Redis is there. Says so once when it goes and once when it is back."""

    away = False

    def gone(self, error: Exception) -> None:
        if not self.away:
            LOG.warning("Redis is away (%s); polling instead", type(error).__name__)
        self.away = True

    def here(self) -> None:
        if self.away:
            LOG.info("Redis is back")
        self.away = False


class Listener(SimpleWorker):
    """An rq worker that reports its shutdown signal, and reconnects soon when Redis is back.

    It takes hints out of Redis and nothing else: no other function, no command to workers, nothing that rq
    would do later or again.
    """

    max_connection_wait_time = 2.0

    def __init__(self, hint: Hint, redis: Redis, stop: threading.Event, presence: RedisAvailability) -> None:
        super().__init__(
            [hint.queue_in(redis)], connection=redis, serializer=JSONSerializer, job_class=HintJob
        )
        self.hint = hint
        self.ending = stop
        self.presence = presence

    def execute_job(self, job: Job, queue: Queue) -> None:
        """Do what the job hints at, or refuse it and continue."""
        job.origin, job.timeout, job.result_ttl, job.failure_ttl = queue.name, self.hint.job_seconds, 0, 60
        try:
            called_by(job, self.hint.job, self.hint.about)
        except RefusedJob as error:
            LOG.warning("a job in Redis was refused: %s; who else may write there?", error)
            self.connection.lrem(queue.intermediate_queue_key, 1, job.id)
            self.connection.delete(job.key)
        else:
            super().execute_job(job, queue)

    def run_maintenance_tasks(self) -> None:
        """Forget jobs that failed or were cut off, without reading them: each is a hint that may be lost."""
        self.last_cleaned_at = now()  # type: ignore[assignment]
        for queue in self.queues:
            for registry in (FailedJobRegistry, StartedJobRegistry):
                key = registry(queue.name, connection=self.connection).key
                self.connection.zremrangebyscore(key, 0, now().timestamp())

    def subscribe(self) -> None:
        """Heed no commands that come through Redis."""

    def handle_warm_shutdown_request(self) -> None:
        self.ending.set()

    def check_for_suspension(self, burst: bool) -> None:
        if self.ending.is_set():
            raise StopRequested

    def heartbeat(self, *arguments: Any, **options: Any) -> None:
        try:
            super().heartbeat(*arguments, **options)
        except (RedisError, OSError) as error:
            if not self.ending.is_set():
                self.presence.gone(error)
            raise
        self.presence.here()


def is_news(record: logging.LogRecord) -> bool:
    """Whether to log it: rq complains of a missing Redis at each try, which `RedisAvailability` says once."""
    raised = record.exc_info[1] if record.exc_info else None
    away = isinstance(raised, RedisError | OSError) or "could not connect to Redis" in str(record.msg)
    return not away


def heed_signals(stop: threading.Event) -> None:
    """End at TERM and INT, while no rq worker does the heeding."""

    def end(number: int, frame: FrameType | None) -> None:
        stop.set()

    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGINT, end)


def listen(redis_url: str, stop: threading.Event, presence: RedisAvailability, hint: Hint) -> None:
    """Take hints until Redis goes away or the worker gets a shutdown signal."""
    try:
        Listener(hint, Redis.from_url(redis_url), stop, presence).work(logging_level="ERROR")
    except (RedisError, OSError) as error:
        if not stop.is_set():
            presence.gone(error)
    finally:
        heed_signals(stop)
