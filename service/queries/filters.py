"""Filters for lists and statistics, and the tables that queries read."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Any

import msgspec
import sqlalchemy as sa

from domain.games import REGISTRY
from domain.kernel import Game, Measure
from service.queries.visible_scope import VisibleScope, of_clubs, visibility_now
from service.sessions.register_tables import (
    CLUB_IDS,
    CLUB_SESSIONS,
    LISTING_TAGS,
    LISTINGS,
    PEOPLE,
    persons_of,
)
from workers.builds import live_builds
from workers.projections.sessions import OPTION, PLAYER, TAG
from workers.read_models import OF_THE_SESSION, SESSIONS, STATISTICS, session_tables, statistics_tables

# The read models that are served now, and who sits where: what queries look into.


@dataclass(frozen=True)
class Tables:
    """The tables that are served now. `players`: who sits where, `tags`: both in the columns of facets.

    results: those of the seats of finished sessions. of_statistics: the build that the figures are of. club:
    whose people the players are, if any.
    """

    catalogue: sa.Table
    facets: sa.Table
    results: sa.Table
    figures: sa.Table
    players: sa.Subquery
    tags: sa.Subquery
    of_statistics: int
    club: str | None = None

    def of_club(self, club: str | None) -> Tables:
        """The same tables, in which players are the people of this club; None: as they are.

        A player who is nobody of the club stays as it is.
        """
        if club is None:
            return self
        seats = seats_of_club(self.facets, club)
        person = sa.func.coalesce(seats.c.person, seats.c.player)
        query = sa.select(
            seats.c.session, seats.c.seat, sa.literal(PLAYER).label("name"), person.label("value")
        )
        players = query.where(person.is_not(None)).subquery("players")
        return dataclasses.replace(self, players=players, club=club)

    def player(self, player: str) -> Any:
        """The value that stands for this player: with a club, the person whose id it is, if any."""
        if self.club is None:
            return player
        own = (CLUB_IDS.c.club == self.club) & (CLUB_IDS.c.player == player)
        person = sa.select(CLUB_IDS.c.person).where(own).scalar_subquery()
        return sa.func.coalesce(person, player)

    def named(self, name: str) -> sa.FromClause:
        """Where facets of this name are found; each call gives another alias."""
        return {PLAYER: self.players, TAG: self.tags}.get(name, self.facets).alias()

    def dimension(self, name: str) -> sa.ColumnElement[Any]:
        """The value of a dimension of the figures, as text; null where a figure lacks it."""
        value: sa.ColumnElement[Any] = self.figures.c.dimensions[name].as_string()
        return value


def served(connection: sa.Connection) -> Tables:
    """The tables that are served now."""
    builds = live_builds(connection)
    return _tables_of(builds.get(SESSIONS, 1), builds.get(STATISTICS, 1))


@cache
def _tables_of(of_sessions: int, of_statistics: int) -> Tables:
    sessions = session_tables(of_sessions)
    figures = statistics_tables(of_statistics).rows
    players, tags = _players(sessions.facets), _tags(sessions.facets)
    return Tables(
        sessions.catalogue, sessions.facets, sessions.results, figures, players, tags, of_statistics
    )


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


def seats_of_club(facets: sa.Table, club: str) -> sa.Subquery:
    """Who sits where in the sessions of a club: `player`, `label` (a name), `folded` (the name as compared).

    person: the person of the club that this counts as; null: nobody of the club. Of seats of which nothing
    was ever claimed, entry 1 says the player.
    """
    belongs = sa.select(CLUB_SESSIONS.c.session).where(CLUB_SESSIONS.c.club == club)
    joined, person = persons_of(PEOPLE, club)
    of_claim = (
        PEOPLE.c.session,
        PEOPLE.c.seat,
        PEOPLE.c.player,
        PEOPLE.c.name.label("label"),
        PEOPLE.c.folded,
    )
    claimed = sa.select(*of_claim, person.label("person")).select_from(joined)
    own = (PEOPLE.c.session == facets.c.session) & (PEOPLE.c.seat == facets.c.seat)
    ids, nothing = CLUB_IDS.alias(), sa.cast(sa.null(), sa.Text)
    by_id = (ids.c.club == club) & (ids.c.player == facets.c.value)
    of_entry = (facets.c.session, facets.c.seat, facets.c.value, nothing, nothing, ids.c.person)
    unclaimed = sa.select(*of_entry).select_from(facets.outerjoin(ids, by_id))
    unclaimed = unclaimed.where(
        facets.c.name == PLAYER, ~sa.select(sa.literal(1)).select_from(PEOPLE).where(own).exists()
    )
    return sa.union_all(
        claimed.where(PEOPLE.c.session.in_(belongs)), unclaimed.where(facets.c.session.in_(belongs))
    ).subquery("seats_of_club")


def _tags(facets: sa.Table) -> sa.Subquery:
    """The tags that were changed, and those of openings whose tags never were."""
    changed = sa.select(
        LISTING_TAGS.c.session,
        sa.literal(OF_THE_SESSION).label("seat"),
        sa.literal(TAG).label("name"),
        LISTING_TAGS.c.tag.label("value"),
    )
    own = (LISTINGS.c.session == facets.c.session) & LISTINGS.c.tagged
    unchanged = sa.select(facets.c.session, facets.c.seat, facets.c.name, facets.c.value).where(
        facets.c.name == TAG, ~sa.select(sa.literal(1)).select_from(LISTINGS).where(own).exists()
    )
    return sa.union_all(changed, unchanged).subquery("tags")


# The one grammar of filters: for lists of sessions, and for statistics over them.

CLUB = "club"
SEAT, MEASURE, GAME, SANDBOX, VOID = "seat", "measure", "game", "sandbox", "void"
OTHER_PLAYER = "other_player"
FORMER: Mapping[str, str] = {"with": OTHER_PLAYER}
"""Deprecated names of filters and groups, with their successors."""
STATUSES = ("open", "finished", "closed")
VISIBILITIES = ("private", "link", "public")
"""Each is seen by more people than the one before."""
MOST_INTEGER = 2**31 - 1
MONTH_PATTERN = r"^[0-9]{4}-(0[1-9]|1[0-2])$"


class UnusableFilter(Exception):
    """There is no such filter, or it cannot be used so. `name` is the parameter, `reason` for people."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"{name}: {reason}")
        self.name = name
        self.reason = reason


