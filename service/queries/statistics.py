"""Statistics: one measure over all sessions that fulfil the filters. Nothing here folds a log."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import sqlalchemy as sa

from domain.games import REGISTRY
from domain.kernel import Game, Measure
from domain.kernel.messages import Json
from domain.kernel.statistics_alike import ALIKE, EXPECTED
from service.queries import sums
from service.queries.figures import (
    Figure,
    Group,
    bins_of,
    counted_figure,
    difference,
    figure_of,
    group_of,
    in_bins,
    linked,
    narrowed,
    rounded,
)
from service.queries.filters import (
    BESIDE,
    EDITION,
    FORMER,
    GAME,
    MEASURE,
    Tables,
    UnusableFilter,
    Wanted,
    by_present_names,
    option_names,
    seat_names,
    session_conditions,
    understood,
)
from service.queries.question import ALL, SessionsQuery, StatisticsQuery, in_order
from service.queries.stored_tables import DUCKDB, FINISHED_SESSIONS, Looking
from service.queries.sums import Source, Units
from service.queries.visible_scope import id_of
from workers.projections.sessions import PLAYER, TAG

Key: TypeAlias = tuple[Json, ...]

MOST_GROUPS = 50_000
MOST_BITS = 32 * 1024 * 1024 * 8
"""So many, in memory, may tell which sessions are in which groups."""
SHARE = "share"
"""The unit of measures whose value lies between 0 and 1: they are answered with an interval."""


class UnknownMeasure(LookupError):
    """No game of this key, or the game has no such measure."""


def measures() -> list[dict[str, Json]]:
    """Every measure of every game, and those that all have alike, with what their rows are grouped by."""
    of_games = {game.key: game.measures for game in REGISTRY.values()}
    return [
        {
            "game": game,
            "key": measure.key,
            "title": measure.title,
            "meaning": measure.meaning,
            "unit": measure.unit,
            "per": measure.per,
            "dimensions": list(measure.dimensions),
            "group_by": sorted(_groupings(game, measure)),
            "only_finished": measure.only_finished,
            "over": measure.over,
            "cells": measure.cells,
        }
        for game, found in (of_games | {ALL: ALIKE}).items()
        for measure in found.values()
    ]


def statistics(store: Looking, question: StatisticsQuery) -> dict[str, Json]:
    """The requested measure: a row for each group, and the number of `groups`.

    `value` is Σ value / Σ weight, `n` the number of sessions, `rows` that of figures; `min`, `max`, `mean`
    and `spread` (standard deviation) are over seats, or over sessions for a measure of sessions, the figures
    of each added up first. A share has an `interval` at 95 %, for which sessions or players are
    `independent`.
    A figure without what is grouped by (a seat without a player) is in no group.

    A measure that counts over another one (`over`) is divided by that one's weight, altogether and for each
    seat or session; `n` counts those sessions. Who has no figure of a kind counts 0, and so does a group with
    every kind that another group has, or that its measure of `kinds` has there. One with `cells`
    has the `chi_square` of its observed values against its expected weights in each group.

    Of several measures each row has those that its group has; `n` and `sessions` are those of the first.
    Raises `UnknownMeasure`, `UnusableFilter`.
    """
    asked = [(measure, *_understood(question, measure)) for measure in measures_of(question)]
    told: dict[str, Json] = {}
    answers = [
        _answered(store.connection, store.tables.of_club(wanted.club), question, measure, found, wanted)
        for measure, found, wanted in asked
    ]
    if question.measures:
        rows = _side_by_side(question, answers)
    else:
        rows = [figure | own for figure, own in answers[0].rows]
        if question.histogram is not None:
            told["bins"] = answers[0].bins
        if question.difference is not None:
            figures = {str(next(iter(one.group.values()))): one for one in answers[0].figures}
            told["difference"] = difference(*question.difference, figures)
    if question.least is not None:
        rows = [row | {"too_few": row["n"] < question.least} for row in rows]
    ordered = in_order(rows, question.order_by, question.measures)
    last = len(ordered) if question.limit is None else question.skip + question.limit
    told |= {"rows": [linked(row) for row in ordered[question.skip : last]], "groups": len(ordered)}
    if any(found.unit == SHARE for _, found, _ in asked):
        told["independent"] = question.independent
    if question.change not in (None, store.change):
        told["changed"] = True
    following = f"{store.change}.{last}" if last < len(ordered) else None
    return told | {"next": following, "as_of": store.as_of}


class Answered(NamedTuple):
    """A measure's figures; each as a row that says what it has in common with others, and its own members."""

    figures: list[Figure]
    rows: list[tuple[dict[str, Json], dict[str, Json]]]
    bins: dict[str, Json] | None


