"""The units that a measure counts, seats or sessions, and the sums over them: each of them a query.

The figures of a unit in a group are added up first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa

from service.queries.figures import GROUP, Bins
from service.queries.filters import (
    BESIDE,
    EDITION,
    FORMER,
    Tables,
    Wanted,
    beside,
    figure_conditions,
    played_with,
)
from service.queries.question import Independent
from workers.projections.sessions import PLAYER, TAG

# Units, and what they are grouped by.

MONTH_SIGNS = len("2026-01")

COLUMNS: Mapping[str, Callable[[Any], Any]] = {
    "session": lambda columns: columns.get("id", columns.session),
    "game": lambda columns: columns.game,
    "count": lambda columns: columns.seats,
    "component_set": lambda columns: columns.component_set,
    "rules_version": lambda columns: columns.rules_version,
    "month": lambda columns: sa.func.substr(columns.played_on, 1, MONTH_SIGNS),
}
"""What a session is grouped by besides its facets. A month is that of play, where the table stands."""

OF_RESULTS = ("rank", "won", "place")
"""What a seat is grouped by besides its facets: columns of its result."""


class Units(NamedTuple):
    """What a measure counts in each group: `group_0` …, `session`, `seat`, `cluster`, `value`, `weight`.

    figures: a row each. each: a row for each unit, with its number of `figures`; the same rows where a unit
    has one at most. `cluster` names the session, or the player of the seat; a seat without one stands for
    itself. alone: whether a group has one unit of a session at most.
    """

    figures: sa.Subquery
    each: sa.Subquery
    alone: bool


def units(
    tables: Tables, wanted: Wanted, group_by: Sequence[str], independent: Independent = "session"
) -> Units:
    """The units that the filters leave, in their groups."""
    assert wanted.measure is not None
    tables = tables.of_measure(wanted.game, wanted.measure)
    figures, catalogue = tables.figures, tables.catalogue
    source: sa.FromClause = figures.join(catalogue, catalogue.c.session == figures.c.session)
    groups, conditions = [], figure_conditions(tables, wanted)
    for name in group_by:
        if wanted.measure is not None and name in wanted.measure.dimensions:
            groups.append(tables.dimension(name))
        elif name in COLUMNS:
            groups.append(COLUMNS[name](catalogue.c))
        elif name in OF_RESULTS:
            result = tables.results.alias()
            own = (result.c.session == figures.c.session) & (result.c.seat == figures.c.seat)
            source = source.join(result, own)
            groups.append(result.c[name])
        elif name == EDITION:
            edition = tables.editions.alias()
            source = source.join(edition, edition.c.hash == catalogue.c.opened_with)
            conditions.append(played_with(tables, edition, wanted.reach))
            groups.append(edition.c.edition)
        elif (present := FORMER.get(name, name)) in BESIDE:
            facet = tables.named(PLAYER)
            source = source.join(facet, facet.c.session == figures.c.session)
            conditions.append(beside(tables, present, figures.c.session, figures.c.seat, facet))
            groups.append(facet.c.value)
        elif name == PLAYER and wanted.measure is not None and wanted.measure.per == "session":
            there = _players_of_sessions(tables)
            source = source.join(there, there.c.session == figures.c.session)
            groups.append(there.c.value)
        else:
            facet, condition = _facet(tables, name)
            source = source.join(facet, condition)
            groups.append(facet.c.value)
    cluster: sa.ColumnElement[Any] = figures.c.session
    if independent == "player":
        player, condition = _facet(tables, PLAYER)
        source = source.outerjoin(player, condition)
        alone = sa.cast(figures.c.session, sa.Text) + " " + sa.cast(figures.c.seat, sa.Text)
        cluster = sa.func.coalesce(player.c.value, alone)
    query = sa.select(
        *(group.label(GROUP.format(place)) for place, group in enumerate(groups)),
        figures.c.session,
        figures.c.seat,
        cluster.label("cluster"),
        figures.c.value,
        figures.c.weight,
        sa.literal(1).label("figures"),
    ).select_from(source)
    query = query.where(*conditions, *(condition(tables) for condition in wanted.of_session))
    rows = query.where(*(group.is_not(None) for group in groups)).subquery()
    is_alone = wanted.measure.per == "session" or tables.has_one_seat(wanted.game, wanted.measure, group_by)
    fixed = {*group_by, *(name for name, _ in wanted.dimensions)}
    if not _may_be_several(group_by) and tables.has_one_row(wanted.game, wanted.measure, fixed):
        return Units(rows, rows, is_alone)
    keys = [*_groups(rows.c, len(groups)), rows.c.session, rows.c.seat]
    added = sa.select(
        *keys,
        sa.func.min(rows.c.cluster).label("cluster"),
        sa.func.sum(rows.c.value).label("value"),
        sa.func.sum(rows.c.weight).label("weight"),
        sa.func.count().label("figures"),
    )
    return Units(rows, added.group_by(*keys).subquery(), is_alone)


def weights(tables: Tables, wanted: Wanted, base: Units, named: Mapping[int, str]) -> sa.Subquery:
    """The weights of the base, for units of other figures that are counted over it.

    named: the groups that both have, by their places there. But for dimensions, and for what a unit may have
    several of, they say something of the unit itself, and so does what the base is filtered by.
    """
    assert wanted.measure is not None
    if _may_be_several(named.values()):
        keys = (
            base.each.c[GROUP.format(its)].label(GROUP.format(place))
            for its, place in enumerate(sorted(named))
        )
        return sa.select(*keys, base.each.c.session, base.each.c.seat, base.each.c.weight).subquery()
    tables = tables.of_measure(wanted.game, wanted.measure)
    figures, of_all = tables.figures, wanted.measure.dimensions
    groups = [
        tables.dimension(name).label(GROUP.format(place)) for place, name in named.items() if name in of_all
    ]
    query = sa.select(*groups, figures.c.session, figures.c.seat, figures.c.weight)
    rows = query.where(*(tables.dimension(name) == value for name, value in wanted.dimensions)).subquery()
    fixed = {*named.values(), *(name for name, _ in wanted.dimensions)}
    if tables.has_one_row(wanted.game, wanted.measure, fixed):
        return rows
    unit = [column for column in rows.c if column.name != "weight"]
    return sa.select(*unit, sa.func.sum(rows.c.weight).label("weight")).group_by(*unit).subquery()


def _may_be_several(group_by: Iterable[str]) -> bool:
    """Whether one of these names, but for dimensions, may have several values for a unit."""
    return bool({TAG, EDITION, *BESIDE} & {FORMER.get(name, name) for name in group_by})


def _weighted(units: sa.Subquery, weights: sa.Subquery) -> sa.ColumnElement[bool]:
    """Whether a weight is that of the unit."""
    names = (column.name for column in weights.c if column.name != "weight")
    return sa.and_(*(units.c[name] == weights.c[name] for name in names))


# Sums of each group.


def totals(figures: sa.Subquery, groups: int) -> sa.Select[Any]:
    """A row for each group: the sums of values and weights."""
    value, weight = sa.func.sum(figures.c.value), sa.func.sum(figures.c.weight)
    query = sa.select(*_groups(figures.c, groups), value.label("value_sum"), weight.label("weight_sum"))
    return _by_group(query, figures.c, groups)


def sessions(figures: sa.Subquery, groups: int, last: int | None) -> sa.Select[Any]:
    """A row for each group: in how many `sessions` it has figures.

    last: the highest number of a session, for a bit each; None: where sessions have no numbers, or there are
    more groups than there is room for.
    """
    session = figures.c.session
    found: sa.ColumnElement[int] = sa.func.count(sa.distinct(session))
    if last is not None:
        bits = sa.func.bitstring_agg(session, sa.literal_column("0"), sa.literal_column(str(last)))
        found = sa.func.bit_count(bits)
    query = sa.select(*_groups(figures.c, groups), found.label("sessions"))
    return _by_group(query, figures.c, groups)


def summed(units: sa.Subquery, groups: int, weights: sa.Subquery | None = None) -> sa.Select[Any]:
    """A row for each group: sums of its units, and of their values divided by their weights.

    weights: other weights than their own. `units`: the number of those with a weight. `observations` is that
    of all, with the sums of their products: what `deviations` says where they are independent.
    """
    source: sa.FromClause = units
    columns, weight = units.c, units.c.weight
    if weights is not None:
        source, weight = units.outerjoin(weights, _weighted(units, weights)), weights.c.weight
    ratio = columns.value / sa.func.nullif(weight, 0)
    query = sa.select(
        *_groups(columns, groups),
        sa.func.sum(columns.value).label("value_sum"),
        sa.func.sum(columns.weight).label("weight_sum"),
        *_observed(columns.value, columns.weight),
        sa.cast(sa.func.sum(columns.figures), sa.BigInteger).label("figures"),
        sa.func.count(ratio).label("units"),
        sa.func.min(ratio).label("least"),
        sa.func.max(ratio).label("most"),
        sa.func.sum(ratio).label("ratios"),
        sa.func.sum(ratio * ratio).label("squares"),
    ).select_from(source)
    return _by_group(query, columns, groups)


def deviations(figures: sa.Subquery, groups: int) -> sa.Select[Any]:
    """A row for each group: how many independent observations it has, and their sums of products."""
    keys = _groups(figures.c, groups)
    observed = (
        sa.select(
            *keys,
            sa.func.sum(figures.c.value).label("value"),
            sa.func.sum(figures.c.weight).label("weight"),
        )
        .group_by(*keys, figures.c.cluster)
        .subquery()
    )
    value, weight = observed.c.value, observed.c.weight
    query = sa.select(
        *_groups(observed.c, groups),
        *_observed(value, weight),
    )
    return _by_group(query, observed.c, groups)


def _observed(value: Any, weight: Any) -> list[Any]:
    return [
        sa.func.count().label("observations"),
        sa.func.sum(value * value).label("values"),
        sa.func.sum(value * weight).label("products"),
        sa.func.sum(weight * weight).label("weights"),
    ]


def _groups(columns: Any, groups: int) -> list[Any]:
    return [columns[GROUP.format(place)] for place in range(groups)]


def _by_group(query: sa.Select[Any], columns: Any, groups: int) -> sa.Select[Any]:
    return query.group_by(*_groups(columns, groups)) if groups else query.having(sa.func.count() > 0)


def _players_of_sessions(tables: Tables) -> sa.Subquery:
    """Each player of each session once, at however many seats."""
    players = tables.players
    return sa.select(players.c.session, players.c.value).distinct().subquery()


def _facet(tables: Tables, name: str) -> tuple[Any, Any]:
    """A facet and its join condition: on the figure's seat, or the session."""
    facet: Any = tables.named(name)
    figures = tables.figures
    seat = tables.of_session if name == TAG or "." in name else figures.c.seat
    here = (facet.c.session == figures.c.session) & (facet.c.seat == seat)
    return facet, here & (facet.c.name == name)


