"""Answers to questions of statistics from the tables, and the generation that they are kept under."""

from __future__ import annotations

import logging
import sqlite3
from typing import Any

import msgspec
import psycopg
import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from domain.kernel.messages import Json
from replays.databases import make_engine, reading
from service.jobs.questions import Answer, AnswerFault, FilterFault, MeasureFault, Reply
from service.queries.filters import UnusableFilter
from service.queries.question import Query, SeatsQuery, StatisticsQuery
from service.queries.sessions import PlaceInSeats, seats
from service.queries.statistics import UnknownMeasure, statistics
from service.sessions.register_tables import (
    CLUB_IDS,
    CLUB_NAMES,
    CLUB_PEOPLE,
    CLUB_SESSIONS,
    CLUBS,
    LISTINGS,
    PEOPLE,
)
from workers.read_models import LIVE, POSITIONS, SESSIONS, STATISTICS

LOG = logging.getLogger("tablelog.jobs")

# The generation of all figures: it is another one after every change that an answer can show.


def _sum(column: sa.ColumnElement[int]) -> sa.ScalarSelect[Any]:
    return sa.select(sa.func.coalesce(sa.func.sum(column), 0)).scalar_subquery()


def _count(table: sa.Table) -> sa.ScalarSelect[Any]:
    return sa.select(sa.func.count()).select_from(table).scalar_subquery()


_FOLLOWED = POSITIONS.c.projection.in_((SESSIONS, STATISTICS))
_GENERATION = sa.select(
    _sum(LIVE.c.build),
    *(
        sa.select(sa.func.coalesce(sa.func.sum(column), 0)).where(_FOLLOWED).scalar_subquery()
        for column in (POSITIONS.c.build, POSITIONS.c.position, POSITIONS.c.expired)
    ),
    *(_count(table) for table in (LISTINGS, PEOPLE, CLUB_SESSIONS, CLUB_PEOPLE, CLUB_IDS, CLUB_NAMES)),
    *(_sum(column) for column in (LISTINGS.c.changes, PEOPLE.c.changes, CLUB_PEOPLE.c.changes)),
    _sum(CLUBS.c.taken),
)


def generation(connection: sa.Connection) -> str:
    """What names the figures and registers as they are now: equal for two answers from the same ones."""
    return "-".join(str(number) for number in connection.execute(_GENERATION).one())


def generation_of(engine: sa.Engine) -> str:
    """The generation in a transaction of its own. Raises the database's errors."""
    with reading(engine).connect() as connection:
        return generation(connection)


# Answers from SQL.

CANNOT_READ = "The tables could not be read. Send the request again later."


def answer_from(engine: sa.Engine, query: Query) -> Answer:
    """The answer, with the generation that its figures had at least.

    Raises `UnknownMeasure`, `UnusableFilter` and the database's errors.
    """
    now = generation_of(engine)
    return Answer(msgspec.json.encode(_answered(engine, query)), now)


def _answered(engine: sa.Engine, query: Query) -> dict[str, Json]:
    match query:
        case StatisticsQuery():
            several: dict[str, Json] = {"measures": list(query.measures)}
            named: dict[str, Json] = several if query.measures else {"measure": query.measure}
            named |= {"game": query.game, "group_by": list(query.group_by)}
            return named | statistics(engine, query)
        case SeatsQuery():
            after = None if query.after is None else PlaceInSeats(*query.after)
            return seats(engine, query.game, query.reach, query.filters, after, query.limit)


class SqlAnswerer:
    """Answers from the tables, over a connection of its own, so that it can be interrupted."""

    def __init__(self, tables_url: str) -> None:
        self._engine = make_engine(tables_url)
        self._connection: Any = None
        self._was_interrupted = False
        sa.event.listen(self._engine, "checkout", self._checked_out)
        sa.event.listen(self._engine, "checkin", self._checked_in)

    def answer(self, query: Query) -> Reply:
        """The reply."""
        self._was_interrupted = False
        try:
            return answer_from(self._engine, query)
        except UnusableFilter as error:
            return FilterFault(error.name, error.reason)
        except UnknownMeasure as error:
            return MeasureFault(str(error))
        except SQLAlchemyError as error:
            if not self._was_interrupted:
                LOG.error("statistics cannot be read (%s)", getattr(error, "orig", None) or error)
            return AnswerFault(CANNOT_READ)

    def interrupt(self) -> None:
        """Have the statement that runs fail."""
        self._was_interrupted = True
        match self._connection:
            case sqlite3.Connection() as connection:
                connection.interrupt()
            case psycopg.Connection() as connection:
                connection.cancel_safe(timeout=1.0)

    def close(self) -> None:
        """Give the connection back."""
        self._engine.dispose()

    def _checked_out(self, connection: Any, record: object, proxy: object) -> None:
        self._connection = connection

    def _checked_in(self, connection: object, record: object) -> None:
        self._connection = None
