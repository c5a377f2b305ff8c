"""Filters for lists and statistics, and the tables that queries read."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import msgspec
import sqlalchemy as sa

from domain.games import REGISTRY
from domain.kernel import Game, Measure
from domain.kernel.statistics_alike import ALIKE
from replays.library import packaged_sets
from service.queries.conditions import OF_RESULTS, OF_SESSIONS, Condition, Reader, UnusableValue
from service.queries.visible_scope import NOTHING_SHOWN, VisibleScope, of_clubs
from service.sessions.register_tables import (
    CLUB_IDS,
    CLUB_SESSIONS,
    EDITION_AMENDED_SETS,
    EDITION_VERSIONS,
    EDITIONS,
    LISTING_TAGS,
    LISTINGS,
    PEOPLE,
    persons_of,
)
from workers.builds import live_builds
from workers.projections.sessions import OPTION, PLAYER, TAG, TEAM
from workers.read_models import OF_THE_SESSION, SESSIONS, STATISTICS, session_tables, statistics_tables

# The read models that are served now, and who sits where: what queries look into.

DIMENSION = "dimension {}"
"""The column of a dimension, whose name may be that of another column."""


@dataclass(frozen=True)
class Tables:
    """The tables that are served now. `players`: who sits where, `tags`: both in the columns of facets.

    results: those of the seats of finished sessions. figures: packed; in the store of statistics those of a
    measure. editions: whose a component set is. of_statistics: the build that the figures are of. club: whose
    people the players are, if any.
    """

    catalogue: sa.Table
    facets: sa.Table
    results: sa.Table
    figures: sa.FromClause
    players: sa.FromClause
    tags: sa.FromClause
    editions: sa.FromClause
    of_statistics: int
    club: str | None = None
    of_session: str | int = OF_THE_SESSION

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

    def of_measure(self, game: str | None, measure: Measure) -> Tables:
        """The same tables, with the figures of this measure, which the store alone has. game: None is all."""
        raise NotImplementedError

    def has_one_row(self, game: str | None, measure: Measure, fixed: Collection[str]) -> bool:
        """Whether a seat or session has one figure at most where these dimensions are fixed."""
        return False

    def has_one_seat(self, game: str | None, measure: Measure, group_by: Collection[str]) -> bool:
        """Whether each group has one seat of a session at most."""
        return False

    def dimension(self, name: str) -> sa.ColumnElement[Any]:
        """The value of a dimension of the figures, as text; null where a figure lacks it."""
        column: sa.ColumnElement[Any] = self.figures.c[DIMENSION.format(name)]
        return column


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
        sessions.catalogue,
        sessions.facets,
        sessions.results,
        figures,
        players,
        tags,
        _editions(),
        of_statistics,
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


def _editions() -> sa.Subquery:
    """The editions that sessions play with: `hash`, what they open with; `edition`, `listed`; once for each.

    since: only sessions from then on play with the edition: it had published the set, or a table that plays
    with it had amended its own to this one. A packaged set is of no edition.
    """
    packaged = sorted(one.hash for game in REGISTRY.values() for one in packaged_sets(game).values())
    version, before = EDITION_VERSIONS.alias(), EDITION_VERSIONS.alias()
    made, other = EDITION_AMENDED_SETS.alias(), EDITION_AMENDED_SETS.alias()

    def same(one: Any, another: Any) -> sa.ColumnElement[bool]:
        return sa.and_(one.c.hash == another.c.hash, one.c.edition == another.c.edition)

    def none(table: Any, *conditions: sa.ColumnElement[bool]) -> sa.ColumnElement[bool]:
        return ~_some(table, *conditions)

    amended = sa.select(made.c.hash, made.c.edition, sa.literal("").label("since")).where(
        made.c.edition.is_not(None), none(other, same(other, made), other.c.session < made.c.session)
    )
    published = sa.select(version.c.hash, version.c.edition, version.c.made).where(
        none(before, same(before, version), before.c.number < version.c.number),
        none(other, same(other, version)),
    )
    both = sa.union_all(amended, published).subquery()
    query = sa.select(both, EDITIONS.c.listed).join(EDITIONS, EDITIONS.c.edition == both.c.edition)
    return query.where(both.c.hash.not_in(packaged)).subquery("editions")


# The one grammar of filters: for lists of sessions, and for statistics over them.

CLUB = "club"
SEAT, MEASURE, GAME, SANDBOX, VOID = "seat", "measure", "game", "sandbox", "void"
OTHER_PLAYER, WITH_PLAYER, AGAINST_PLAYER = "other_player", "with_player", "against_player"
BESIDE = (OTHER_PLAYER, WITH_PLAYER, AGAINST_PLAYER)
"""A player of another seat: any, of the same team, or of another team. Without teams all play against all."""
FORMER: Mapping[str, str] = {"with": OTHER_PLAYER}
"""Deprecated names of filters and groups, with their successors."""
FORMER_MEASURES: Mapping[tuple[str, str], str] = {
    (game.key, measure.former): measure.key
    for game in REGISTRY.values()
    for measure in game.measures.values()
    if measure.former is not None
}
"""Deprecated names of measures, by game, with their successors."""
EDITION = "edition"
ANYTHING = "any"


class UnusableFilter(Exception):
    """There is no such filter, or it cannot be used so. `name` is the parameter, `reason` for people."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"{name}: {reason}")
        self.name = name
        self.reason = reason


