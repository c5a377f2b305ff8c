"""Questions of statistics as tests put them: to a store in memory, made for each or kept by the caller."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from typing import Any

import sqlalchemy as sa

from service.queries.question import SessionsQuery, StatisticsQuery
from service.queries.statistics import sessions_of_measure, statistics
from service.queries.store import StatisticsStore
from service.queries.stored_tables import SQLITE


def told(store: StatisticsStore, question: StatisticsQuery) -> dict[str, Any]:
    """The answer of this store."""
    with store.looking() as looking:
        return statistics(looking, question)


def answered(engine: sa.Engine, question: StatisticsQuery, kind: str = SQLITE) -> dict[str, Any]:
    """The answer of a store that is made from these tables for this question."""
    with closing(StatisticsStore(engine, kind=kind)) as store:
        return told(store, question)


def choosing(store: StatisticsStore) -> Callable[[SessionsQuery], Sequence[str]]:
    """What chooses the sessions that have a figure."""

    def chosen(query: SessionsQuery) -> Sequence[str]:
        with store.looking() as looking:
            found: Sequence[str] = sessions_of_measure(looking, query)["sessions"]
            return found

    return chosen
