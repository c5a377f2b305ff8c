"""Answers to questions of statistics from the tables, and the generation that they are kept under."""

from __future__ import annotations

import logging
from functools import cache
from pathlib import Path

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from domain.kernel.messages import Json
from replays.databases import make_engine, reading
from service.jobs.questions import Answer, AnswerFault, FilterFault, MeasureFault, Reply
from service.queries.filters import UnusableFilter
from service.queries.question import Query, SeatsQuery, SessionsQuery, StatisticsQuery
from service.queries.sessions import PlaceInSeats, seats
from service.queries.statistics import UnknownMeasure, sessions_of_measure, statistics
from service.queries.store import StatisticsStore, StoreUnusable, generation_of

LOG = logging.getLogger("tablelog.jobs")

CANNOT_READ = "The tables could not be read. Send the request again later."
FOLDER = "statistics"
"""Where the store lies in a home; it can be thrown away."""


def generation_in(engine: sa.Engine) -> str:
    """What names the figures and registers now. Raises the database's errors."""
    with reading(engine).connect() as connection:
        return generation_of(connection)


def answer_from(store: StatisticsStore, query: Query, who: object = None) -> Answer:
    """The answer, with the generation of its figures. who: can interrupt it.

    Raises `UnknownMeasure`, `UnusableFilter`, `StoreUnusable` and the database's errors.
    """
    match query:
        case StatisticsQuery():
            several: dict[str, Json] = {"measures": list(query.measures)}
            named: dict[str, Json] = several if query.measures else {"measure": query.measure}
            named |= {"game": query.game, "group_by": list(query.group_by)}
            with store.looking(who) as looking:
                return Answer(msgspec.json.encode(named | statistics(looking, query)), looking.generation)
        case SessionsQuery():
            with store.looking(who) as looking:
                found = sessions_of_measure(looking, query)
                return Answer(msgspec.json.encode(found), looking.generation)
        case SeatsQuery():
            now = generation_in(store.tables)
            after = None if query.after is None else PlaceInSeats(*query.after)
            found = seats(store.tables, query.game, query.reach, query.filters, after, query.limit)
            return Answer(msgspec.json.encode(found), now)


@cache
def store_in(home: Path, tables_url: str) -> StatisticsStore:
    """The store in a home, which this process alone opens."""
    return StatisticsStore(make_engine(tables_url), home / FOLDER)


class StoreAnswerer:
    """Answers one question at a time from the store in a home, which answerers of the process share."""

    def __init__(self, tables_url: str, home: Path) -> None:
        self._store = store_in(home, tables_url)
        self._was_interrupted = False

    def answer(self, query: Query) -> Reply:
        """The reply."""
        self._was_interrupted = False
        try:
            return answer_from(self._store, query, self)
        except UnusableFilter as error:
            return FilterFault(error.name, error.reason)
        except UnknownMeasure as error:
            return MeasureFault(str(error))
        except (SQLAlchemyError, StoreUnusable) as error:
            if not self._was_interrupted:
                LOG.error("statistics cannot be read (%s)", getattr(error, "orig", None) or error)
            return AnswerFault(CANNOT_READ)

    def interrupt(self) -> None:
        """Have the statement that runs fail."""
        self._was_interrupted = True
        self._store.interrupt(self)

    def close(self) -> None:
        """Let go of the store, and give the connections back; the next question opens it again."""
        self._store.close()
        self._store.tables.dispose()