def _answered(
    connection: sa.Connection,
    tables: Tables,
    question: StatisticsQuery,
    measure: str,
    found: Measure,
    wanted: Wanted,
) -> Answered:
    group_by = question.group_by
    links = _links(question, measure)
    if found.over is not None:
        source, figures = _counted(connection, tables, question, wanted, links)
    else:
        source, figures = _measured(connection, tables, question, wanted, links)
    own: dict[Key, dict[str, Json]] = {_key(one.group, group_by): {} for one in figures}
    for key, told in _chi_squares(connection, tables, wanted, group_by).items():
        if key in own:
            own[key] |= told
    if measure in EXPECTED and found.unit == SHARE:
        of_expected = tables.of_measure(wanted.game, EXPECTED[measure])
        for row in connection.execute(sums.expected(source, of_expected)):
            share = row.expected_sum / row.weight_sum if row.weight_sum else None
            own[_key(group_of(row, group_by), group_by)]["expected"] = share
        for one in figures:
            _normalise(own[_key(one.group, group_by)], one.value)
    if question.quantiles:
        _add_quantiles(connection, source, question, figures, own)
    bins = None
    if question.histogram is not None:
        bins = _add_histogram(connection, source, question, figures, own)
    games = _games(question.game)
    numbers = {*found.dimensions, *option_names(games)}
    rows = [(one.as_json(numbers), own[_key(one.group, group_by)]) for one in figures]
    return Answered(figures, rows, bins)


def _normalise(told: dict[str, Json], value: float | None) -> None:
    share = told.setdefault("expected", None)
    told["normalised"] = rounded(value / share) if value is not None and share else None
    told["expected"] = rounded(share)


def _add_quantiles(
    connection: sa.Connection,
    source: Source,
    question: StatisticsQuery,
    figures: Sequence[Figure],
    own: Mapping[Key, dict[str, Json]],
) -> None:
    names = [f"{share:g}" for share in question.quantiles]
    for row in connection.execute(sums.quantiles(source, question.quantiles)):
        values = [rounded(getattr(row, f"quantile_{place}")) for place in range(len(names))]
        told = own[_key(group_of(row, question.group_by), question.group_by)]
        told["quantiles"] = dict(zip(names, values, strict=True))
    for one in figures:  # where nothing was counted, all units that were looked at are 0
        nothing = 0.0 if source.base is not None and one.units else None
        own[_key(one.group, question.group_by)].setdefault("quantiles", dict.fromkeys(names, nothing))


def _add_histogram(
    connection: sa.Connection,
    source: Source,
    question: StatisticsQuery,
    figures: Sequence[Figure],
    own: Mapping[Key, dict[str, Json]],
) -> dict[str, Json] | None:
    assert question.histogram is not None
    least = min((one.least for one in figures if one.least is not None), default=None)
    most = max((one.most for one in figures if one.most is not None), default=None)
    if least is None or most is None:
        return None
    bins = bins_of(least, most, question.histogram)
    group_by = question.group_by
    found = {
        _key(group_of(row, group_by), group_by): row
        for row in connection.execute(sums.histogram(source, bins))
    }
    for one in figures:
        key = _key(one.group, group_by)
        own[key]["histogram"] = in_bins(found.get(key), one.units, bins)
    return {"from": bins.begin, "width": bins.width}


def _side_by_side(question: StatisticsQuery, answers: Sequence[Answered]) -> list[dict[str, Json]]:
    """A row for each group that any of the measures has."""
    rows: dict[Key, dict[str, Json]] = {}
    for measure, answer in zip(question.measures, answers, strict=True):
        for one, (figure, own) in zip(answer.figures, answer.rows, strict=True):
            common = {name: figure.pop(name) for name in ("group", "n", "sessions")}
            nothing: dict[str, Json] = {"measures": dict.fromkeys(question.measures)}
            row: Any = rows.setdefault(_key(one.group, question.group_by), common | nothing)
            row["measures"][measure] = {"n": common["n"], **figure, **own}
    return list(rows.values())


def sessions_of_measure(store: Looking, query: SessionsQuery) -> dict[str, Json]:
    """The ids of the sessions of the page, played last first. Raises `UnusableFilter`."""
    wanted = understood(query.filters, query.reach)
    tables = store.tables.of_club(wanted.club)
    catalogue = tables.catalogue
    place = catalogue.c.played_on, id_of(catalogue)
    found = sa.select(*place).where(*session_conditions(tables, wanted))
    if query.before is not None:
        found = found.where(sa.tuple_(*place) < query.before)
    found = found.order_by(*(column.desc() for column in place)).limit(query.limit)
    return {"sessions": [id for _, id in store.connection.execute(found)]}


