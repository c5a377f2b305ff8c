"""Bootstrap: what routes work with, put together once: stores, registers, recorder, tokens, live streams."""

from __future__ import annotations

import logging
import threading
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from domain.games import REGISTRY
from domain.kernel import Game
from domain.kernel.messages import know_structs
from replays.databases import make_engine
from replays.event_store import EventStore
from replays.library import Library
from service.jobs.client import Asks, AsksHere, AsksWorker, JobClient, WorkerStarter
from service.jobs.former_files import remove_former_files
from service.jobs.queue import JobQueue
from service.sessions.chapters import Chapters
from service.sessions.club_people import ClubPeople
from service.sessions.clubs import Clubs
from service.sessions.commands import CommandHandler, Quotas
from service.sessions.editions import Editions
from service.sessions.keeping import Keeping
from service.sessions.learnt import LearntParts
from service.sessions.listings import Listings
from service.sessions.live_streams import Announcer, Hub, News
from service.sessions.people import People
from service.sessions.pictures import Pictures
from service.sessions.refusals import Refusals
from service.sessions.registers import Drawings, ImportedEntries, Registers
from service.sessions.tokens import CLUB_SALT, EDITION_SALT, SALT, KeyFile, Keys, Tokens
from service.sessions.waits import WaitingSeats
from service.sessions.webhooks import ClubWebhooks, Webhooks
from service.settings import Settings
from service.support.concurrency import ConcurrencyLimit
from service.support.metrics import Metrics
from service.support.rate_limit_counts import RateLimitCounts
from workers.damage import check_at_start
from workers.follow import prepare
from workers.rebuild import Watch

LOG = logging.getLogger(__name__)

WAITING, PATIENCE_SECONDS = 15, 10.0
"""Of imports, and of forks of long sessions: each would have a processor for itself while it lasts."""


@dataclass(frozen=True)
class Services:
    """What routes work with."""

    settings: Settings
    games: Mapping[str, Game[Any]]
    store: EventStore
    engine: sa.Engine
    registers: Registers
    imported: ImportedEntries
    people: People
    listings: Listings
    keeping: Keeping
    refusals: Refusals
    webhooks: Webhooks
    club_webhooks: ClubWebhooks
    library: Library
    drawings: Drawings
    editions: Editions
    clubs: Clubs
    club_people: ClubPeople
    learnt: LearntParts
    pictures: Pictures
    handler: CommandHandler
    tokens: Tokens
    edition_tokens: Tokens
    club_tokens: Tokens
    waits: WaitingSeats
    chapters: Chapters
    hub: Hub
    metrics: Metrics
    counts: RateLimitCounts
    announcer: Announcer
    watch: Watch
    imports: ConcurrencyLimit
    forks: ConcurrencyLimit
    storing: ThreadPoolExecutor
    jobs: JobClient
    questions: Asks
    stopping: threading.Event
    """Set when this process is to end: it is not ready then, and still answers for a while."""

    def close(self) -> None:
        """Give threads and connections back."""
        self.imports.close()
        self.forks.close()
        self.jobs.close()
        self.questions.close()
        self.counts.close()
        self.storing.shutdown(wait=False, cancel_futures=True)
        self.announcer.close()
        self.hub.close()
        self.refusals.close()
        self.engine.dispose()
        self.store.close()


def create_services(
    settings: Settings, games: Mapping[str, Game[Any]] | None = None, *, asks_worker: bool = False
) -> Services:
    """Open the stores. asks_worker: the worker of jobs answers statistics, else this process does.

    Raises `DamagedStore`, `UnusableDatabase`, `Unavailable`, `ValueError` for a faulty address.
    """
    know_structs()
    remove_former_files(settings.home)
    games = REGISTRY if games is None else games
    for damage in check_at_start(settings.log_url, settings.tables_url):
        LOG.warning(damage.message)
    store = EventStore.open(settings.log_url, early=settings.log_release == "early")
    engine = make_engine(settings.tables_url)
    prepare(engine)
    registers = Registers(engine)
    library = Library(registers.component_set, games)
    drawings = Drawings(engine, library, games)
    metrics = Metrics()
    metrics.watch(store)
    news = News(settings.redis_url) if settings.redis_url is not None else None
    clubs = Clubs(engine)
    hub = Hub(store, settings.streams, settings.streams_of_an_address, news, clubs.moved)
    announcer = Announcer(hub, metrics, settings.redis_url, news)
    handler = CommandHandler(
        store,
        library,
        registers,
        Quotas(settings.entries_of_a_session, settings.notes_of_a_session),
        publish=announcer,
        sessions_in_memory=settings.sessions_in_memory,
    )
    workers = WorkerStarter(settings)
    questions: Asks = AsksHere(engine)
    if asks_worker:
        questions = AsksWorker(engine, settings.home, workers, metrics.count_question)
    keys = Keys(settings.secret_key, settings.old_secret_keys)

    def tokens_with(salt: str) -> Tokens:
        file = KeyFile(settings.secret_file.parent) if settings.secret_file is not None else None
        return Tokens(keys, file, salt)

    return Services(
        settings=settings,
        games=games,
        store=store,
        engine=engine,
        registers=registers,
        imported=ImportedEntries(engine, store),
        people=People(engine),
        listings=Listings(engine),
        refusals=Refusals(engine),
        webhooks=Webhooks(engine),
        club_webhooks=ClubWebhooks(engine),
        keeping=Keeping(engine, settings.sandbox_days, store.held_since()),
        library=library,
        drawings=drawings,
        editions=Editions(engine),
        clubs=clubs,
        club_people=ClubPeople(engine),
        learnt=LearntParts(engine),
        pictures=Pictures(engine),
        handler=handler,
        tokens=tokens_with(SALT),
        edition_tokens=tokens_with(EDITION_SALT),
        club_tokens=tokens_with(CLUB_SALT),
        waits=WaitingSeats(handler),
        chapters=Chapters(handler),
        hub=hub,
        metrics=metrics,
        counts=RateLimitCounts(settings.shared_limits_url),
        announcer=announcer,
        watch=Watch(),
        imports=ConcurrencyLimit(WAITING, PATIENCE_SECONDS),
        forks=ConcurrencyLimit(WAITING, PATIENCE_SECONDS),
        storing=ThreadPoolExecutor(1, "storing"),
        jobs=JobClient(JobQueue(engine), workers),
        questions=questions,
        stopping=threading.Event(),
    )


# Services: what the routes of this application work with, from anywhere within a request.