# Quantiles and histograms of the units of each group, and the wins that are expected of them.


class Source(NamedTuple):
    """The units of a measure, of so many groups.

    base: the units that they are counted over, if anything, one of which counts 0 without one of these;
    weights: theirs. shared: the places of the groups that the base has too, in its order.
    """

    units: sa.Subquery
    groups: int
    base: sa.Subquery | None = None
    weights: sa.Subquery | None = None
    shared: tuple[int, ...] = ()

    def keys(self, columns: Any) -> list[Any]:
        """The columns of the groups."""
        return [columns[GROUP.format(place)] for place in range(self.groups)]

    def ratios(self) -> sa.Subquery:
        """The value of each unit that has one, divided by its weight."""
        units, weights = self.units, self.weights
        source: sa.FromClause = units
        weight = units.c.weight
        if weights is not None:
            source, weight = units.join(weights, _weighted(units, weights)), weights.c.weight
        query = sa.select(*self.keys(units.c), (units.c.value / weight).label("ratio"))
        return query.select_from(source).where(weight != 0).subquery()

    def with_totals(self, units: sa.Subquery, found: Any) -> tuple[sa.FromClause, Any]:
        """These rows with the number of units of their group, those that count 0 among them."""
        if self.base is None:
            return units, found
        keys = [self.base.c[GROUP.format(its)] for its in range(len(self.shared))]
        counted = sa.select(*keys, sa.func.count().label("total")).where(self.base.c.weight != 0)
        totals = (counted.group_by(*keys) if keys else counted).subquery()
        same = (
            units.c[GROUP.format(mine)] == totals.c[GROUP.format(its)] for its, mine in enumerate(self.shared)
        )
        return units.join(totals, sa.and_(sa.true(), *same)), totals.c.total


