"""The tables of the store of statistics: those of figures have the rows of one measure each.

Filters and groups look into them under the names that the tables database has.
"""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from domain.games import REGISTRY
from domain.kernel import Measure
from service.queries.filters import DIMENSION, SEAT, Tables, option_names, seat_names
from workers.projections.sessions import PLAYER, TAG

DUCKDB, SQLITE = "duckdb", "sqlite"
OF_NO_SEAT = 0
"""The seat of what belongs to the session; seats are numbered from 1 in each."""
LAYOUT = 2
"""Goes up with every change of the store's tables: files of another layout are made anew."""

# The tables of the store. `session` and `seat` are numbers of this store alone.


def _table(called: str, /, **columns: Any) -> sa.Table:
    return sa.Table(called, sa.MetaData(), *(sa.Column(column, kind) for column, kind in columns.items()))


STATE = _table(
    "state",
    signature=sa.Text,
    change=sa.BigInteger,
    stamp=sa.Text,
    horizon=sa.BigInteger,
    whole=sa.Boolean,
)
"""One row. signature: of what it was made from. change, stamp: of the last note that was followed.

horizon: on PostgreSQL, the first transaction that may not have been seen whole. whole: whether every session
is there."""

FINISHED_SESSIONS = _table(
    "catalogue",
    session=sa.Integer,
    id=sa.Text,
    game=sa.Text,
    status=sa.Text,
    void=sa.Integer,
    seats=sa.Integer,
    component_set=sa.Text,
    opened_with=sa.Text,
    rules_version=sa.Integer,
    visibility=sa.Text,
    sandbox=sa.Boolean,
    played_on=sa.Text,
    created=sa.Text,
    flagged=sa.Integer,
    minutes=sa.Double,
    closeness=sa.Double,
    content=sa.LargeBinary,
)
"""Finished sessions, and those that have figures. content: a digest of these."""
OF_CATALOGUE = tuple(
    column.name for column in FINISHED_SESSIONS.columns if column.name not in ("session", "id", "content")
)

RESULTS_OF_SEATS = _table(
    "results",
    session=sa.Integer,
    seat=sa.SmallInteger,
    place=sa.Integer,
    rank=sa.Integer,
    score=sa.Double,
    won=sa.Boolean,
    margin=sa.Double,
    team=sa.Text,
)
PLAYERS = _table(
    "players", session=sa.Integer, seat=sa.SmallInteger, name=sa.Text, value=sa.Text, person=sa.Text
)
"""Who sits where now. person: of the club that the session belongs to; null: nobody of it."""
VISIBILITIES = _table("listings", session=sa.Integer, visibility=sa.Text)
IN_CLUBS = _table("club_sessions", session=sa.Integer, club=sa.Text)
SEVERAL = _table("several", within=sa.Text, named=sa.Text, dimension=sa.Text)
"""What a table (`named`) of figures or facets has several of, by dimension.

within a `unit`: a seat or session has several values of it; of the empty name: rows of the same dimensions.
Where all of these are fixed, it has one row, and nothing is added up for it. within a `session`: two seats
have the same value of it. Grouped by any other, a session has at most one seat in each group."""
IDS_OF_CLUBS = _table("club_ids", club=sa.Text, player=sa.Text, person=sa.Text)
EDITIONS_PLAYED = _table("editions", hash=sa.Text, edition=sa.Text, since=sa.Text, listed=sa.Boolean)
"""The registers that filters look into, under their own names."""

OF_A_SESSION = (FINISHED_SESSIONS, RESULTS_OF_SEATS, PLAYERS, VISIBILITIES, IN_CLUBS)


OF_FIGURES = ("session", "seat", "value", "weight")
"""The first columns of figures; their dimensions follow."""


def of_figures(game: str, measure: Measure) -> sa.Table:
    """The figures of a measure of a game, in a table of their own: a question reads one or two of these."""
    return _of_figures(f"{game} {measure.key}", measure.dimensions)


@cache
def _of_figures(name: str, dimensions: tuple[str, ...]) -> sa.Table:
    named = {DIMENSION.format(dimension): sa.Text for dimension in dimensions}
    return _table(name, session=sa.Integer, seat=sa.SmallInteger, value=sa.Double, weight=sa.Double, **named)


@cache
def of_facet(name: str) -> sa.Table:
    """What seats and sessions have of this name."""
    return _table(f"facet {name}", session=sa.Integer, seat=sa.SmallInteger, name=sa.Text, value=sa.Text)


def facet_names() -> tuple[str, ...]:
    """The names of all facets but players, which are claimed."""
    return tuple(sorted((seat_names(REGISTRY) - {PLAYER}) | option_names(REGISTRY) | {TAG}))


