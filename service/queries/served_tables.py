"""The read models that are served now, and who sits where: what queries look into."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import sqlalchemy as sa

from service.sessions.register_tables import PEOPLE
from workers.projections.sessions import PLAYER
from workers.read_models import SESSIONS, STATISTICS, live_build, session_tables, statistics_tables


@dataclass(frozen=True)
class Tables:
    """The tables that are served now. `players`: who sits where, in the columns of facets."""

    catalogue: sa.Table
    facets: sa.Table
    figures: sa.Table
    players: sa.Subquery

    def named(self, name: str) -> sa.FromClause:
        """Where facets of this name are found; each call gives another alias."""
        return (self.players if name == PLAYER else self.facets).alias()


def served(connection: sa.Connection) -> Tables:
    """The tables that are served now."""
    return _tables_of(live_build(connection, SESSIONS), live_build(connection, STATISTICS))


@cache
def _tables_of(of_sessions: int, of_statistics: int) -> Tables:
    sessions = session_tables(of_sessions)
    figures = statistics_tables(of_statistics).rows
    return Tables(sessions.catalogue, sessions.facets, figures, _players(sessions.facets))


def _players(facets: sa.Table) -> sa.Subquery:
    """The players that are claimed, and those of entry 1 at seats of which nothing was ever claimed."""
    claimed = sa.select(
        PEOPLE.c.session, PEOPLE.c.seat, sa.literal(PLAYER).label("name"), PEOPLE.c.player.label("value")
    ).where(PEOPLE.c.player.is_not(None))
    own = (PEOPLE.c.session == facets.c.session) & (PEOPLE.c.seat == facets.c.seat)
    unclaimed = sa.select(facets.c.session, facets.c.seat, facets.c.name, facets.c.value).where(
        facets.c.name == PLAYER, ~sa.select(sa.literal(1)).select_from(PEOPLE).where(own).exists()
    )
    return sa.union_all(claimed, unclaimed).subquery("players")