@dataclass(frozen=True)
class Wanted:
    """Filters that were understood.

    `of_session` hold for the session; `of_seat` (name, value) for one and the same seat of it; `beside`
    is the player of another seat than that one. With a `measure` the session has a figure of it, with
    these `dimensions`, of that seat. club: the club of all sessions, if a filter names it: players are its
    people then.
    """

    of_session: tuple[Callable[[Tables], sa.ColumnElement[bool]], ...] = ()
    of_seat: tuple[tuple[str, str], ...] = ()
    beside: str | None = None
    measure: Measure | None = None
    game: str | None = None
    dimensions: tuple[tuple[str, str], ...] = ()
    club: str | None = None


def understood(
    filters: Mapping[str, str],
    reach: VisibleScope,
    measure: tuple[str, Measure] | None = None,
    *,
    counts_only: bool = False,
) -> Wanted:
    """Read the filters, which choose among what is within reach. `measure`: a game's key and its measure.

    Void sessions have no part in a measure, nor with `counts_only`, unless a filter asks for them.
    Raises `UnusableFilter`.
    """
    for name, value in filters.items():
        if "\0" in value:
            raise UnusableFilter(name, "holds a NUL character")
    filters = by_present_names(filters)
    if measure is not None:
        filters.setdefault(GAME, measure[0])
        if filters[GAME] != measure[0]:
            raise UnusableFilter(GAME, f"the measure is one of {measure[0]}")
        if filters.get(MEASURE, measure[1].key) != measure[1].key:
            raise UnusableFilter(MEASURE, f"the measure is {measure[1].key}")
    elif MEASURE in filters:
        measure = _measure(filters)
    filters.pop(MEASURE, None)
    games = _games(filters)
    of_session: list[Callable[[Tables], sa.ColumnElement[bool]]] = []
    if not reach.everything:
        of_session.append(lambda tables: reach.condition(tables.catalogue))
    of_seat: list[tuple[str, str]] = []
    dimensions: list[tuple[str, str]] = []
    filters.setdefault(SANDBOX, "false")
    filters.setdefault(VOID, "any" if measure is None and not counts_only else "false")
    for name, value in filters.items():
        if name == CLUB:
            of_session.append(_of_the_club(value, reach))
        elif measure is not None and name in measure[1].dimensions:
            dimensions.append((name, value))
        elif name in seat_names(games):
            of_seat.append((name, value))
        elif name in _PLAIN:
            if (condition := _PLAIN[name](name, value)) is not None:
                of_session.append(condition)
        elif name == TAG or name in option_names(games):
            of_session.append(_of_the_session(name, value))
        elif name != OTHER_PLAYER:
            raise UnusableFilter(
                name, "is not a filter here; the filters are " + ", ".join(_known(games, measure))
            )
    beside = filters.get(OTHER_PLAYER)
    found = measure or (None, None)
    return Wanted(
        tuple(of_session),
        tuple(of_seat),
        beside,
        found[1],
        found[0],
        tuple(dimensions),
        filters.get(CLUB),
    )


