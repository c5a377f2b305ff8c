"""Statistics: one measure over all sessions that fulfil the filters. Nothing here folds a log."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

import sqlalchemy as sa

from domain.games import REGISTRY
from domain.kernel import Measure
from domain.kernel.messages import Json
from service.queries.filters import (
    GAME,
    MEASURE,
    WITH,
    Tables,
    UnusableFilter,
    Wanted,
    figure_conditions,
    option_names,
    seat_names,
    served,
    understood,
)
from service.queries.reach import Reach
from workers.databases import reading
from workers.projections.sessions import PLAYER, TAG
from workers.read_models import OF_THE_SESSION, POSITIONS, STATISTICS, live_build

SHARE = "share"
"""The unit of measures whose value lies between 0 and 1: they are answered with an interval."""
NORMAL_95 = 1.959964


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
        for measure in game.statistics.measures
    ]


def statistics(
    engine: sa.Engine,
    game: str,
    measure: str,
    *,
    reach: Reach,
    group_by: Sequence[str],
    filters: Mapping[str, str],
) -> dict[str, Json]:
    """One measure over all sessions within reach that fulfil the filters, a row for each group.

    `value` is Σ value / Σ weight, `n` the number of sessions, `rows` that of figures; `min`, `max`,
    `mean` and `spread` (standard deviation) are over the figures, each divided by its weight. A share
    has an `interval`: Wilson's at 95 %, as if every unit of weight were independent. A figure without
    what is grouped by (a seat without a player) is in no group. A measure that counts over another one
    (`over`) is divided by that one's weight, and `n` counts those sessions; one with `cells` has the
    `chi_square` of its observed values against its expected weights in each group.
    Raises `UnknownMeasure`, `UnusableFilter`.
    """
    found = _measure(game, measure)
    wanted = understood(filters, reach, (game, found))
    _check_groups(group_by, game, found, filters)
    with reading(engine).connect() as connection:
        tables = served(connection)
        rows = connection.execute(_statistics_query(tables, wanted, group_by)).all()
        looked_at = _looked_at(connection, tables, wanted, group_by)
        deviations = _deviations(connection, tables, wanted, group_by)
        build = live_build(connection, STATISTICS)
        as_of = connection.scalar(
            sa.select(POSITIONS.c.position).where(
                POSITIONS.c.projection == STATISTICS, POSITIONS.c.build == build
            )
        )
    kept = {name: value for name, value in filters.items() if name not in (GAME, MEASURE)}
    named = {GAME: game, MEASURE: measure, **kept}
    figures = [_figure(row, list(group_by), found, named) for row in rows]
    for figure in figures:
        _divide(figure, looked_at, named)
        if found.cells is not None:
            figure |= deviations[_group_key(figure["group"], group_by)]
    return {"rows": figures, "as_of": as_of or 0}


@dataclass(frozen=True)
class LookedAt:
    """What a counting measure is divided by: weight and sessions of the measure that it counts over."""

    over: Measure
    group_by: tuple[str, ...]
    by_group: Mapping[tuple[str, ...], Any]


def _looked_at(
    connection: sa.Connection, tables: Tables, wanted: Wanted, group_by: Sequence[str]
) -> LookedAt | None:
    """None for a measure that counts over no other. Who has no row of a kind was looked at all the same."""
    assert wanted.measure is not None
    assert wanted.game is not None
    if wanted.measure.over is None:
        return None
    over = _measure(wanted.game, wanted.measure.over)
    kinds = set(wanted.measure.dimensions) - set(over.dimensions)
    groups = tuple(name for name in group_by if name not in kinds)
    dimensions = tuple((name, value) for name, value in wanted.dimensions if name not in kinds)
    query = _statistics_query(tables, replace(wanted, measure=over, dimensions=dimensions), groups)
    rows = connection.execute(query).all()
    by_group = {tuple(getattr(row, f"group_{place}") for place in range(len(groups))): row for row in rows}
    return LookedAt(over, groups, by_group)


def _divide(figure: dict[str, Json], looked_at: LookedAt | None, filters: Mapping[str, str]) -> None:
    """Make the sum of a counting measure the mean over all that were looked at."""
    if looked_at is None:
        return
    group = {name: figure["group"][name] for name in looked_at.group_by}
    row = looked_at.by_group.get(tuple(group.values()))
    if row is None:
        figure["value"] = None
        return
    known = set(looked_at.over.dimensions) | (set(filters) - set(_measure(*_named(filters)).dimensions))
    link = {name: value for name, value in filters.items() if name in known}
    link |= {MEASURE: looked_at.over.key, **{name: str(value) for name, value in group.items()}}
    figure["value"] = figure["total"] / row.weight_sum if row.weight_sum else None
    figure["n"] = row.sessions
    figure["sessions"] = "/v1/sessions?" + urlencode(sorted(link.items()))


def _named(filters: Mapping[str, str]) -> tuple[str, str]:
    return filters[GAME], filters[MEASURE]


def _group_key(group: Mapping[str, Json], group_by: Sequence[str]) -> tuple[Json, ...]:
    return tuple(group[name] for name in group_by)


def _deviations(
    connection: sa.Connection, tables: Tables, wanted: Wanted, group_by: Sequence[str]
) -> dict[tuple[Json, ...], dict[str, Json]]:
    """χ² of each group: Σ over its cells of (observed − expected)² ÷ expected, and the number of cells."""
    assert wanted.measure is not None
    cells = wanted.measure.cells
    if cells is None:
        return {}
    groups = [*(name for name in group_by if name != cells), cells]
    deviations: dict[tuple[Json, ...], dict[str, Json]] = {}
    for row in connection.execute(_statistics_query(tables, wanted, groups)):
        values = {name: getattr(row, f"group_{place}") for place, name in enumerate(groups)}
        found = deviations.setdefault(_group_key(values, group_by), {"chi_square": 0.0, "cells": 0})
        if row.weight_sum:
            found["chi_square"] += (row.value_sum - row.weight_sum) ** 2 / row.weight_sum
            found["cells"] += 1
    return deviations


def _measure(game: str, key: str) -> Measure:
    for measure in REGISTRY[game].statistics.measures if game in REGISTRY else ():
        if measure.key == key:
            return measure
    raise UnknownMeasure(f"{game}/{key}")


def _groupings(game: str, measure: Measure) -> set[str]:
    games = {game: REGISTRY[game]}
    of_seat = seat_names(games) | {WITH} if measure.per == "seat" else set()
    return {*measure.dimensions, *_COLUMNS, *of_seat, *option_names(games), TAG}


_COLUMNS = {"count": "seats", "component_set": "component_set", "rules_version": "rules_version"}


def _check_groups(group_by: Sequence[str], game: str, measure: Measure, filters: Mapping[str, str]) -> None:
    known = _groupings(game, measure)
    for name in group_by:
        if name not in known:
            raise UnusableFilter("group_by", f"{name!r} is none of " + ", ".join(sorted(known)))
        if name in (TAG, WITH) and name in filters:
            raise UnusableFilter("group_by", f"{name!r} is fixed by a filter already")
    if len(set(group_by)) != len(group_by):
        raise UnusableFilter("group_by", "names something twice")


def _statistics_query(tables: Tables, wanted: Wanted, group_by: Sequence[str]) -> sa.Select[Any]:
    figures, catalogue = tables.figures, tables.catalogue
    source: sa.FromClause = figures.join(catalogue, catalogue.c.session == figures.c.session)
    groups = []
    for name in group_by:
        if wanted.measure is not None and name in wanted.measure.dimensions:
            groups.append(figures.c.dimensions[name].as_string())
        elif name in _COLUMNS:
            groups.append(catalogue.c[_COLUMNS[name]])
        else:
            facet, condition = _facet(tables, name)
            source = source.join(facet, condition)
            groups.append(facet.c.value)
    value, weight = figures.c.value, figures.c.weight
    ratio = value / sa.func.nullif(weight, 0)
    sums = (
        sa.func.sum(value).label("value_sum"),
        sa.func.sum(weight).label("weight_sum"),
        sa.func.count(sa.distinct(figures.c.session)).label("sessions"),
        sa.func.count().label("figures"),
        sa.func.count(ratio).label("ratios"),
        sa.func.min(ratio).label("least"),
        sa.func.max(ratio).label("most"),
        sa.func.avg(ratio).label("mean"),
        sa.func.sum(ratio * ratio).label("squares"),
    )
    labelled = [group.label(f"group_{place}") for place, group in enumerate(groups)]
    query = sa.select(*labelled, *sums).select_from(source)
    query = query.where(*figure_conditions(tables, wanted))
    query = query.where(*(condition(tables) for condition in wanted.of_session))
    query = query.where(*(group.is_not(None) for group in groups))
    names = [label.name for label in labelled]
    return query.group_by(*names).order_by(*names) if names else query.having(sa.func.count() > 0)


def _facet(tables: Tables, name: str) -> tuple[Any, Any]:
    """What a facet is grouped by: of the figure's seat, of another seat (`with`), or of the session."""
    facet, figures = tables.facets.alias(), tables.figures
    here = facet.c.session == figures.c.session
    if name == WITH:
        return facet, here & (facet.c.seat != figures.c.seat) & (facet.c.name == PLAYER)
    seat = OF_THE_SESSION if name == TAG or "." in name else figures.c.seat
    return facet, here & (facet.c.seat == seat) & (facet.c.name == name)


