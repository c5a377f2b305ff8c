"""`python -m workers`: rq workers, and beside them timers that need no Redis."""

from __future__ import annotations

import logging
import signal
import sqlite3
import sys
import threading
from contextlib import suppress
from types import FrameType
from typing import Any

from redis import Redis
from redis.exceptions import RedisError
from rq import Queue, SimpleWorker
from rq.exceptions import StopRequested
from rq.timeouts import TimerDeathPenalty
from sqlalchemy.exc import SQLAlchemyError

from domain.kernel.known_structs import know_structs
from replays.event_store import Unavailable
from replays.migrating import UnusableDatabase
from workers.damage import DamagedStore
from workers.giving_way import give_way
from workers.jobs import ENDING, expire, renew, tables_of_this_process, tell, this_process
from workers.log_lines import log_in_lines
from workers.settings import FaultySettings, read_settings
from workers.wake import GROWN, TO_TELL, Waker
from workers.webhooks.looking import look
from workers.webhooks.telling import utc_now

LOG = logging.getLogger("workers")

TIMER_SECONDS = 0.5
RETRY_SECONDS = 0.5
LANES = 4
"""How many receivers of webhooks are told at once: a slow one keeps one lane, for ten seconds."""
RENEW_AGAIN_SECONDS = 10.0
EXPIRE_AGAIN_SECONDS = 86_400.0
EXPIRE_MORE_SECONDS = 60.0
"""Pauses between two runs of expiry: where nothing is due, and where more may be, or a run failed."""
AWAY = (SQLAlchemyError, sqlite3.Error, Unavailable, OSError)
"""What a database that is locked, damaged or away raises: told in one line."""


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


def main() -> None:
    """Run until TERM or INT. Exit status 1, with the reason, on faulty settings or a damaged store."""
    log_in_lines()
    try:
        settings = read_settings()
    except FaultySettings as error:
        sys.exit(f"The settings are faulty.\n{error}")
    redis_url = settings.redis_url
    give_way()
    know_structs()
    stop = ENDING
    heed_signals(stop)
    try:
        this_process()
    except (DamagedStore, UnusableDatabase) as error:
        LOG.error(error)
        sys.exit(1)
    except Exception:
        LOG.info("log or tables cannot be reached yet")
    threading.Thread(target=follow_by_timer, args=(stop,), daemon=True).start()
    threading.Thread(target=renew_once, args=(stop,), daemon=True).start()
    threading.Thread(target=expire_daily, args=(stop,), daemon=True).start()
    logging.getLogger("rq.worker").addFilter(is_news)
    presence = Presence()
    if settings.webhooks != "off":
        threading.Thread(target=look_by_timer, args=(stop, settings.redis_url), daemon=True).start()
        for _ in range(LANES if redis_url is not None else 0):
            threading.Thread(target=keep_a_lane, args=(stop, redis_url), daemon=True).start()
    with suppress(StopRequested):
        while not stop.wait(RETRY_SECONDS):
            if redis_url is not None:
                listen(redis_url, stop, presence)


def heed_signals(stop: threading.Event) -> None:
    """End at TERM and INT, while no rq worker does the heeding."""

    def end(number: int, frame: FrameType | None) -> None:
        stop.set()

    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGINT, end)


def renew_once(stop: threading.Event) -> None:
    """After an upgrade, rebuild beside what is served; the rest is followed meanwhile."""
    while not stop.is_set():
        try:
            renew()
            return
        except Exception:
            LOG.exception("what an earlier version made cannot be made anew; trying again")
        stop.wait(RENEW_AGAIN_SECONDS)


def expire_daily(stop: threading.Event) -> None:
    """Let sandbox sessions expire, at the start and each day."""
    while not stop.is_set():
        pause = EXPIRE_MORE_SECONDS
        try:
            if not expire():
                pause = EXPIRE_AGAIN_SECONDS
        except Exception as error:
            reason = getattr(error, "orig", None) or error
            LOG.error("expiry failed (%s); trying again", reason, exc_info=not isinstance(error, AWAY))
        stop.wait(pause)


def follow_by_timer(stop: threading.Event) -> None:
    """Follow the log every half second, whatever becomes of Redis; report each new trouble once."""
    trouble = ""
    while not stop.is_set():
        try:
            this_process().pull()
            if trouble:
                LOG.info("following the log again")
            trouble = ""
        except Exception as error:
            if repr(error) != trouble:
                trouble = repr(error)
                known = isinstance(error, AWAY)
                reason = getattr(error, "orig", None) or error
                LOG.error("following the log failed (%s); trying again", reason, exc_info=not known)
        stop.wait(TIMER_SECONDS)


def look_by_timer(stop: threading.Event, redis_url: str | None) -> None:
    """Look every half second what is to be told to receivers of webhooks; report each new trouble once."""
    waker = Waker(redis_url, TO_TELL) if redis_url is not None else None
    trouble = ""
    while not stop.wait(TIMER_SECONDS):
        try:
            hint = waker.wake if waker is not None else lambda webhook: False
            look(tables_of_this_process(), hint, tell, utc_now(), stop)
            trouble = ""
        except Exception as error:
            if repr(error) != trouble:
                trouble = repr(error)
                reason = getattr(error, "orig", None) or error
                known = isinstance(error, AWAY)
                LOG.error("webhooks cannot be told (%s); trying again", reason, exc_info=not known)


def keep_a_lane(stop: threading.Event, redis_url: str) -> None:
    """Tell receivers of webhooks as hints come, in a thread of its own."""
    with suppress(StopRequested):
        while not stop.wait(RETRY_SECONDS):
            serve(redis_url, stop, Quiet(), TO_TELL.queue, Lane)


def listen(redis_url: str, stop: threading.Event, presence: Presence, queue: str = GROWN.queue) -> None:
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


if __name__ == "__main__":
    main()