def by_present_names(filters: Mapping[str, str]) -> dict[str, str]:
    """The filters, each under its present name. Raises `UnusableFilter` if one has both of its names."""
    for former, present in FORMER.items():
        if former in filters and present in filters:
            raise UnusableFilter(former, f"is a deprecated name of {present}; send only that one")
    return {FORMER.get(name, name): value for name, value in filters.items()}


def seat_names(games: Mapping[str, Game[Any]]) -> set[str]:
    """What seats can be filtered and grouped by: seat, player, and what the games give a seat."""
    return {SEAT, PLAYER, *(name for game in games.values() for name in _members(game.seat_type))}


def option_names(games: Mapping[str, Game[Any]]) -> set[str]:
    """The options of the games, as filters spell them."""
    return {OPTION + name for game in games.values() for name in _members(game.options_type)}


@cache
def _members(struct: type[msgspec.Struct]) -> tuple[str, ...]:
    return tuple(field.name for field in msgspec.structs.fields(struct))


def session_conditions(tables: Tables, wanted: Wanted) -> list[sa.ColumnElement[bool]]:
    """What rows of the catalogue must fulfil."""
    session = tables.catalogue.c.session
    conditions = [condition(tables) for condition in wanted.of_session]
    if wanted.measure is None:
        return conditions + _some_seat(tables, session, wanted)
    figures = tables.figures
    here = figures.c.session == session
    return [*conditions, _some(figures, here, *figure_conditions(tables, wanted))]


def figure_conditions(tables: Tables, wanted: Wanted) -> list[sa.ColumnElement[bool]]:
    """The conditions that rows of figures must fulfil, in addition to those on their session."""
    assert wanted.measure is not None
    figures = tables.figures
    conditions = [figures.c.game == wanted.game, figures.c.measure == wanted.measure.key]
    conditions += [tables.dimension(name) == value for name, value in wanted.dimensions]
    if wanted.measure.per == "seat":
        return conditions + seat_conditions(tables, figures.c.session, figures.c.seat, wanted)
    return conditions + _some_seat(tables, figures.c.session, wanted)


def _some_seat(tables: Tables, session: Any, wanted: Wanted) -> list[sa.ColumnElement[bool]]:
    if not wanted.of_seat and wanted.beside is None:
        return []
    seat = tables.facets.alias()
    here = (seat.c.session == session) & (seat.c.name == SEAT)
    conditions = seat_conditions(tables, session, seat.c.seat, wanted)
    return [_some(seat, here, *conditions)]


def players_of(
    connection: sa.Connection, tables: Tables, sessions: Collection[str]
) -> dict[tuple[str, str], str]:
    """The player at each seat of these sessions, by session and seat."""
    players = tables.players
    query = sa.select(players.c.session, players.c.seat, players.c.value)
    rows = connection.execute(query.where(players.c.session.in_(sorted(sessions))))
    return {(row.session, row.seat): row.value for row in rows}


def seat_conditions(tables: Tables, session: Any, seat: Any, wanted: Wanted) -> list[sa.ColumnElement[bool]]:
    """The conditions that a seat of the session must fulfil."""
    conditions: list[sa.ColumnElement[bool]] = []
    for name, value in wanted.of_seat:
        facet = tables.named(name)
        here = (facet.c.session == session) & (facet.c.seat == seat)
        meant = tables.player(value) if name == PLAYER else value
        conditions.append(_some(facet, here, facet.c.name == name, facet.c.value == meant))
    if wanted.beside is not None:
        facet = tables.named(PLAYER)
        there = (facet.c.session == session) & (facet.c.seat != seat) & (facet.c.name == PLAYER)
        conditions.append(_some(facet, there, facet.c.value == tables.player(wanted.beside)))
    return conditions


def _some(table: Any, *conditions: sa.ColumnElement[bool]) -> sa.ColumnElement[bool]:
    """Whether the table has a row of which this holds; every other table belongs to a query around it."""
    rows = sa.select(sa.literal(1)).select_from(table).where(*conditions)
    return rows.correlate_except(table).exists()


def _measure(filters: Mapping[str, str]) -> tuple[str, Measure]:
    game = REGISTRY.get(filters.get(GAME, ""))
    if game is None:
        raise UnusableFilter(MEASURE, "names a measure of a game, which `game` must name")
    found = game.measures.get(filters[MEASURE])
    if found is None:
        raise UnusableFilter(MEASURE, f"{game.key} has no such measure")
    return game.key, found


