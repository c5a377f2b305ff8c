"""`python -m workers`: rq workers, and timers that need no Redis."""

from __future__ import annotations

import logging
import sqlite3
import sys
import threading
from contextlib import suppress

from rq.exceptions import StopRequested
from sqlalchemy.exc import SQLAlchemyError

from domain.kernel.messages import know_structs
from replays.clocks import clock_fault
from replays.event_store import Unavailable
from replays.migrating import UnusableDatabase
from workers.damage import DamagedStore
from workers.expiry import LOOK_SECONDS
from workers.giving_way import lower_priority
from workers.jobs import AGENT, ENDING, expire, figures, leave, renew, tables_of_this_process, this_process
from workers.listening import RETRY_SECONDS, RedisAvailability, heed_signals, is_news, listen
from workers.log_lines import give_up, log_in_lines
from workers.metrics import serve_metrics
from workers.settings import FaultySettings, read_settings
from workers.wake import GROWN
from workers.webhooks.dispatching import Dispatcher
from workers.webhooks.receivers import Reach, limit_resolver

LOG = logging.getLogger("workers")

TIMER_SECONDS = 0.5
RENEW_AGAIN_SECONDS = 10.0
EXPIRE_MORE_SECONDS = 60.0
"""The pause between two runs of expiry where more may be due, or a run failed."""
AWAY = (SQLAlchemyError, sqlite3.Error, Unavailable, OSError)
"""What a database that is locked, damaged or away raises: told in one line."""


def main() -> None:
    """Run until TERM or INT. Exit status 1, with the reason, on faulty settings or a damaged store."""
    log_in_lines("worker")
    try:
        settings = read_settings()
    except FaultySettings as error:
        give_up(f"The settings have errors.\n{error}")
    redis_url = settings.redis_url
    lower_priority()
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
    else:
        warn_of_the_clock()
    serve_metrics("worker", figures)
    threading.Thread(target=follow_by_timer, args=(stop,), daemon=True).start()
    threading.Thread(target=renew_once, args=(stop,), daemon=True).start()
    threading.Thread(target=expire_by_looks, args=(stop,), daemon=True).start()
    logging.getLogger("rq.worker").addFilter(is_news)
    presence = RedisAvailability()
    if settings.webhooks != "off":
        limit_resolver()
        threading.Thread(target=tell_by_timer, args=(stop, settings.webhooks), daemon=True).start()
    with suppress(StopRequested):
        while not stop.wait(RETRY_SECONDS):
            if redis_url is not None:
                listen(redis_url, stop, presence, GROWN)
    with suppress(Exception):
        leave()


def warn_of_the_clock() -> None:
    """Say that this machine's clock is wrong, if it is."""
    with suppress(SQLAlchemyError):
        fault = clock_fault(tables_of_this_process())
        if fault is not None:
            LOG.warning(fault)


def renew_once(stop: threading.Event) -> None:
    """Rebuild what an earlier version built, once after an upgrade; the others follow the log meanwhile."""
    while not stop.is_set():
        try:
            renew()
            return
        except Exception:
            LOG.exception("tables of an earlier version cannot be rebuilt; trying again")
        stop.wait(RENEW_AGAIN_SECONDS)


def expire_by_looks(stop: threading.Event) -> None:
    """Let sandbox sessions expire: look at the start and every ten minutes."""
    while not stop.is_set():
        pause = EXPIRE_MORE_SECONDS
        try:
            if not expire():
                pause = LOOK_SECONDS
        except Exception as error:
            reason = getattr(error, "orig", None) or error
            LOG.error("expiry failed (%s); trying again", reason, exc_info=not isinstance(error, AWAY))
        stop.wait(pause)


def follow_by_timer(stop: threading.Event) -> None:
    """Follow the log every half second, with or without Redis; report each new problem once."""
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


def tell_by_timer(stop: threading.Event, reach: Reach) -> None:
    """Look for webhook deliveries to send every half second; report each new problem once."""
    dispatcher: Dispatcher | None = None
    trouble = ""
    while not stop.wait(TIMER_SECONDS if dispatcher is None else 0):
        try:
            if dispatcher is None:
                dispatcher = Dispatcher(tables_of_this_process(), reach, AGENT)
            dispatcher.bell.clear()
            dispatcher.look()
            trouble = ""
        except Exception as error:
            if repr(error) != trouble:
                trouble = repr(error)
                reason = getattr(error, "orig", None) or error
                known = isinstance(error, AWAY)
                LOG.error("webhooks cannot be sent (%s); trying again", reason, exc_info=not known)
        if dispatcher is not None:
            dispatcher.bell.wait(TIMER_SECONDS)


if __name__ == "__main__":
    main()