def _figure(
    row: Any, group_by: Sequence[str], measure: Measure, filters: Mapping[str, str]
) -> dict[str, Json]:
    group = {name: getattr(row, f"group_{place}") for place, name in enumerate(group_by)}
    value = row.value_sum / row.weight_sum if row.weight_sum else None
    link = {**filters, **{name: str(value) for name, value in group.items()}}
    return {
        "group": group,
        "value": value,
        "total": row.value_sum,
        "n": row.sessions,
        "rows": row.figures,
        "min": row.least,
        "max": row.most,
        "mean": row.mean,
        "spread": _spread(row),
        "interval": _interval(value, row.weight_sum) if measure.unit == SHARE else None,
        "sessions": "/v1/sessions?" + urlencode(sorted(link.items())),
    }


def _spread(row: Any) -> float | None:
    if row.ratios < 2:
        return None
    variance = (row.squares - row.ratios * row.mean**2) / (row.ratios - 1)
    return math.sqrt(max(variance, 0.0))


def _interval(share: float | None, number: float) -> list[float] | None:
    """Wilson's interval of a share at 95 %."""
    if share is None or number <= 0 or not 0 <= share <= 1:
        return None
    square = NORMAL_95**2
    middle = (share + square / (2 * number)) / (1 + square / number)
    half = NORMAL_95 / (1 + square / number)
    half *= math.sqrt(share * (1 - share) / number + square / (4 * number**2))
    return [max(0.0, middle - half), min(1.0, middle + half)]