def of_sessions() -> tuple[sa.Table, ...]:
    """The tables that know sessions, besides those of figures."""
    return (*OF_A_SESSION, *map(of_facet, facet_names()))


def all_figures() -> tuple[sa.Table, ...]:
    """The tables of the figures of all games."""
    games = REGISTRY.values()
    return tuple(of_figures(game.key, measure) for game in games for measure in game.measures.values())


def all_tables() -> tuple[sa.Table, ...]:
    """Every table."""
    return (STATE, SEVERAL, *of_sessions(), IDS_OF_CLUBS, EDITIONS_PLAYED, *all_figures())


def declared() -> str:
    """A digest of the layout and of every declared column: it changes with them."""
    said = [LAYOUT, *((table.name, *table.columns.keys()) for table in all_tables())]
    return hashlib.sha256(msgspec.json.encode(sorted(map(str, said)))).hexdigest()


# What questions look into.

UNIT, SESSION = "unit", "session"
"""Within what there are several."""


def _named(game: str | None, measure: Measure) -> set[str]:
    """The names of the tables of a measure of a game; None: of all."""
    games = REGISTRY if game is None else (game,)
    return {of_figures(one, measure).name for one in games if measure.key in REGISTRY[one].measures}


@dataclass(frozen=True)
class StoredTables(Tables):
    """The tables of the store, under the names that queries know. several: the rows of `SEVERAL`."""

    of_session: str | int = OF_NO_SEAT
    several: frozenset[tuple[str, str, str]] = frozenset()

    def of_measure(self, game: str | None, measure: Measure) -> StoredTables:
        """The same tables, with the figures of this measure of a game, or of all games."""
        columns = (*OF_FIGURES, *map(DIMENSION.format, measure.dimensions))
        games = REGISTRY if game is None else (game,)
        own = ((one, REGISTRY[one].measures.get(measure.key)) for one in games)
        tables = [of_figures(one, found) for one, found in own if found is not None]
        rows = [sa.select(*(table.c[name] for name in columns)) for table in tables]
        figures = rows[0] if len(rows) == 1 else sa.union_all(*rows)
        return dataclasses.replace(self, figures=figures.subquery("figures"))

    def has_one_row(self, game: str | None, measure: Measure, fixed: Collection[str]) -> bool:
        """Whether a seat or session has one figure at most where these dimensions are fixed."""
        return self._several(UNIT, _named(game, measure)) <= {*fixed}

    def has_one_seat(self, game: str | None, measure: Measure, group_by: Collection[str]) -> bool:
        """Whether each group has one seat of a session at most."""
        several = self._several(SESSION, _named(game, measure))
        facets = seat_names(REGISTRY) - {PLAYER, *measure.dimensions}
        several |= {name for name in facets if self._several(SESSION, {of_facet(name).name})}
        return not ({"place", *measure.dimensions, *facets} - several).isdisjoint(group_by)

    def _several(self, within: str, tables: Collection[str]) -> set[str]:
        return {name for where, table, name in self.several if where == within and table in tables}

    def of_club(self, club: str | None) -> StoredTables:
        """The same tables, in which players are the people of this club; None: as they are."""
        if club is None:
            return self
        person = sa.func.coalesce(PLAYERS.c.person, PLAYERS.c.value).label("value")
        players = sa.select(PLAYERS.c.session, PLAYERS.c.seat, PLAYERS.c.name, person)
        return dataclasses.replace(
            self, players=players.where(person.is_not(None)).subquery("players"), club=club
        )

    def named(self, name: str) -> sa.FromClause:
        """Where facets of this name are found; each call gives another alias."""
        return self.players.alias() if name == PLAYER else of_facet(name).alias()


_SEATED = sa.select(PLAYERS.c.session, PLAYERS.c.seat, PLAYERS.c.name, PLAYERS.c.value)
STORED = StoredTables(
    catalogue=FINISHED_SESSIONS,
    facets=of_facet(SEAT),
    results=RESULTS_OF_SEATS,
    figures=sa.select(sa.literal(1)).subquery(),
    players=_SEATED.where(PLAYERS.c.value.is_not(None)).subquery("players"),
    tags=of_facet(TAG),
    editions=EDITIONS_PLAYED,
    of_statistics=0,
)


class Looking(NamedTuple):
    """A transaction that looks into the store.

    generation: equal ones have equal answers. change: the number of the last change that it has. as_of: the
    position in the log up to which it has everything. several: the rows of `SEVERAL`.
    """

    connection: sa.Connection
    generation: str
    change: int
    as_of: int
    several: frozenset[tuple[str, str, str]]

    @property
    def tables(self) -> StoredTables:
        """The tables that it looks into."""
        return dataclasses.replace(STORED, several=self.several)