def must_be_answerable(question: StatisticsQuery) -> None:
    """Raise `UnknownMeasure` or `UnusableFilter`, as `statistics` would."""
    for measure in measures_of(question):
        _understood(question, measure)


def measures_of(question: StatisticsQuery) -> tuple[str, ...]:
    """The keys of the measures that the question asks for."""
    return question.measures or (question.measure,)


def _understood(question: StatisticsQuery, key: str) -> tuple[Measure, Wanted]:
    """The measure and the filters of the question, which can be answered. Raises what `statistics` raises."""
    found = _measure(question.game, key)
    game = None if question.game == ALL else question.game
    wanted = understood(question.filters, question.reach, (game, found))
    _check_groups(question.group_by, question.game, found, question.filters)
    if question.independent == "player" and found.per == "session":
        raise UnusableFilter("independent", "players can be independent only in a measure of seats")
    if question.difference is not None and len(question.group_by) != 1:
        raise UnusableFilter("difference", "needs one name in group_by, whose values it compares")
    by = question.order_by.removeprefix("-")
    if question.measures and by not in ("group", "n", *question.measures):
        raise UnusableFilter("order_by", "is group, n or one of the measures")
    return found, wanted


def _measured(
    connection: sa.Connection,
    tables: Tables,
    question: StatisticsQuery,
    wanted: Wanted,
    links: Mapping[str, str],
) -> tuple[Source, list[Figure]]:
    """The figures of a measure that carries its own weight. links: what lists the sessions that count."""
    assert wanted.measure is not None
    group_by, groups = question.group_by, len(question.group_by)
    units = sums.units(tables, wanted, group_by, question.independent)
    rows = connection.execute(sums.summed(units.each, groups)).all()
    found = {_key(group := group_of(row, group_by), group_by): (row, group) for row in rows}
    deviations: dict[Key, Any] = {}
    is_by_session = question.independent == "session"
    if wanted.measure.unit == SHARE and is_by_session and units.alone:
        deviations = {key: row for key, (row, _) in found.items()}
    elif wanted.measure.unit == SHARE:
        for row in connection.execute(sums.deviations(units.figures, groups)):
            deviations[_key(group_of(row, group_by), group_by)] = row
    if deviations and is_by_session:
        sessions = {key: deviation.observations for key, deviation in deviations.items()}
    else:
        sessions = _sessions(connection, units, group_by, found)
    return Source(units.each, groups), [
        figure_of(row, sessions[key], group, deviations.get(key), links)
        for key, (row, group) in found.items()
    ]


def _sessions(
    connection: sa.Connection,
    units: Units,
    group_by: tuple[str, ...],
    found: Mapping[Key, tuple[Any, Group]],
) -> dict[Key, int]:
    """How many sessions have figures in each of the groups that were found."""
    if units.alone:
        return {key: row.observations for key, (row, _) in found.items()}
    last = None
    if connection.dialect.name == DUCKDB:
        last = connection.scalar(sa.select(sa.func.max(FINISHED_SESSIONS.c.session))) or 0
        if len(found) * last > MOST_BITS:
            last = None
    rows = connection.execute(sums.sessions(units.figures, len(group_by), last))
    return {_key(group_of(row, group_by), group_by): row.sessions for row in rows}


def _counted(
    connection: sa.Connection,
    tables: Tables,
    question: StatisticsQuery,
    wanted: Wanted,
    links: Mapping[str, str],
) -> tuple[Source, list[Figure]]:
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
    base = sums.units(tables, of_base, shared)
    bases = connection.execute(sums.summed(base.each, len(shared))).all()
    looked_at = {_key(group := group_of(row, shared), shared): (row, group) for row in bases}
    sessions = _sessions(connection, base, shared, looked_at)
    units = sums.units(tables, wanted, group_by)
    named = {place: name for place, name in enumerate(group_by) if name not in kinds}
    weights = sums.weights(tables, of_base, base, named)
    rows = connection.execute(sums.summed(units.each, len(group_by), weights)).all()
    found = {_key(group := group_of(row, group_by), group_by): (row, group) for row in rows}
    known = {name: value for name, value in links.items() if name not in kinds} | {MEASURE: over.key}
    of_kinds = tuple(name for name in group_by if name in kinds)
    groups = [group for _, group in found.values()]
    seen = [_key(group, of_kinds) for group in groups]
    seen += _every_kind(connection, tables, question, wanted, of_kinds)
    of_themselves: dict[Key, int] | None = None
    answered = []
    for group in _with_the_empty(groups, seen, looked_at, group_by, shared):
        key, of_group = _key(group, group_by), {name: group[name] for name in shared}
        row, _ = found.get(key, (None, group))
        base_row, _ = looked_at.get(_key(of_group, shared), (None, group))
        if base_row is not None:
            number = sessions[_key(of_group, shared)]
        else:
            of_themselves = of_themselves or _sessions(connection, units, group_by, found)
            number = of_themselves[key]
        answered.append(counted_figure(row, base_row, number, group, narrowed(known, of_group)))
    return Source(units.each, len(group_by), base.each, weights, tuple(named)), answered


