"""Quantiles and histograms of the units of each group, and the wins that are expected of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa

from service.queries.figures import GROUP, rounded
from service.queries.filters import Tables

STEPS = (1, 2, 2.5, 5, 10, 20, 25, 50)
"""The first numbers that the width of a bin may have."""


class Source(NamedTuple):
    """The units of a measure, of so many groups.

    base: what they are counted over, if anything: a unit of the base without one of these counts 0.
    shared: the places of the groups that the base has too, in its order.
    """

    units: sa.Subquery
    groups: int
    base: sa.Subquery | None = None
    shared: tuple[int, ...] = ()

    def keys(self, columns: Any) -> list[Any]:
        """The columns of the groups."""
        return [columns[GROUP.format(place)] for place in range(self.groups)]

    def ratios(self) -> sa.Subquery:
        """The value of each unit that has one, divided by its weight."""
        units, base = self.units, self.base
        source: sa.FromClause = units
        weight = units.c.weight
        if base is not None:
            same = [units.c.session == base.c.session, units.c.seat == base.c.seat]
            source, weight = units.join(base, sa.and_(*same, *self._of_base(units, base))), base.c.weight
        query = sa.select(*self.keys(units.c), (units.c.value / weight).label("ratio"))
        return query.select_from(source).where(weight != 0).subquery()

    def _of_base(self, units: Any, base: Any) -> list[sa.ColumnElement[bool]]:
        return [
            units.c[GROUP.format(mine)] == base.c[GROUP.format(its)] for its, mine in enumerate(self.shared)
        ]

    def with_totals(self, units: sa.Subquery, found: Any) -> tuple[sa.FromClause, Any]:
        """These rows with the number of units of their group, those that count 0 among them."""
        if self.base is None:
            return units, found
        keys = [self.base.c[GROUP.format(its)] for its in range(len(self.shared))]
        counted = sa.select(*keys, sa.func.count().label("total")).where(self.base.c.weight != 0)
        totals = (counted.group_by(*keys) if keys else counted).subquery()
        return units.join(totals, sa.and_(sa.true(), *self._of_base(units, totals))), totals.c.total


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


class Bins(NamedTuple):
    """Bins of the same width, each without its upper end but the last."""

    begin: float
    width: float
    number: int

    @property
    def edges(self) -> list[float]:
        """Where one bin ends and the next begins."""
        return [rounded(self.begin + place * self.width) for place in range(1, self.number)]

    def place(self, value: float) -> int:
        """The bin of a value."""
        return sum(value >= edge for edge in self.edges)


def bins_of(least: float, most: float, number: int) -> Bins:
    """So many bins with even ends that hold all values between these."""
    needed = (most - least) / number or 1.0
    power = math.floor(math.log10(needed))
    while True:
        for step in STEPS:
            width = rounded(step * 10.0**power)
            begin = rounded(math.floor(rounded(least / width)) * width)
            if width >= needed * (1 - 1e-9) and rounded(begin + number * width) >= most:
                return Bins(begin, width, number)
        power += 1


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


def in_bins(row: Any, units: int, bins: Bins) -> list[int]:
    """How many of a group's units are in each bin. row: None where nothing was counted: all count 0."""
    found = row.found if row is not None else 0
    below = [getattr(row, f"below_{place}") if row is not None else 0 for place in range(bins.number - 1)]
    numbers = [after - before for before, after in zip([0, *below], [*below, found], strict=True)]
    if units > found:
        numbers[bins.place(0.0)] += units - found
    return numbers


def expected(source: Source, tables: Tables, measure: str) -> sa.Select[Any]:
    """A row for each group: the mean of this measure of the same seats, weighted as they are."""
    units, figures = source.units, tables.figures
    own = (figures.c.session == units.c.session) & (figures.c.seat == units.c.seat)
    joined = units.join(figures, own & (figures.c.measure == measure))
    keys = source.keys(units.c)
    query = sa.select(
        *keys,
        sa.func.sum(figures.c.value * units.c.weight).label("expected_sum"),
        sa.func.sum(units.c.weight).label("weight_sum"),
    ).select_from(joined)
    return query.group_by(*keys) if keys else query.having(sa.func.count() > 0)