@dataclass(frozen=True)
class Wanted:
    """Filters that were understood.

    `of_session` hold for the session; `of_seat` (name, value) for one and the same seat of it, `of_result`
    for its result; `beside` (name, player) are players of other seats than that one. With a `measure` the
    session has a figure of it, with these `dimensions`, of that seat. club: the club of all sessions, if a
    filter names it: players are its people then. reach: what the filters choose among.
    """

    of_session: tuple[Callable[[Tables], sa.ColumnElement[bool]], ...] = ()
    of_seat: tuple[tuple[str, str], ...] = ()
    of_result: tuple[Condition, ...] = ()
    beside: tuple[tuple[str, str], ...] = ()
    measure: Measure | None = None
    game: str | None = None
    dimensions: tuple[tuple[str, str], ...] = ()
    club: str | None = None
    reach: VisibleScope = NOTHING_SHOWN


def understood(
    filters: Mapping[str, str],
    reach: VisibleScope,
    measure: tuple[str | None, Measure] | None = None,
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
        if measure[0] is not None and filters.setdefault(GAME, measure[0]) != measure[0]:
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
    of_result: list[Condition] = []
    beside: list[tuple[str, str]] = []
    dimensions: list[tuple[str, str]] = []
    filters.setdefault(SANDBOX, "false")
    filters.setdefault(VOID, ANYTHING if measure is None and not counts_only else "false")
    for name, value in filters.items():
        if name == CLUB:
            of_session.append(_of_the_club(value, reach))
        elif measure is not None and name in measure[1].dimensions:
            dimensions.append((name, value))
        elif name in seat_names(games):
            of_seat.append((name, value))
        elif name in BESIDE:
            beside.append((name, value))
        elif name in OF_RESULTS:
            of_result += _read(OF_RESULTS, name, value)
        elif name in OF_SESSIONS:
            of_session += map(_of_the_catalogue, _read(OF_SESSIONS, name, value))
        elif name == EDITION:
            of_session.append(_of_the_edition(value, reach))
        elif name == TAG or name in option_names(games):
            of_session.append(_of_the_session(name, value))
        else:
            raise UnusableFilter(
                name, "is not a filter here; the filters are " + ", ".join(_known(games, measure))
            )
    game, found = measure or (None, None)
    return Wanted(
        of_session=tuple(of_session),
        of_seat=tuple(of_seat),
        of_result=tuple(of_result),
        beside=tuple(beside),
        measure=found,
        game=game,
        dimensions=tuple(dimensions),
        club=filters.get(CLUB),
        reach=reach,
    )


def _read(readers: Mapping[str, Reader], name: str, value: str) -> list[Condition]:
    try:
        condition = readers[name](value)
    except UnusableValue as error:
        raise UnusableFilter(name, str(error)) from None
    return [] if condition is None else [condition]


def _of_the_catalogue(condition: Condition) -> Callable[[Tables], sa.ColumnElement[bool]]:
    return lambda tables: condition(tables.catalogue)


def by_present_names(filters: Mapping[str, str]) -> dict[str, str]:
    """The filters, each under its present name. Raises `UnusableFilter` if one has both of its names."""
    for former, present in FORMER.items():
        if former in filters and present in filters:
            raise UnusableFilter(former, f"is a deprecated name of {present}; send only that one")
    return {FORMER.get(name, name): value for name, value in filters.items()}


def seat_names(games: Mapping[str, Game[Any]]) -> set[str]:
    """What seats can be filtered and grouped by: seat, player, team, and what the games give a seat."""
    team = [TEAM for game in games.values() if game.team is not None]
    return {SEAT, PLAYER, *team, *(name for game in games.values() for name in _members(game.seat_type))}


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
    tables = tables.of_measure(wanted.game, wanted.measure)
    here = tables.figures.c.session == session
    return [*conditions, _some(tables.figures, here, *figure_conditions(tables, wanted))]


def figure_conditions(tables: Tables, wanted: Wanted) -> list[sa.ColumnElement[bool]]:
    """The conditions that figures of the measure must fulfil, in addition to those on their session."""
    assert wanted.measure is not None
    figures = tables.figures
    conditions = [tables.dimension(name) == value for name, value in wanted.dimensions]
    if wanted.measure.per == "seat":
        return conditions + seat_conditions(tables, figures.c.session, figures.c.seat, wanted)
    return conditions + _some_seat(tables, figures.c.session, wanted)


def _some_seat(tables: Tables, session: Any, wanted: Wanted) -> list[sa.ColumnElement[bool]]:
    if not wanted.of_seat and not wanted.of_result and not wanted.beside:
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
    if wanted.of_result:
        result = tables.results.alias()
        here = (result.c.session == session) & (result.c.seat == seat)
        conditions.append(_some(result, here, *(condition(result) for condition in wanted.of_result)))
    for name, value in wanted.beside:
        facet = tables.named(PLAYER)
        there = beside(tables, name, session, seat, facet)
        conditions.append(_some(facet, there, facet.c.value == tables.player(value)))
    return conditions


def beside(tables: Tables, name: str, session: Any, seat: Any, player: Any) -> Any:
    """Whether a row of players sits at another seat of the session than this one, as the name says."""
    there = (player.c.session == session) & (player.c.seat != seat) & (player.c.name == PLAYER)
    if name == OTHER_PLAYER:
        return there
    mine, theirs = tables.named(TEAM), tables.named(TEAM)
    of_mine = (mine.c.session == session) & (mine.c.seat == seat) & (mine.c.name == TEAM)
    of_theirs = (theirs.c.session == session) & (theirs.c.seat == player.c.seat) & (theirs.c.name == TEAM)
    pair = mine.join(theirs, theirs.c.value == mine.c.value)
    rows = sa.select(sa.literal(1)).select_from(pair).where(of_mine, of_theirs)
    together = rows.correlate_except(mine, theirs).exists()
    return there & (together if name == WITH_PLAYER else ~together)


def played_with(tables: Tables, edition: Any, reach: VisibleScope) -> Any:
    """Whether a session of the catalogue plays with the edition of this row, which the caller may know of."""
    catalogue = tables.catalogue
    same = (edition.c.hash == catalogue.c.opened_with) & (edition.c.since <= catalogue.c.created)
    if reach.everything:
        return same
    return same & sa.or_(edition.c.listed, edition.c.edition.in_(sorted(reach.editions)))


def _some(table: Any, *conditions: sa.ColumnElement[bool]) -> sa.ColumnElement[bool]:
    """Whether the table has a row of which this holds; every other table belongs to a query around it."""
    rows = sa.select(sa.literal(1)).select_from(table).where(*conditions)
    return rows.correlate_except(table).exists()


def _measure(filters: Mapping[str, str]) -> tuple[str | None, Measure]:
    if GAME not in filters and filters[MEASURE] in ALIKE:
        return None, ALIKE[filters[MEASURE]]
    game = REGISTRY.get(filters.get(GAME, ""))
    if game is None:
        raise UnusableFilter(MEASURE, "names a measure of a game, which `game` must name")
    key = filters[MEASURE]
    found = game.measures.get(FORMER_MEASURES.get((game.key, key), key))
    if found is None:
        raise UnusableFilter(MEASURE, f"{game.key} has no such measure")
    return game.key, found


def _games(filters: Mapping[str, str]) -> Mapping[str, Game[Any]]:
    if GAME not in filters:
        return REGISTRY
    if filters[GAME] not in REGISTRY:
        raise UnusableFilter(GAME, "there is no such game")
    return {filters[GAME]: REGISTRY[filters[GAME]]}


def _known(games: Mapping[str, Game[Any]], measure: tuple[str | None, Measure] | None) -> Iterator[str]:
    dimensions = measure[1].dimensions if measure is not None else ()
    others = (*OF_RESULTS, *BESIDE, TAG, MEASURE, CLUB, EDITION)
    yield from sorted({*OF_SESSIONS, *seat_names(games), *option_names(games), *dimensions, *others})


def _of_the_club(club: str, reach: VisibleScope) -> Callable[[Tables], sa.ColumnElement[bool]]:
    if not reach.everything and club not in reach.clubs:
        raise UnusableFilter(CLUB, "is a club whose key you send")
    return lambda tables: of_clubs([club], tables.catalogue.c.session)


def _of_the_edition(edition: str, reach: VisibleScope) -> Callable[[Tables], sa.ColumnElement[bool]]:
    """One that the caller may not know of has no sessions, as one that there is not."""

    def condition(tables: Tables) -> sa.ColumnElement[bool]:
        one = tables.editions.alias()
        return _some(one, played_with(tables, one, reach), one.c.edition == edition)

    return condition


def _of_the_session(name: str, value: str) -> Callable[[Tables], sa.ColumnElement[bool]]:
    def condition(tables: Tables) -> sa.ColumnElement[bool]:
        facet = tables.named(name)
        here = (facet.c.session == tables.catalogue.c.session) & (facet.c.seat == tables.of_session)
        return _some(facet, here, facet.c.name == name, facet.c.value == value)

    return condition
