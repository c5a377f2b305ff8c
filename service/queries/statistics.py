"""Statistics: one measure over all sessions that fulfil the filters. Nothing here folds a log."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from msgspec.structs import replace

from domain.games import REGISTRY
from domain.kernel import Measure
from domain.kernel.messages import Json
from replays.databases import reading
from service.queries.figure_order import Order, in_order
from service.queries.figures import Figure, figure_of, group_of, narrowed
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
from workers.projections.sessions import PLAYER, TAG
from workers.read_models import OF_THE_SESSION, POSITIONS, STATISTICS, live_build

MONTH_SIGNS = len("2026-01")
SHARE = "share"
"""The unit of measures whose value lies between 0 and 1: they are answered with an interval."""


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
    order_by: Order = "group",
    limit: int | None = None,
) -> dict[str, Json]:
    """One measure over all sessions within reach that fulfil the filters, a row for each group.

    Rows come in the order of their groups, in which numbers stand by size, or by one of their figures; with
    a `limit` the first of them alone, of so many `groups`.

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
    named = {**filters, GAME: game, MEASURE: measure}
    answered: list[dict[str, Json]] = []
    for row in rows:
        figure = figure_of(row, group_by, named, share=found.unit == SHARE)
        if looked_at is not None:
            figure = looked_at.divided(figure, found, named)
        answered.append(figure.as_json() | deviations.get(_key(figure.group, group_by), {}))
    rows_in_order = in_order(answered, order_by)
    return {"rows": rows_in_order[:limit], "groups": len(answered), "as_of": as_of or 0}


def figures_of(
    engine: sa.Engine,
    game: str,
    measure: str,
    *,
    reach: Reach,
    group_by: Sequence[str],
    filters: Mapping[str, str],
    most: int,
) -> int:
    """How many figures the same question would look at, before filters, counted up to `most`.

    Raises what `statistics` raises.
    """
    found = _measure(game, measure)
    understood(filters, reach, (game, found))
    _check_groups(group_by, game, found, filters)
    with reading(engine).connect() as connection:
        figures = served(connection).figures
        of_measure = (figures.c.game == game) & (figures.c.measure == measure)
        some = sa.select(figures.c.session).where(of_measure).limit(most).subquery()
        return connection.scalar(sa.select(sa.func.count()).select_from(some)) or 0


@dataclass(frozen=True)
class LookedAt:
    """What a counting measure is divided by: weight and sessions of the measure that it counts over."""

    over: Measure
    group_by: tuple[str, ...]
    by_group: Mapping[tuple[Json, ...], Any]

    def divided(self, figure: Figure, measure: Measure, filters: Mapping[str, str]) -> Figure:
        """The figure as the mean over all that were looked at; without a value where nothing was."""
        group = {name: figure.group[name] for name in self.group_by}
        row = self.by_group.get(_key(group, self.group_by))
        if row is None:
            return replace(figure, value=None)
        known = {name: value for name, value in filters.items() if self._has(name, measure)}
        return replace(
            figure,
            value=figure.total / row.weight_sum if row.weight_sum else None,
            sessions=row.sessions,
            filters=narrowed({**known, MEASURE: self.over.key}, group),
        )

    def _has(self, name: str, measure: Measure) -> bool:
        """Whether a filter of the measure means something for what was looked at."""
        return name in self.over.dimensions or name not in measure.dimensions


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
    query = _statistics_query(
        tables, dataclasses.replace(wanted, measure=over, dimensions=dimensions), groups
    )
    rows = connection.execute(query).all()
    return LookedAt(over, groups, {_key(group_of(row, groups), groups): row for row in rows})


def _key(group: Mapping[str, Json], group_by: Sequence[str]) -> tuple[Json, ...]:
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
        found = deviations.setdefault(_key(group_of(row, groups), group_by), {"chi_square": 0.0, "cells": 0})
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


_COLUMNS: Mapping[str, Callable[[Any], Any]] = {
    "count": lambda columns: columns.seats,
    "component_set": lambda columns: columns.component_set,
    "rules_version": lambda columns: columns.rules_version,
    "month": lambda columns: sa.func.substr(columns.played_on, 1, MONTH_SIGNS),
}
"""What a session is grouped by besides its facets. A month is that of the opening, where the table stands."""


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
            groups.append(_COLUMNS[name](catalogue.c))
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
    return query.group_by(*names) if names else query.having(sa.func.count() > 0)


def _facet(tables: Tables, name: str) -> tuple[Any, Any]:
    """What a facet is grouped by: of the figure's seat, of another seat (`with`), or of the session."""
    facet: Any = tables.named(PLAYER if name == WITH else name)
    figures = tables.figures
    here = facet.c.session == figures.c.session
    if name == WITH:
        return facet, here & (facet.c.seat != figures.c.seat) & (facet.c.name == PLAYER)
    seat = OF_THE_SESSION if name == TAG or "." in name else figures.c.seat
    return facet, here & (facet.c.seat == seat) & (facet.c.name == name)
