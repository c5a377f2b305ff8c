"""Statistics: one measure over all sessions that fulfil the filters. Nothing here folds a log."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import sqlalchemy as sa

from domain.games import REGISTRY
from domain.kernel import Measure
from domain.kernel.messages import Json
from domain.kernel.statistics import WHOLE
from replays.databases import reading
from service.queries import figures
from service.queries.figures import Figure, Group, counted_figure, figure_of, group_of, narrowed
from service.queries.filters import (
    BESIDE,
    EDITION,
    FORMER,
    GAME,
    MEASURE,
    SEAT,
    Tables,
    UnusableFilter,
    Wanted,
    by_present_names,
    option_names,
    players_of,
    seat_conditions,
    seat_names,
    served,
    session_conditions,
    understood,
)
from service.queries.question import StatisticsQuery, in_order
from service.queries.refusals import FINISHED
from service.queries.visible_scope import VisibleScope
from workers.projections.sessions import TAG
from workers.read_models import OF_THE_SESSION, POSITIONS, STATISTICS

Key: TypeAlias = tuple[Json, ...]

MOST_GROUPS = 50_000
SHARE = "share"
"""The unit of measures whose value lies between 0 and 1: they are answered with an interval."""


AS_OF = sa.select(sa.func.min(POSITIONS.c.position)).where(
    POSITIONS.c.projection == STATISTICS, POSITIONS.c.build == sa.bindparam("build")
)


class UnknownMeasure(LookupError):
    """No game of this key, or the game has no such measure."""


def measures() -> list[dict[str, Json]]:
    """Every measure of every game, with what its rows can be grouped by."""
    return [
        {
            "game": game.key,
            "key": measure.key,
            "title": measure.title,
            "meaning": measure.meaning,
            "unit": measure.unit,
            "per": measure.per,
            "dimensions": list(measure.dimensions),
            "group_by": sorted(_groupings(game.key, measure)),
            "only_finished": measure.only_finished,
            "over": measure.over,
            "cells": measure.cells,
        }
        for game in REGISTRY.values()
        for measure in game.measures.values()
    ]


def statistics(engine: sa.Engine, question: StatisticsQuery) -> dict[str, Json]:
    """The requested measure: a row for each group, and the number of `groups`.

    `value` is Σ value / Σ weight, `n` the number of sessions, `rows` that of figures; `min`, `max`, `mean`
    and `spread` (standard deviation) are over seats, or over sessions for a measure of sessions, the figures
    of each added up first. A share has an `interval` at 95 %, for which sessions or players are
    `independent`.
    A figure without what is grouped by (a seat without a player) is in no group.

    A measure that counts over another one (`over`) is divided by that one's weight, altogether and for each
    seat or session; `n` counts those sessions. Who has no figure of a kind counts 0, and so does a group with
    every kind that another group of the answer has. One with `cells` has the `chi_square` of its observed
    values against its expected weights in each group.
    Raises `UnknownMeasure`, `UnusableFilter`.
    """
    found, wanted = _understood(question)
    group_by = question.group_by
    with reading(engine).connect() as connection:
        tables = served(connection).of_club(wanted.club)
        if found.over is not None:
            figures = _counted(connection, tables, question, wanted)
        else:
            figures = _measured(connection, tables, question, wanted)
        chi_squares = _chi_squares(connection, tables, wanted, group_by)
        as_of = connection.scalar(AS_OF, {"build": tables.of_statistics})
    numbers = {*found.dimensions, *option_names({question.game: REGISTRY[question.game]})}
    answered = [
        figure.as_json(numbers) | chi_squares.get(_key(figure.group, group_by), {}) for figure in figures
    ]
    rows = in_order(answered, question.order_by)
    told: dict[str, Json] = {"rows": rows[: question.limit], "groups": len(answered)}
    if found.unit == SHARE:
        told["independent"] = question.independent
    return told | {"as_of": as_of or 0}


def figures_of(engine: sa.Engine, question: StatisticsQuery, most: int) -> int:
    """How many figures the question would look at, before filters, counted up to `most`.

    Raises what `statistics` raises.
    """
    found, _ = _understood(question)
    with reading(engine).connect() as connection:
        figures = served(connection).figures
        of_measure = (figures.c.game == question.game) & (figures.c.measure == found.key)
        some = sa.select(figures.c.session).where(of_measure).limit(most).subquery()
        return connection.scalar(sa.select(sa.func.count()).select_from(some)) or 0


def _understood(question: StatisticsQuery) -> tuple[Measure, Wanted]:
    """The measure and the filters of the question, which can be answered. Raises what `statistics` raises."""
    found = _measure(question.game, question.measure)
    wanted = understood(question.filters, question.reach, (question.game, found))
    _check_groups(question.group_by, question.game, found, question.filters)
    if question.independent == "player" and found.per == "session":
        raise UnusableFilter("independent", "players can be independent only in a measure of seats")
    return found, wanted


def _measured(
    connection: sa.Connection, tables: Tables, question: StatisticsQuery, wanted: Wanted
) -> list[Figure]:
    """The figures of a measure that carries its own weight."""
    assert wanted.measure is not None
    groups = len(question.group_by)
    units = figures.units(tables, wanted, question.group_by, question.independent)
    deviations: dict[tuple[Json, ...], Any] = {}
    if wanted.measure.unit == SHARE:
        for row in connection.execute(figures.deviations(units, groups)):
            deviations[_key(group_of(row, question.group_by), question.group_by)] = row
    named = _named(question)
    answered = []
    for row in connection.execute(figures.sums(units, groups)):
        group = group_of(row, question.group_by)
        answered.append(figure_of(row, group, deviations.get(_key(group, question.group_by)), named))
    return answered


def _counted(
    connection: sa.Connection, tables: Tables, question: StatisticsQuery, wanted: Wanted
) -> list[Figure]:
    """The figures of a measure that counts over another one."""
    measure = wanted.measure
    assert measure is not None
    assert measure.over is not None
    group_by = question.group_by
    over = _measure(question.game, measure.over)
    kinds = set(measure.dimensions) - set(over.dimensions)
    shared = tuple(name for name in group_by if name not in kinds)
    dimensions = tuple((name, value) for name, value in wanted.dimensions if name not in kinds)
    of_base = dataclasses.replace(wanted, measure=over, dimensions=dimensions)
    base = figures.units(tables, of_base, shared)
    bases = connection.execute(figures.sums(base, len(shared))).all()
    looked_at = {_key(group_of(row, shared), shared): row for row in bases}
    units = figures.units(tables, wanted, group_by)
    places = [place for place, name in enumerate(group_by) if name not in kinds]
    rows = connection.execute(figures.sums_over(units, base, len(group_by), places)).all()
    found = {_key(group := group_of(row, group_by), group_by): (group, row) for row in rows}
    known = {name: value for name, value in _named(question).items() if name not in kinds}
    links = known | {MEASURE: over.key}
    answered = []
    for group in _with_the_empty([group for group, _ in found.values()], looked_at, group_by, shared):
        of_group = {name: group[name] for name in shared}
        _, row = found.get(_key(group, group_by), (group, None))
        base_row = looked_at.get(_key(of_group, shared))
        answered.append(counted_figure(row, base_row, group, narrowed(links, of_group)))
    return answered


def _with_the_empty(
    found: Sequence[Group], looked_at: Mapping[Key, Any], group_by: Sequence[str], shared: Sequence[str]
) -> list[Group]:
    """The groups that were found, and those that were looked at and have nothing of a kind that others have.

    Raises `UnusableFilter` where they are too many.
    """
    kinds = tuple(name for name in group_by if name not in shared)
    seen = dict.fromkeys(_key(group, kinds) for group in found) if kinds else {(): None}
    if len(looked_at) * len(seen) > MOST_GROUPS:
        raise UnusableFilter(
            "group_by", f"makes more than {MOST_GROUPS:,} groups; group by fewer fields, or add a filter"
        )
    there = {_key(group, group_by) for group in found}
    groups = list(found)
    for of_group in looked_at:
        for of_kind in seen:
            named = dict(zip(shared, of_group, strict=True)) | dict(zip(kinds, of_kind, strict=True))
            group = {name: named[name] for name in group_by}
            if _key(group, group_by) not in there:
                groups.append(group)
    return groups


def _named(question: StatisticsQuery) -> dict[str, str]:
    """The filters of a list of the sessions that count."""
    return {**by_present_names(question.filters), GAME: question.game, MEASURE: question.measure}


def _key(group: Mapping[str, Json], group_by: Sequence[str]) -> Key:
    return tuple(group[name] for name in group_by)


def _chi_squares(
    connection: sa.Connection, tables: Tables, wanted: Wanted, group_by: Sequence[str]
) -> dict[Key, dict[str, Json]]:
    """χ² of each group: Σ over its cells of (observed − expected)² ÷ expected, and the number of cells."""
    assert wanted.measure is not None
    cells = wanted.measure.cells
    if cells is None:
        return {}
    groups = [*(name for name in group_by if name != cells), cells]
    units = figures.units(tables, wanted, groups)
    answered: dict[Key, dict[str, Json]] = {}
    for row in connection.execute(figures.sums(units, len(groups))):
        found = answered.setdefault(_key(group_of(row, groups), group_by), {"chi_square": 0.0, "cells": 0})
        if row.weight_sum:
            found["chi_square"] += (row.value_sum - row.weight_sum) ** 2 / row.weight_sum
            found["cells"] += 1
    return answered


def _measure(game: str, key: str) -> Measure:
    found = REGISTRY[game].measures.get(key) if game in REGISTRY else None
    if found is None:
        raise UnknownMeasure(f"{game}/{key}")
    return found


def _groupings(game: str, measure: Measure) -> set[str]:
    games = {game: REGISTRY[game]}
    of_seat = {*seat_names(games), *BESIDE, *figures.OF_RESULTS} if measure.per == "seat" else set()
    return {*measure.dimensions, *figures.COLUMNS, *of_seat, *option_names(games), TAG, EDITION}


def _check_groups(group_by: Sequence[str], game: str, measure: Measure, filters: Mapping[str, str]) -> None:
    known = _groupings(game, measure)
    fixed = {TAG, EDITION, *BESIDE} & by_present_names(filters).keys()
    present = [FORMER.get(name, name) for name in group_by]
    for name, meant in zip(group_by, present, strict=True):
        if meant not in known:
            raise UnusableFilter("group_by", f"{name!r} is not one of " + ", ".join(sorted(known)))
        if meant in fixed:
            raise UnusableFilter("group_by", f"{name!r} is fixed by a filter already")
    if len(set(present)) != len(present):
        raise UnusableFilter("group_by", "names something twice")


# A row for each seat of each finished session: the data set that all measures of seats come from.

SEAT_CURSOR = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})\.([0-9a-f-]{36})\.([a-z0-9_-]{1,32})")


class PlaceInSeats(NamedTuple):
    """The last row of a page: its day of play, session and seat."""

    played_on: str
    session: str
    seat: str


def seat_place(cursor: str) -> PlaceInSeats:
    """The place that the cursor of a page stands for. Raises `UnusableFilter`."""
    found = SEAT_CURSOR.fullmatch(cursor)
    if found is None:
        raise UnusableFilter("cursor", "is not the cursor of a page")
    return PlaceInSeats(*found.groups())


def seats(
    engine: sa.Engine,
    game: str,
    reach: VisibleScope,
    filters: Mapping[str, str],
    after: PlaceInSeats | None,
    limit: int,
) -> dict[str, Json]:
    """A row for each seat of the finished sessions within reach that fulfil the filters, played last first.

    Filters of seats choose the seats themselves. `measures` has a value for each measure of seats, over all
    its dimensions: Σ value / Σ weight; null where the seat has none. With a club, `player` is its person.
    Raises `UnknownMeasure` for an unknown game, and `UnusableFilter`.
    """
    if game not in REGISTRY:
        raise UnknownMeasure(game)
    wanted = understood({**filters, GAME: game}, reach, counts_only=True)
    with reading(engine).connect() as connection:
        tables = served(connection).of_club(wanted.club)
        catalogue, seat = tables.catalogue, tables.facets.alias()
        place = (catalogue.c.played_on, catalogue.c.session, seat.c.seat)
        query = (
            sa.select(catalogue, seat.c.seat.label("seat"))
            .join(seat, (seat.c.session == catalogue.c.session) & (seat.c.name == SEAT))
            .where(catalogue.c.status == FINISHED, *session_conditions(tables, wanted))
            .where(*seat_conditions(tables, catalogue.c.session, seat.c.seat, wanted))
            .order_by(*(column.desc() for column in place))
        )
        if after is not None:
            query = query.where(sa.tuple_(*place) < after)
        rows = connection.execute(query.limit(limit + 1)).all()
        page = rows[:limit]
        values = _values_of_seats(connection, tables, game, {row.session for row in page})
        people = players_of(connection, tables, {row.session for row in page})
        as_of = connection.scalar(AS_OF, {"build": tables.of_statistics})
    keys = [measure.key for measure in REGISTRY[game].measures.values() if _is_of_seats(measure)]
    shown = [_seat_row(row, keys, values, people) for row in page]
    last = PlaceInSeats(page[-1].played_on, page[-1].session, page[-1].seat) if len(rows) > limit else None
    following = None if last is None else ".".join(last)
    return {"game": game, "rows": shown, "next": following, "as_of": as_of or 0}


def _is_of_seats(measure: Measure) -> bool:
    """Whether a seat has one value of it: not where observed counts are compared with expected ones."""
    return measure.per == "seat" and measure.cells is None


def _values_of_seats(
    connection: sa.Connection, tables: Tables, game: str, sessions: Collection[str]
) -> dict[tuple[str, str, str], tuple[float, float]]:
    """Σ value and Σ weight by session, seat and measure; minutes of play have no seat."""
    figures = tables.figures
    keys = (figures.c.session, figures.c.seat, figures.c.measure)
    query = sa.select(*keys, sa.func.sum(figures.c.value), sa.func.sum(figures.c.weight))
    query = query.where(figures.c.game == game, figures.c.session.in_(sorted(sessions))).group_by(*keys)
    return {tuple(row[:3]): (row[3], row[4]) for row in connection.execute(query)}


def _seat_row(
    row: Any,
    keys: Sequence[str],
    values: Mapping[tuple[str, str, str], tuple[float, float]],
    people: Mapping[tuple[str, str], str],
) -> dict[str, Json]:
    opening, seat = row.opening, row.seat
    seated = [one["seat"] for one in opening["seats"]]
    own = next(one for one in opening["seats"] if one["seat"] == seat)
    minutes = values.get((row.session, OF_THE_SESSION, WHOLE))
    return {
        "session": row.session,
        "played_on": row.played_on,
        "component_set": row.component_set,
        "rules_version": row.rules_version,
        "count": row.seats,
        "options": opening["options"],
        "minutes": None if minutes is None else minutes[0],
        "flagged": row.flagged,
        "seat": seat,
        "place": seated.index(seat) + 1,
        "of_seat": {name: value for name, value in own.items() if name != "seat"},
        "player": people.get((row.session, seat)),
        "score": row.scores.get(seat),
        "parts": row.parts.get(seat, {}),
        "rank": row.ranks.get(seat),
        "won": seat in row.winners,
        "margin": _margin(row.scores, seat),
        "measures": {key: _value_of_seat(row, key, values) for key in keys},
    }


def _margin(scores: Mapping[str, float | None], seat: str) -> float | None:
    """The score less the best one of any other seat; None without scores, and for one who plays alone."""
    own = scores.get(seat)
    others = [score for other, score in scores.items() if other != seat and score is not None]
    return None if own is None or not others else own - max(others)


def _value_of_seat(
    row: Any, key: str, values: Mapping[tuple[str, str, str], tuple[float, float]]
) -> float | None:
    """Σ value / Σ weight; of a measure that counts over another one, / Σ weight of that one."""
    over = _measure(row.game, key).over
    value, weight = values.get((row.session, row.seat, key), (0.0, 0.0))
    if over is not None:
        _, weight = values.get((row.session, row.seat, over), (0.0, 0.0))
    return value / weight if weight else None
