"""The worker of jobs: one job after the other, each in a process of its own.

So the memory that a job takes is given back, and a job that is killed takes no other along.
"""

from __future__ import annotations

import gc
import logging
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Iterator
from functools import cache
from multiprocessing.connection import wait
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from replays.databases import make_engine
from replays.migrating import UnusableDatabase, bring_up
from service.jobs.questions import Answerer, QuestionServer
from service.jobs.queue import (
    HINTS,
    LONGEST_SECONDS,
    MAY_WAIT,
    RENEW_SECONDS,
    JobQueue,
    Lease,
    running_worker,
)
from workers.listening import RedisAvailability, heed_signals, is_news, listen
from workers.metrics import MetricFigure, serve_metrics
from workers.settings import chosen_home, read_settings
from workers.tables import TABLES

LOG = logging.getLogger("tablelog.jobs")

LOOK_SECONDS = 0.5
"""How often a worker looks for jobs whose hint was lost, or that came without one."""
SWEEP_SECONDS = 60.0
RETRY_SECONDS = 2.0
STOP_LOOK_SECONDS = 0.1
ENDING_SECONDS = 5.0
"""How long an end waits for a process that was killed, and for the thread that started it."""
TOO_LONG = f"It took longer than {LONGEST_SECONDS:.0f} seconds."

_forks = multiprocessing.get_context("forkserver")
_forks.set_forkserver_preload([__name__, "service.jobs.handlers"])


def run(redis_url: str | None, linger_seconds: float | None = None) -> None:
    """Work until TERM or INT; with `linger_seconds` until neither job nor question came for so long."""
    stop = threading.Event()
    heed_signals(stop)
    settings = read_settings()
    home = chosen_home()
    with running_worker(home, alone=linger_seconds is not None) as needed:
        if not needed:
            return
        queue = JobQueue(make_engine(settings.tables_url))
        questions = QuestionServer(home, lambda: _answerer(settings.tables_url, home))
        answering = threading.Thread(target=questions.run, name="questions", daemon=True)
        answering.start()
        working = threading.Thread(target=work, args=(queue, stop, linger_seconds, questions), daemon=True)
        working.start()
        if linger_seconds is None:
            serve_metrics("jobs", lambda: _figures(queue, questions))
        logging.getLogger("rq.worker").addFilter(is_news)
        presence = RedisAvailability()
        while not stop.wait(LOOK_SECONDS):
            if redis_url is not None:
                listen(redis_url, stop, presence, HINTS)
        questions.close()
        working.join(2 * ENDING_SECONDS)
        answering.join(ENDING_SECONDS)


def _answerer(tables_url: str, home: Path) -> Answerer:
    from service.jobs.answering import StoreAnswerer  # games and all: only for a worker that is asked

    gc.freeze()  # to look through what stays for good takes 0.2 s, once in an answer of many groups
    return StoreAnswerer(tables_url, home)


def _figures(queue: JobQueue, questions: QuestionServer) -> Iterator[MetricFigure]:
    yield MetricFigure(
        "tablelog_answered_questions", "Questions of statistics answered here", questions.asked, counts=True
    )
    yield MetricFigure(
        "tablelog_cut_off_questions", "Questions that took too long", questions.cut_off, counts=True
    )
    yield MetricFigure("tablelog_answering_seconds", "Time that answers took", questions.seconds, counts=True)
    counts, oldest_seconds = queue.figures()
    by_status = tuple(counts.items())
    yield MetricFigure("tablelog_jobs", "Jobs that are not done", label="status", values=by_status)
    yield MetricFigure(
        "tablelog_oldest_job_seconds", "Age of the oldest job that is not done", oldest_seconds
    )


def work(
    queue: JobQueue,
    stop: threading.Event,
    linger_seconds: float | None,
    questions: QuestionServer | None = None,
) -> None:
    """Run the jobs that wait, as hints come and by a timer. It waits for a database that is away.

    linger_seconds: stop when neither a job nor a question came for so long.
    """
    is_away = False
    ready = False
    idle_since = swept = time.monotonic()
    while not stop.is_set():
        MAY_WAIT.clear()
        try:
            if not ready:
                bring_up(queue.engine, TABLES)
                ready = True
            if is_away:
                LOG.warning("the tables are back")
                is_away = False
            if waiting := queue.waiting():
                run_job(queue, waiting[0], stop)
                idle_since = time.monotonic()
                continue
            if time.monotonic() - swept >= SWEEP_SECONDS:
                queue.sweep()
                swept = time.monotonic()
        except (SQLAlchemyError, UnusableDatabase) as error:
            if not is_away:
                LOG.error(
                    "the tables cannot be used (%s); trying again", getattr(error, "orig", None) or error
                )
            is_away = True
            stop.wait(RETRY_SECONDS)
            continue
        idle_seconds = time.monotonic() - idle_since
        if questions is not None:
            idle_seconds = min(idle_seconds, questions.idle_seconds())
        if linger_seconds is not None and idle_seconds >= linger_seconds:
            stop.set()
        else:
            MAY_WAIT.wait(LOOK_SECONDS)


def run_job(queue: JobQueue, job: str, stop: threading.Event) -> None:
    """Have a process run a job. If it is stopped on the way the job waits again; if it dies, a few times.

    Raises the errors of the tables database.
    """
    _load_everything()
    lease = queue.claim(job)
    if lease is None:
        return
    process = _forks.Process(target=run_alone, args=(lease,), daemon=True)
    process.start()
    is_held = True
    try:
        until = time.monotonic() + LONGEST_SECONDS
        renewed = time.monotonic()
        while process.exitcode is None and is_held and not stop.is_set() and time.monotonic() < until:
            process.join(STOP_LOOK_SECONDS)
            if time.monotonic() - renewed >= RENEW_SECONDS:
                is_held = _renewed(queue, lease)
                renewed = time.monotonic()
        was_cut_off = process.exitcode is None
    finally:
        if process.exitcode is None:
            process.kill()
            process.join(ENDING_SECONDS)
    if not was_cut_off:
        queue.give_up(lease)  # unless it has ended
    elif stop.is_set():
        queue.release(lease)
    elif is_held:
        queue.fail(lease, TOO_LONG)


@cache
def _load_everything() -> None:
    """Have the process that forks others load what jobs need. It takes seconds, so no job is claimed yet."""
    first = _forks.Process(target=_nothing, daemon=True)
    first.start()
    first.join()


def _nothing() -> None:
    """The first process, which has nothing to do."""


def _renewed(queue: JobQueue, lease: Lease) -> bool:
    """Extend the lease; False if it was lost. A database that is away may be back before the lease ends."""
    try:
        return queue.renew(lease)
    except SQLAlchemyError as error:
        LOG.error("the lease of a job cannot be renewed (%s)", getattr(error, "orig", None) or error)
        return True


def run_alone(lease: Lease) -> None:
    """Run one job in this process, which does nothing else and ends with the worker that started it."""
    from service.jobs.handlers import run_claimed  # games and all; the worker itself needs none of it

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    run_claimed(lease)


def _end_with_parent() -> None:
    """End this process with its worker: a killed worker renews no lease, so its job must not continue."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
