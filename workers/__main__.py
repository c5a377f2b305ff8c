"""`python -m workers`: an rq worker, and beside it a timer that needs no Redis."""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
from contextlib import suppress
from types import FrameType

from redis import Redis
from redis.exceptions import RedisError
from rq import Queue, SimpleWorker
from rq.exceptions import StopRequested

from replays.migrating import UnusableDatabase
from workers.damage import DamagedStore
from workers.jobs import renew, this_process
from workers.settings import FaultySettings, read_settings
from workers.wake import QUEUE

LOG = logging.getLogger("workers")

TIMER_SECONDS = 0.5
BEHIND_THE_WEB = 5
"""Niceness: on a busy machine actions are recorded first, and projections catch up after the rush."""
RETRY_SECONDS = 0.5
RENEW_AGAIN_SECONDS = 10.0


class Listener(SimpleWorker):
    """An rq worker that says when it is told to end, and does not stay away from a Redis that is back."""

    max_connection_wait_time = 2.0
    ending: threading.Event

    def handle_warm_shutdown_request(self) -> None:
        self.ending.set()

    def check_for_suspension(self, burst: bool) -> None:
        if self.ending.is_set():
            raise StopRequested
        super().check_for_suspension(burst)


def main() -> None:
    """Run until TERM or INT. Exit status 1, with the reason, on faulty settings or a damaged store."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(name)s %(levelname)s %(message)s")
    try:
        redis_url = read_settings().redis_url
    except FaultySettings as error:
        sys.exit(f"The settings are faulty.\n{error}")
    os.nice(BEHIND_THE_WEB)
    stop = threading.Event()
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
    with suppress(StopRequested):
        while not stop.wait(RETRY_SECONDS):
            if redis_url is not None:
                listen(redis_url, stop)


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


def follow_by_timer(stop: threading.Event) -> None:
    """Follow the log every half second, whatever becomes of Redis; report each new trouble once."""
    trouble = ""
    while not stop.is_set():
        try:
            this_process().pull()
            trouble = ""
        except Exception as error:
            if repr(error) != trouble:
                trouble = repr(error)
                LOG.exception("following the log failed; trying again")
        stop.wait(TIMER_SECONDS)


def listen(redis_url: str, stop: threading.Event) -> None:
    """Serve wake-ups until Redis goes away or the worker is told to end."""
    try:
        connection = Redis.from_url(redis_url)
        worker = Listener([Queue(QUEUE, connection=connection)], connection=connection)
        worker.ending = stop
        worker.work(logging_level="ERROR")
    except (RedisError, OSError) as error:
        if not stop.is_set():
            LOG.warning("Redis is away (%s); the timer goes on", type(error).__name__)
    finally:
        heed_signals(stop)


if __name__ == "__main__":
    main()
