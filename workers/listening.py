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
from rq.timeouts import TimerDeathPenalty

LOG = logging.getLogger("workers")

RETRY_SECONDS = 0.5


class Presence:
    """Whether Redis is there. Says so once when it goes and once when it is back."""

    away = False

    def gone(self, error: Exception) -> None:
        if not self.away:
            LOG.warning("Redis is away (%s); the timer goes on", type(error).__name__)
        self.away = True

    def here(self) -> None:
        if self.away:
            LOG.info("Redis is back")
        self.away = False


class Quiet(Presence):
    """What lanes see of Redis the main worker sees, too, and says."""

    def gone(self, error: Exception) -> None:
        pass

    def here(self) -> None:
        pass


class Listener(SimpleWorker):
    """An rq worker that says when it is told to end, and does not stay away from a Redis that is back."""

    max_connection_wait_time = 2.0
    ending: threading.Event
    presence: Presence

    def handle_warm_shutdown_request(self) -> None:
        self.ending.set()

    def check_for_suspension(self, burst: bool) -> None:
        if self.ending.is_set():
            raise StopRequested
        super().check_for_suspension(burst)

    def heartbeat(self, *arguments: Any, **options: Any) -> None:
        try:
            super().heartbeat(*arguments, **options)
        except (RedisError, OSError) as error:
            if not self.ending.is_set():
                self.presence.gone(error)
            raise
        self.presence.here()


class Lane(Listener):
    """An rq worker in a thread of its own: signals are the main one's, and time is kept by a timer."""

    death_penalty_class = TimerDeathPenalty

    def _install_signal_handlers(self) -> None:
        pass


def is_news(record: logging.LogRecord) -> bool:
    """Whether to log it: rq complains of a missing Redis at each try, which `Presence` says once."""
    raised = record.exc_info[1] if record.exc_info else None
    away = isinstance(raised, RedisError | OSError) or "could not connect to Redis" in str(record.msg)
    return not away


def heed_signals(stop: threading.Event) -> None:
    """End at TERM and INT, while no rq worker does the heeding."""

    def end(number: int, frame: FrameType | None) -> None:
        stop.set()

    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGINT, end)


def listen(redis_url: str, stop: threading.Event, presence: Presence, queue: str) -> None:
    """Serve the jobs of a queue until Redis goes away or the worker is told to end."""
    try:
        serve(redis_url, stop, presence, queue, Listener)
    finally:
        heed_signals(stop)


def serve(
    redis_url: str, stop: threading.Event, presence: Presence, queue: str, kind: type[Listener]
) -> None:
    """Serve the jobs of a queue with such a worker until Redis goes away or the worker is told to end."""
    try:
        connection = Redis.from_url(redis_url)
        worker = kind([Queue(queue, connection=connection)], connection=connection)
        worker.ending, worker.presence = stop, presence
        worker.work(logging_level="ERROR")
    except (RedisError, OSError) as error:
        if not stop.is_set():
            presence.gone(error)