def quantiles(source: Source, shares: Sequence[float]) -> sa.Select[Any]:
    """A row for each group with its quantiles: between two neighbours in proportion.

    The unit at `index` of `total` in the order of size counts as much as it is near to where the quantile is.
    Those that count 0 come before the first that is more.
    """
    ratios = source.ratios()
    keys = source.keys(ratios.c)
    within: dict[str, Any] = {"partition_by": keys} if keys else {}
    place = sa.func.row_number().over(order_by=ratios.c.ratio, **within)
    placed = sa.select(
        *keys, ratios.c.ratio, place.label("place"), sa.func.count().over(**within).label("found")
    ).subquery()
    rows, total = source.with_totals(placed, placed.c.found)
    nothing = sa.case((placed.c.ratio > 0, total - placed.c.found), else_=0)
    index = placed.c.place - 1 + nothing
    columns = []
    for number, share in enumerate(shares):
        distance = sa.func.abs(index - sa.literal(share, sa.Double) * (total - 1))
        near = sa.case((distance < 1, placed.c.ratio * (1 - distance)), else_=0.0)
        columns.append(sa.func.sum(near).label(f"quantile_{number}"))
    keys = source.keys(placed.c)
    query = sa.select(*keys, *columns).select_from(rows)
    return query.group_by(*keys) if keys else query.having(sa.func.count() > 0)