def _games(filters: Mapping[str, str]) -> Mapping[str, Game[Any]]:
    if GAME not in filters:
        return REGISTRY
    if filters[GAME] not in REGISTRY:
        raise UnusableFilter(GAME, "there is no such game")
    return {filters[GAME]: REGISTRY[filters[GAME]]}


def _known(games: Mapping[str, Game[Any]], measure: tuple[str, Measure] | None) -> Iterator[str]:
    dimensions = measure[1].dimensions if measure is not None else ()
    others = (TAG, OTHER_PLAYER, MEASURE, CLUB)
    yield from sorted({*_PLAIN, *seat_names(games), *option_names(games), *dimensions, *others})


Condition = Callable[[Tables], sa.ColumnElement[bool]]


def _one_of(column: str, values: tuple[str, ...]) -> Callable[[str, str], Condition]:
    def read(name: str, value: str) -> Condition:
        if value not in values:
            raise UnusableFilter(name, "is one of " + ", ".join(values))
        return lambda tables: tables.catalogue.c[column] == value

    return read


def _equal(column: str, pattern: str, what: str) -> Callable[[str, str], Condition]:
    def read(name: str, value: str) -> Condition:
        if not re.fullmatch(pattern, value):
            raise UnusableFilter(name, f"is {what}")
        return lambda tables: tables.catalogue.c[column] == value

    return read


def _integer(column: str) -> Callable[[str, str], Condition]:
    def read(name: str, value: str) -> Condition:
        if not re.fullmatch(r"[0-9]{1,10}", value) or int(value) > MOST_INTEGER:
            raise UnusableFilter(name, "is a whole number")
        return lambda tables: tables.catalogue.c[column] == int(value)

    return read


def _day(holds: Callable[[Any, str], Any]) -> Callable[[str, str], Condition]:
    def read(name: str, value: str) -> Condition:
        try:
            day = date.fromisoformat(value).isoformat()
        except ValueError:
            raise UnusableFilter(name, "is a day such as 2026-03-07") from None
        return lambda tables: holds(tables.catalogue.c.played_on, day)

    return read


def _flagged(name: str, value: str) -> Condition:
    if value not in ("true", "false"):
        raise UnusableFilter(name, "is true or false")
    return lambda tables: (tables.catalogue.c.flagged > 0) == sa.literal(value == "true")


def _sandbox(name: str, value: str) -> Condition | None:
    if value not in ("true", "false", "any"):
        raise UnusableFilter(name, "is true, false or any")
    return (
        None if value == "any" else lambda tables: tables.catalogue.c.sandbox == sa.literal(value == "true")
    )


def _visibility(name: str, value: str) -> Condition:
    if value not in VISIBILITIES:
        raise UnusableFilter(name, "is one of " + ", ".join(VISIBILITIES))
    return lambda tables: visibility_now(tables.catalogue) == value


def _void(name: str, value: str) -> Condition | None:
    if value not in ("true", "false", "any"):
        raise UnusableFilter(name, "is true, false or any")
    if value == "any":
        return None
    return lambda tables: (
        tables.catalogue.c.void.is_not(None) if value == "true" else tables.catalogue.c.void.is_(None)
    )


def _of_the_club(club: str, reach: VisibleScope) -> Condition:
    if not reach.everything and club not in reach.clubs:
        raise UnusableFilter(CLUB, "is a club whose key you send")
    return lambda tables: of_clubs([club], tables.catalogue.c.session)


def _of_the_session(name: str, value: str) -> Condition:
    def condition(tables: Tables) -> sa.ColumnElement[bool]:
        facet = tables.named(name)
        here = (facet.c.session == tables.catalogue.c.session) & (facet.c.seat == OF_THE_SESSION)
        return _some(facet, here, facet.c.name == name, facet.c.value == value)

    return condition


def _month(name: str, value: str) -> Condition:
    if re.fullmatch(MONTH_PATTERN, value) is None:
        raise UnusableFilter(name, "is a month: 2026-01")
    first, last = f"{value}-01", f"{value}-31"
    return lambda tables: tables.catalogue.c.played_on.between(first, last)


_PLAIN: Mapping[str, Callable[[str, str], Condition | None]] = {
    GAME: lambda name, value: lambda tables: tables.catalogue.c.game == value,
    "status": _one_of("status", STATUSES),
    "visibility": _visibility,
    "count": _integer("seats"),
    "component_set": _equal("component_set", r"[0-9a-f]{64}", "the hash of a component set"),
    "rules_version": _integer("rules_version"),
    "since": _day(lambda column, day: column >= day),
    "until": _day(lambda column, day: column <= day),
    "month": _month,
    "flagged": _flagged,
    SANDBOX: _sandbox,
    VOID: _void,
}
