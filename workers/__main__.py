"""`python -m workers`: an rq worker, and beside it a timer that needs no Redis."""

from __future__ import annotations

import logging
import signal
import threading
from types import FrameType

from redis import Redis
from redis.exceptions import RedisError
from rq import Queue, SimpleWorker

from workers.jobs import this_process
from workers.settings import read_settings
from workers.wake import QUEUE

LOG = logging.getLogger("workers")

TIMER_SECONDS = 0.5
RETRY_SECONDS = 0.5


def main() -> None:
    """Run until TERM or INT."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(name)s %(levelname)s %(message)s")
    logging.getLogger("rq").setLevel(logging.WARNING)
    stop = threading.Event()

    def end(number: int, frame: FrameType | None) -> None:
        stop.set()
        raise SystemExit(0)

    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGINT, end)
    threading.Thread(target=follow_by_timer, args=(stop,), daemon=True).start()
    redis_url = read_settings().redis_url
    while not stop.is_set():
        if redis_url is not None:
            work(redis_url, stop)
        stop.wait(RETRY_SECONDS)


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


def work(redis_url: str, stop: threading.Event) -> None:
    """Serve wake-ups until Redis goes away."""
    try:
        connection = Redis.from_url(redis_url)
        worker = SimpleWorker([Queue(QUEUE, connection=connection)], connection=connection)
        worker.work(logging_level="WARNING")
    except (RedisError, OSError) as error:
        if not stop.is_set():
            LOG.warning("Redis is away (%s); the timer goes on", type(error).__name__)


if __name__ == "__main__":
    main()