def _every_kind(
    connection: sa.Connection,
    tables: Tables,
    question: StatisticsQuery,
    wanted: Wanted,
    names: tuple[str, ...],
) -> Iterator[Key]:
    """The kinds that there are in the sessions that are looked at, whether or not anybody has them."""
    assert wanted.measure is not None
    if wanted.measure.kinds is None or not names:
        return
    every = _measure(question.game, wanted.measure.kinds)
    if set(names) <= set(every.dimensions):
        dimensions = tuple((name, value) for name, value in wanted.dimensions if name in every.dimensions)
        of_every = dataclasses.replace(wanted, measure=every, dimensions=dimensions)
        units = sums.units(tables, of_every, names)
        for row in connection.execute(sums.totals(units.figures, len(names))):
            yield _key(group_of(row, names), names)


def _with_the_empty(
    found: Sequence[Group],
    seen: Iterable[Key],
    looked_at: Mapping[Key, Any],
    group_by: Sequence[str],
    shared: Sequence[str],
) -> list[Group]:
    """The groups that were found, and those that were looked at and have nothing of a kind that was seen.

    Raises `UnusableFilter` where they are too many.
    """
    kinds = tuple(name for name in group_by if name not in shared)
    seen = dict.fromkeys(seen) if kinds else {(): None}
    if len(looked_at) * len(seen) > MOST_GROUPS:
        raise UnusableFilter(
            "group_by", f"makes more than {MOST_GROUPS:,} groups; group by fewer fields, or add a filter"
        )
    there = {_key(group, group_by) for group in found}
    groups = list(found)
    names = (*shared, *kinds)
    places = [names.index(name) for name in group_by]
    for of_group in looked_at:
        for of_kind in seen:
            values = (*of_group, *of_kind)
            key = tuple(values[place] for place in places)
            if key not in there:
                groups.append(dict(zip(group_by, key, strict=True)))
    return groups


def _links(question: StatisticsQuery, measure: str) -> dict[str, str]:
    """The filters of a list of the sessions that count."""
    game = {} if question.game == ALL else {GAME: question.game}
    return {**by_present_names(question.filters), **game, MEASURE: measure}


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
    units = sums.units(tables, wanted, groups)
    answered: dict[Key, dict[str, Json]] = {}
    for row in connection.execute(sums.totals(units.figures, len(groups))):
        found = answered.setdefault(_key(group_of(row, groups), group_by), {"chi_square": 0.0, "cells": 0})
        if row.weight_sum:
            found["chi_square"] += (row.value_sum - row.weight_sum) ** 2 / row.weight_sum
            found["cells"] += 1
    for found in answered.values():
        found["chi_square"] = rounded(found["chi_square"])
    return answered


def _measure(game: str, key: str) -> Measure:
    found = _measures_of(game).get(key)
    if found is None:
        raise UnknownMeasure(f"{game}/{key}")
    return found


def _measures_of(game: str) -> Mapping[str, Measure]:
    if game == ALL:
        return ALIKE
    return REGISTRY[game].measures if game in REGISTRY else {}


def _games(game: str) -> Mapping[str, Game[Any]]:
    return REGISTRY if game == ALL else {game: REGISTRY[game]}


def _groupings(game: str, measure: Measure) -> set[str]:
    games = _games(game)
    of_seat = {*seat_names(games), *BESIDE, *sums.OF_RESULTS} if measure.per == "seat" else {PLAYER}
    return {*measure.dimensions, *sums.COLUMNS, *of_seat, *option_names(games), TAG, EDITION}


def _check_groups(group_by: Sequence[str], game: str, measure: Measure, filters: Mapping[str, str]) -> None:
    known = _groupings(game, measure)
    of_sessions = {PLAYER} if measure.per == "session" else set()
    fixed = {TAG, EDITION, *BESIDE, *of_sessions} & by_present_names(filters).keys()
    present = [FORMER.get(name, name) for name in group_by]
    for name, meant in zip(group_by, present, strict=True):
        if meant not in known:
            raise UnusableFilter("group_by", f"{name!r} is not one of " + ", ".join(sorted(known)))
        if meant in fixed:
            raise UnusableFilter("group_by", f"{name!r} is fixed by a filter already")
    if len(set(present)) != len(present):
        raise UnusableFilter("group_by", "names something twice")
