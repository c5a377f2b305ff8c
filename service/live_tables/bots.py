"""Bots at live tables: one action at a time through the command handler, in their own process.

rq gives that process one job per table, a hint that somebody watches it; a timer lets the bots act.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterator
from random import Random

from redis.exceptions import RedisError
from sqlalchemy.exc import SQLAlchemyError

from domain.kernel.chance import Below
from domain.kernel.engine.playing import bots_choice
from domain.kernel.messages import Json
from domain.kernel.session import Session, UnitOfWork, reveals_secret, seats_of
from replays.event_store import Unavailable
from replays.library import UnknownSession
from service.bootstrap import Services, create_services
from service.live_tables.register import MARK_SECONDS, WATCHED, LiveRegister, Watchers
from service.sessions.commands import ANY_VERSION, AppendOne, Expecting, stamp_of
from service.sessions.errors import AnotherLog, Busy, Stale
from service.sessions.tokens import Principal
from service.settings import Settings
from workers.listening import RETRY_SECONDS, RedisAvailability, heed_signals, is_news, listen
from workers.metrics import MetricFigure, serve_metrics

# Bots at live tables: one action at a time through the recorder, like everybody else.

AWAY = (RedisError, OSError, SQLAlchemyError, Unavailable)
"""What comes of stores and of a Redis that are away: bots wait."""
LOG = logging.getLogger(__name__)
SCRIBE = Principal("scribe")
FORGIVEN_SECONDS = 3 * MARK_SECONDS
"""Marks may have gone with the Redis that held them: open streams have so long to set them again."""


class Bots:
    """The tables that this process knows of, and what its bots do at them."""

    def __init__(self, found: Services, watchers: Watchers) -> None:
        self._found = found
        self._watchers = watchers
        self._register = LiveRegister(found.engine)
        self._random = Random()
        self._tables: dict[str, float] = {}
        self._actions = 0

    def sit_down(self, session: str) -> None:
        """Play there from now on, if it is a live table and nobody else plays it."""
        if self._register.is_live_table(session):
            self._tables.setdefault(session, time.monotonic())

    def sit_down_everywhere(self) -> None:
        """Sit down at all live tables, those of earlier processes as well."""
        for session in self._register.newest():
            self.sit_down(session)

    def act(self) -> None:
        """One action at each table; leave those that are over. Raises what is `AWAY`."""
        for session in tuple(self._tables):
            try:
                goes_on = not self._watchers.leases(session) or self._act_at(session)
            except UnknownSession:
                goes_on = False
            except (AnotherLog, Stale, Busy):
                goes_on = True
            except AWAY:
                raise
            except Exception:
                LOG.exception("bots cannot continue at the live table %s", session)
                self._close(self._found.handler.look(session), "abandoned")
                goes_on = False
            if not goes_on:
                del self._tables[session]
                self._watchers.release(session)

    def _act_at(self, session_id: str) -> bool:
        """Act at the table, or close it. Returns whether the table continues."""
        session = self._found.handler.look(session_id)
        seen = Expecting(session.version)
        if session.position.closed:
            return False
        if session.game.is_finished(session.state):
            self._close(session, "finished", seen)
            return False
        forgiven = time.monotonic() < self._tables[session_id] + FORGIVEN_SECONDS
        if not forgiven and not self._watchers.is_watched(session_id):
            self._close(session, "abandoned", seen)
            return False
        seats = seats_of(session.opened)
        people = self._register.taken(session_id, seats)
        tree = bots_choice(session.game, session.state, seats, self._random, people=people)
        if tree is not None:
            self._record(session, tree, seen)
        return True

    def _record(self, session: Session, tree: Json, seen: Expecting) -> None:
        """On the table that the bots have seen, or not at all: so no action is recorded twice."""

        def add(work: UnitOfWork, draw: Below) -> None:
            work.record(tree, stamp_of(SCRIBE), draw)

        self._found.handler.handle(AppendOne(session.id, add, expecting=seen))
        self._actions += 1

    def figures(self) -> Iterator[MetricFigure]:
        """How much these bots have to do, and did."""
        yield MetricFigure("tablelog_live_tables", "Live tables that have bots here", len(self._tables))
        yield MetricFigure("tablelog_bot_actions", "Actions of bots", self._actions, counts=True)

    def _close(self, session: Session, outcome: str, seen: Expecting = ANY_VERSION) -> None:
        secret = self._found.handler.secret(session.id)

        def add(work: UnitOfWork, _: Below) -> None:
            revealed = secret.hex() if reveals_secret(session.game, outcome) else None
            work.close(outcome, revealed, stamp_of(SCRIBE), on_request=False)

        self._found.handler.handle(AppendOne(session.id, add, expecting=seen))


# The jobs that rq runs in the process of the bots: one per table, a hint that somebody watches there.

_PROCESS: list[Bots] = []


def plays(bots: Bots) -> None:
    """Let the jobs of this process act on these bots."""
    _PROCESS[:] = [bots]


def play(session: str) -> None:
    """Sit down at this table."""
    for bots in _PROCESS:
        bots.sit_down(session)


# The process of the bots: rq tells it of tables, and a timer lets it act at them.

ENDING_SECONDS = 5.0
"""How long an end waits for the actions that are being recorded."""


def run(settings: Settings, redis_url: str) -> None:
    """Play until TERM or INT. Raises what `create_services` does."""
    stop = threading.Event()
    heed_signals(stop)
    found = create_services(settings)
    bots = Bots(found, Watchers(redis_url, settings.live_table_linger_seconds))
    bots.sit_down_everywhere()
    plays(bots)
    serve_metrics("bots", bots.figures)
    logging.getLogger("rq.worker").addFilter(is_news)
    pace = settings.live_table_pace_seconds
    acting = threading.Thread(target=act_by_timer, args=(bots, pace, stop), daemon=True)
    acting.start()
    presence = RedisAvailability()
    while not stop.wait(RETRY_SECONDS):
        listen(redis_url, stop, presence, WATCHED)
    acting.join(ENDING_SECONDS)
    found.close()


def act_by_timer(bots: Bots, pace_seconds: float, stop: threading.Event) -> None:
    """Let bots act at each table every few seconds, while Redis is available; log each new problem once."""
    trouble = ""
    while not stop.wait(pace_seconds):
        try:
            bots.act()
            trouble = ""
        except AWAY as error:
            if repr(error) != trouble:
                trouble = repr(error)
                LOG.warning("bots wait (%s)", type(error).__name__)