def histogram(source: Source, bins: Bins) -> sa.Select[Any]:
    """A row for each group: how many of its units there are, and how many below each edge."""
    ratios = source.ratios()
    keys = source.keys(ratios.c)
    below = [
        sa.cast(
            sa.func.sum(sa.case((ratios.c.ratio < sa.literal(edge, sa.Double), 1), else_=0)), sa.BigInteger
        ).label(f"below_{place}")
        for place, edge in enumerate(bins.edges)
    ]
    query = sa.select(*keys, sa.func.count().label("found"), *below).select_from(ratios)
    return query.group_by(*keys) if keys else query.having(sa.func.count() > 0)


def expected(source: Source, tables: Tables) -> sa.Select[Any]:
    """A row for each group: the mean of the tables' figures of the same seats, weighted as they are."""
    units, figures = source.units, tables.figures
    own = (figures.c.session == units.c.session) & (figures.c.seat == units.c.seat)
    joined = units.join(figures, own)
    keys = source.keys(units.c)
    query = sa.select(
        *keys,
        sa.func.sum(figures.c.value * units.c.weight).label("expected_sum"),
        sa.func.sum(units.c.weight).label("weight_sum"),
    ).select_from(joined)
    return query.group_by(*keys) if keys else query.having(sa.func.count() > 0)
