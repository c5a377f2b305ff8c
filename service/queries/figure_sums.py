"""The sums behind a statistic, as one query each: over units, over groups of them, over what is independent.

A unit is what a measure is kept for: a seat of a session, or a session. Its figures in a group are added up
first, so that least, most, mean and spread are those of seats or sessions, however many figures each has.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from service.queries.filters import WITH, Wanted, figure_conditions
from service.queries.question import Independent
from service.queries.served_tables import Tables
from workers.projections.sessions import PLAYER, TAG
from workers.read_models import OF_THE_SESSION

MONTH_SIGNS = len("2026-01")
GROUP = "group_{}"
"""The column of the group at that place."""

COLUMNS: Mapping[str, Callable[[Any], Any]] = {
    "count": lambda columns: columns.seats,
    "component_set": lambda columns: columns.component_set,
    "rules_version": lambda columns: columns.rules_version,
    "month": lambda columns: sa.func.substr(columns.played_on, 1, MONTH_SIGNS),
}
"""What a session is grouped by besides its facets. A month is that of the opening, where the table stands."""


def units(
    tables: Tables, wanted: Wanted, group_by: Sequence[str], independent: Independent = "session"
) -> sa.Subquery:
    """A row for each unit in each group: its value, weight and number of figures, and what it belongs to.

    `cluster` names the session, or the player of the seat; a seat without one stands for itself.
    """
    figures, catalogue = tables.figures, tables.catalogue
    source: sa.FromClause = figures.join(catalogue, catalogue.c.session == figures.c.session)
    groups = []
    for name in group_by:
        if wanted.measure is not None and name in wanted.measure.dimensions:
            groups.append(figures.c.dimensions[name].as_string())
        elif name in COLUMNS:
            groups.append(COLUMNS[name](catalogue.c))
        else:
            facet, condition = _facet(tables, name)
            source = source.join(facet, condition)
            groups.append(facet.c.value)
    cluster: sa.ColumnElement[Any] = figures.c.session
    if independent == "player":
        player, condition = _facet(tables, PLAYER)
        source = source.outerjoin(player, condition)
        cluster = sa.func.coalesce(player.c.value, figures.c.session + " " + figures.c.seat)
    labelled = [group.label(GROUP.format(place)) for place, group in enumerate(groups)]
    keys = [*labelled, figures.c.session, figures.c.seat]
    query = sa.select(
        *keys,
        sa.func.min(cluster).label("cluster"),
        sa.func.sum(figures.c.value).label("value"),
        sa.func.sum(figures.c.weight).label("weight"),
        sa.func.count().label("figures"),
    ).select_from(source)
    query = query.where(*figure_conditions(tables, wanted))
    query = query.where(*(condition(tables) for condition in wanted.of_session))
    query = query.where(*(group.is_not(None) for group in groups))
    return query.group_by(*(key.name for key in labelled), figures.c.session, figures.c.seat).subquery()


def sums(units: sa.Subquery, groups: int) -> sa.Select[Any]:
    """A row for each group: sums of its units, and of their values divided by their own weights."""
    return _summed(units, units.c.weight, groups)


def sums_over(units: sa.Subquery, base: sa.Subquery, groups: int, shared: Sequence[int]) -> sa.Select[Any]:
    """The same, each unit's value divided by its weight in `base`.

    shared: the places of the groups that the base has too, in its order.
    """
    same_group = (units.c[GROUP.format(mine)] == base.c[GROUP.format(its)] for its, mine in enumerate(shared))
    same = sa.and_(units.c.session == base.c.session, units.c.seat == base.c.seat, *same_group)
    return _summed(units.outerjoin(base, same), base.c.weight, groups, units)


def _summed(source: sa.FromClause, weight: Any, groups: int, of: sa.Subquery | None = None) -> sa.Select[Any]:
    columns = source.c if of is None else of.c
    ratio = columns.value / sa.func.nullif(weight, 0)
    query = sa.select(
        *_groups(columns, groups),
        sa.func.sum(columns.value).label("value_sum"),
        sa.func.sum(columns.weight).label("weight_sum"),
        sa.func.count(sa.distinct(columns.session)).label("sessions"),
        sa.cast(sa.func.sum(columns.figures), sa.BigInteger).label("figures"),  # PostgreSQL's is a decimal
        sa.func.count(ratio).label("units"),
        sa.func.min(ratio).label("least"),
        sa.func.max(ratio).label("most"),
        sa.func.sum(ratio).label("ratios"),
        sa.func.sum(ratio * ratio).label("squares"),
    ).select_from(source)
    return _by_group(query, columns, groups)


def deviations(units: sa.Subquery, groups: int) -> sa.Select[Any]:
    """A row for each group: how many independent observations it has, and their sums of products."""
    keys = _groups(units.c, groups)
    observed = (
        sa.select(
            *keys,
            sa.func.sum(units.c.value).label("value"),
            sa.func.sum(units.c.weight).label("weight"),
        )
        .group_by(*keys, units.c.cluster)
        .subquery()
    )
    value, weight = observed.c.value, observed.c.weight
    query = sa.select(
        *_groups(observed.c, groups),
        sa.func.count().label("observations"),
        sa.func.sum(value * value).label("values"),
        sa.func.sum(value * weight).label("products"),
        sa.func.sum(weight * weight).label("weights"),
    )
    return _by_group(query, observed.c, groups)


def _groups(columns: Any, groups: int) -> list[Any]:
    return [columns[GROUP.format(place)] for place in range(groups)]


def _by_group(query: sa.Select[Any], columns: Any, groups: int) -> sa.Select[Any]:
    return query.group_by(*_groups(columns, groups)) if groups else query.having(sa.func.count() > 0)


def _facet(tables: Tables, name: str) -> tuple[Any, Any]:
    """What a facet is grouped by: of the figure's seat, of another seat (`with`), or of the session."""
    facet: Any = tables.named(PLAYER if name == WITH else name)
    figures = tables.figures
    here = facet.c.session == figures.c.session
    if name == WITH:
        return facet, here & (facet.c.seat != figures.c.seat) & (facet.c.name == PLAYER)
    seat = OF_THE_SESSION if name == TAG or "." in name else figures.c.seat
    return facet, here & (facet.c.seat == seat) & (facet.c.name == name)
