"""What rq runs: a job that lets this process follow the log to its end; and what timers of the process do."""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import version

import sqlalchemy as sa
from redis.exceptions import RedisError
from rq import get_current_job

from replays.databases import make_engine, reading
from replays.event_store import EventStore
from replays.library import Library
from replays.log_tables import log_engine
from workers import rebuild
from workers.component_sets import uploaded_to
from workers.damage import check_at_start
from workers.expiry import MOST_AT_ONCE, Looks, counter, tend
from workers.follow import ProjectionRunner, prepare
from workers.metrics import MetricFigure
from workers.pacing import follow_at_a_pace
from workers.parts import Share
from workers.settings import read_settings
from workers.wake import GROWN
from workers.webhooks.deliveries import counts_of_webhooks

LOG = logging.getLogger(__name__)

AGENT = f"Tablelog/{version('tablelog')}"
"""How receivers of webhooks see us."""
LOOKS = Looks()
"""What this process saw of the clock."""
SERVED = "served"
"""The scope of the builds that are served: workers on any hosts share their parts."""


def _behind(one: rebuild.ProjectionStatus) -> int:
    return max(0, one.end - one.position)


FOLLOWED: tuple[tuple[str, str, Callable[[rebuild.ProjectionStatus], int]], ...] = (
    ("tablelog_projection_position", "Position that was reached", lambda one: one.position),
    (
        "tablelog_projection_lag_entries",
        "Positions behind the log",
        _behind,
    ),
    ("tablelog_projection_set_aside", "Entries that could not be taken", lambda one: one.set_aside),
)
"""Metrics of every projection: name, meaning, figure."""
ENDING = threading.Event()
"""Set when this process is told to end: a job that follows a busy log stops then."""


def follow() -> None:
    """Follow the log while it grows. A job is only a hint: it does no harm if one is lost or duplicated."""
    job = get_current_job()
    if job is not None:
        with suppress(RedisError):
            job.connection.delete(GROWN.key)
    follow_at_a_pace(this_process().pull, ENDING)


def tables_of_this_process() -> sa.Engine:
    """The engine of the tables for the webhook dispatcher, built at first use.

    Raises what `this_process` raises, which looks for damage first.
    """
    return _tables(os.getpid())


def this_process() -> ProjectionRunner:
    """The process's own projection runner, built at first use: databases do not survive a fork.

    Raises `DamagedStore`, `UnusableDatabase`, and what comes of databases that are not reached.
    """
    return _runner(os.getpid())


def figures() -> Iterator[MetricFigure]:
    """How far the log is followed, and which webhooks wait.

    Raises `Unavailable` and the database's errors.
    """
    runner = this_process()
    yield MetricFigure(
        "tablelog_folded_entries", "Entries folded by this process", runner.folded, counts=True
    )
    followed = rebuild.status(runner.store, runner.engine)
    for name, meaning, figure in FOLLOWED:
        values = tuple((one.projection, float(figure(one))) for one in followed)
        yield MetricFigure(name, meaning, label="projection", values=values)
    with reading(runner.engine).connect() as connection:
        _, disabled, due = counts_of_webhooks(connection)
    yield MetricFigure("tablelog_webhooks_due", "Webhooks with deliveries to send", due)
    yield MetricFigure("tablelog_webhooks_disabled", "Webhooks that are disabled", disabled)


def leave() -> None:
    """Let other workers follow what this one did, at once. Raises the database's errors."""
    if _runner.cache_info().currsize:
        this_process().leave()


def renew() -> None:
    """Rebuild what an earlier version made of the log. Raises `Unavailable` and the database's errors."""
    settings = read_settings()
    engine = make_engine(settings.tables_url)
    try:
        prepare(engine)
        store = EventStore.open(settings.log_url)
        try:
            for name in rebuild.renew(store, engine, Library(uploaded_to(engine))):
                LOG.info("%s was rebuilt by this version and is now served", name)
        finally:
            store.close()
    finally:
        engine.dispose()


def expire() -> bool:
    """Look at the clock; mark, archive and delete a bounded number of due sessions. True: there may be more.

    Raises `DamagedStore`, `UnusableDatabase`, `Unavailable` and the databases' errors.
    """
    settings = read_settings()
    if not settings.sandbox_days:
        return False
    check_at_start(settings.log_url, settings.tables_url)
    EventStore.open(settings.log_url).close()
    log, tables = log_engine(settings.log_url), make_engine(settings.tables_url)
    try:
        prepare(tables)
        now, days = datetime.now(UTC), settings.sandbox_days
        seen = LOOKS.look(log, tables, now, counter())
        if seen.doubt is not None:
            LOG.warning("nothing expires now: %s", seen.doubt)
        done = tend(log, tables, seen, days=days, now=now, most=MOST_AT_ONCE, ending=ENDING)
    finally:
        log.dispose()
        tables.dispose()
    if done.aside:
        entries = sum(one.entries for one in done.aside)
        LOG.info("%s sandbox sessions with %s entries have expired", len(done.aside), entries)
    if done.removed:
        LOG.info("%s sandbox sessions that had expired are removed for good", len(done.removed))
    if done.drafts:
        LOG.info("%s drafts of editions that nobody touched for a year are removed", len(done.drafts))
    return MOST_AT_ONCE in (len(done.aside), len(done.removed), len(done.drafts))


@cache
def _tables(process: int) -> sa.Engine:
    this_process()
    return make_engine(read_settings().tables_url)


@cache
def _runner(process: int) -> ProjectionRunner:
    settings = read_settings()
    for damage in check_at_start(settings.log_url, settings.tables_url):
        LOG.warning(damage.message)
    engine = make_engine(settings.tables_url)
    prepare(engine)
    store, library = EventStore.open(settings.log_url), Library(uploaded_to(engine))
    return ProjectionRunner(store, engine, library, share=Share(engine, SERVED))
