"""The read models that are served now, and who sits where: what queries look into."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import sqlalchemy as sa

from service.sessions.register_tables import PEOPLE
from workers.builds import live_builds
from workers.projections.sessions import PLAYER
from workers.read_models import SESSIONS, STATISTICS, session_tables, statistics_tables


@dataclass(frozen=True)
class Tables:
    """The tables that are served now. `players`: who sits where, in the columns of facets.

    of_statistics: the build that the figures are of.
    """

    catalogue: sa.Table
    facets: sa.Table
    figures: sa.Table
    players: sa.Subquery
    of_statistics: int

    def named(self, name: str) -> sa.FromClause:
        """Where facets of this name are found; each call gives another alias."""
        return (self.players if name == PLAYER else self.facets).alias()


def served(connection: sa.Connection) -> Tables:
    """The tables that are served now."""
    builds = live_builds(connection)
    return _tables_of(builds.get(SESSIONS, 1), builds.get(STATISTICS, 1))


@cache
def _tables_of(of_sessions: int, of_statistics: int) -> Tables:
    sessions = session_tables(of_sessions)
    figures = statistics_tables(of_statistics).rows
    players = _players(sessions.facets)
    return Tables(sessions.catalogue, sessions.facets, figures, players, of_statistics)


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
