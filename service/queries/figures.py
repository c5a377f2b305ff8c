"""The figures of each group of a statistic, with the sums, quantiles and differences behind them.

A unit is what a measure is counted for: a seat or a session. Its figures in a group are added up first,
so that least, most, mean and spread are those of units, however many figures each of them has.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias, overload
from urllib.parse import urlencode

import sqlalchemy as sa
from msgspec import Struct

from domain.kernel.messages import Json
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
from workers.read_models import OF_THE_SESSION

# Figures: what one group of a measure's rows comes to.

NOTHING = (0.0, 0.0, 0.0, 0.0, 0.0)
NORMAL_95 = 1.959964
ROUNDING = 1e-12
"""A sum of squares this small, beside that of the weights, is what adding up leaves."""

DIGITS = 12
"""So many digits of a number are answered: the last of a double depend on the order of adding up."""

WHOLE = re.compile(r"0|-?[1-9][0-9]{0,14}", re.ASCII)

Group: TypeAlias = dict[str, Json]


class Figure(Struct, frozen=True):
    """One group of a measure.

    group: what it is grouped by, with its values. value: Σ value ÷ Σ weight; total: Σ value.
    sessions, rows: how many sessions and figures count in it. least, most, mean, spread: of the units, seats
    or sessions, each divided by its weight. units: how many there are.
    interval: of a share, at 95 %. filters: what lists exactly those sessions.
    """

    group: Mapping[str, Json]
    value: float | None
    total: float
    sessions: int
    rows: int
    least: float | None
    most: float | None
    mean: float | None
    spread: float | None
    interval: tuple[float, float] | None
    filters: Mapping[str, str]
    units: int

    def as_json(self, numbers: Collection[str]) -> dict[str, Json]:
        """The figure as it is answered, but for its link: `sessions` has the filters of that.

        numbers: the names of groups whose values may be whole numbers.
        """
        return {
            "group": {
                name: as_number(value) if name in numbers else value for name, value in self.group.items()
            },
            "value": rounded(self.value),
            "total": rounded(self.total),
            "n": self.sessions,
            "rows": self.rows,
            "min": rounded(self.least),
            "max": rounded(self.most),
            "mean": rounded(self.mean),
            "spread": rounded(self.spread),
            "interval": None if self.interval is None else tuple(map(rounded, self.interval)),
            "sessions": dict(self.filters),
        }


def linked(row: Mapping[str, Any]) -> dict[str, Json]:
    """The row with the link that lists its sessions."""
    return {**row, "sessions": "/v1/sessions?" + urlencode(sorted(row["sessions"].items()))}


@overload
def rounded(number: float) -> float: ...


@overload
def rounded(number: float | None) -> float | None: ...


def rounded(number: float | None) -> float | None:
    """The number as it is answered."""
    return None if number is None else float(f"{number:.{DIGITS}g}")


def figure_of(row: Any, sessions: int, group: Group, deviation: Any, filters: Mapping[str, str]) -> Figure:
    """The figure of units that carry their own weight. deviation: of a share, its sums of products."""
    value = row.value_sum / row.weight_sum if row.weight_sum else None
    mean = row.ratios / row.units if row.units else None
    return Figure(
        group=group,
        value=value,
        total=row.value_sum,
        sessions=sessions,
        rows=row.figures,
        least=row.least,
        most=row.most,
        mean=mean,
        spread=spread(row.units, mean, row.squares),
        interval=interval(value, row.weight_sum, deviation) if deviation is not None else None,
        filters=narrowed(filters, group),
        units=row.units,
    )


def counted_figure(row: Any, base: Any, sessions: int, group: Group, filters: Mapping[str, str]) -> Figure:
    """The figure of a group that was counted over others, which `base` sums up.

    row: None where nothing was counted. base: None where nothing was looked at.
    """
    total, ratios, squares, least, most = (
        (row.value_sum, row.ratios or 0.0, row.squares or 0.0, row.least or 0.0, row.most or 0.0)
        if row is not None
        else NOTHING
    )
    units = base.units if base is not None else 0
    if row is None or row.units < units:
        least, most = min(least, 0.0), max(most, 0.0)
    mean = ratios / units if units else None
    return Figure(
        group=group,
        value=total / base.weight_sum if base is not None and base.weight_sum else None,
        total=total,
        sessions=sessions,
        rows=row.figures if row is not None else 0,
        least=least if units else None,
        most=most if units else None,
        mean=mean,
        spread=spread(units, mean, squares),
        interval=None,
        filters=filters,
        units=units,
    )


def as_number(value: Json) -> Json:
    """A whole number that is written as JSON writes it, as a number; any other value as it is."""
    return int(value) if isinstance(value, str) and WHOLE.fullmatch(value) else value


def group_of(row: Any, group_by: Sequence[str]) -> dict[str, Json]:
    """The group of a row: each name in `group_by` with its value."""
    return {name: getattr(row, f"group_{place}") for place, name in enumerate(group_by)}


def narrowed(filters: Mapping[str, str], group: Mapping[str, Json]) -> dict[str, str]:
    """The filters that choose this group alone."""
    return {**filters, **{FORMER.get(name, name): _as_filter(value) for name, value in group.items()}}


def _as_filter(value: Json) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def spread(count: int, mean: float | None, squares: float | None) -> float | None:
    """The standard deviation of so many values, of their mean and the sum of their squares."""
    if count < 2 or mean is None or squares is None:
        return None
    return math.sqrt(max((squares - count * mean**2) / (count - 1), 0.0))


def interval(share: float | None, weight: float, deviation: Any) -> tuple[float, float] | None:
    """Wilson's interval of a share at 95 %, for the number of observations that its variance implies.

    Dice of one game, or games of one player, may depend on each other: the variance is that between
    sessions or players (of the ratio of their sums). `deviation` has their number and sums of products.
    """
    if share is None or weight <= 0 or not 0 <= share <= 1:
        return None
    number = effective_number(share, weight, deviation)
    square = NORMAL_95**2
    middle = (share + square / (2 * number)) / (1 + square / number)
    half = NORMAL_95 / (1 + square / number)
    half *= math.sqrt(share * (1 - share) / number + square / (4 * number**2))
    return max(0.0, middle - half), min(1.0, middle + half)


def effective_number(share: float, weight: float, deviation: Any) -> float:
    """How many independent observations of 0 or 1 would vary as much as these do between each other.

    No more than there is weight; where all are alike, so that nothing can be said, as many as there are.
    """
    observations = deviation.observations
    left = deviation.values - 2 * share * deviation.products + share**2 * deviation.weights
    if observations < 2 or share in (0.0, 1.0) or left <= ROUNDING * deviation.weights:
        return float(min(observations, weight))
    variance = observations / (observations - 1) * left / weight**2
    return float(min(share * (1 - share) / variance, weight))


# The sums behind a statistic, as one query each: over units, over groups of them, over what is independent.

MONTH_SIGNS = len("2026-01")
GROUP = "group_{}"
"""The column of the group at that place."""

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
        cluster = sa.func.coalesce(player.c.value, sa.cast(figures.c.session, sa.Text) + " " + figures.c.seat)
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
    alone = wanted.measure.per == "session" or tables.has_one_seat(wanted.game, wanted.measure, group_by)
    fixed = {*group_by, *(name for name, _ in wanted.dimensions)}
    if not _may_be_several(group_by) and tables.has_one_row(wanted.game, wanted.measure, fixed):
        return Units(rows, rows, alone)
    keys = [*_groups(rows.c, len(groups)), rows.c.session, rows.c.seat]
    added = sa.select(
        *keys,
        sa.func.min(rows.c.cluster).label("cluster"),
        sa.func.sum(rows.c.value).label("value"),
        sa.func.sum(rows.c.weight).label("weight"),
        sa.func.count().label("figures"),
    )
    return Units(rows, added.group_by(*keys).subquery(), alone)


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
    """Whether a unit may have several values of one of these names that are no dimensions."""
    return bool({TAG, EDITION, *BESIDE} & {FORMER.get(name, name) for name in group_by})


def _weighted(units: sa.Subquery, weights: sa.Subquery) -> sa.ColumnElement[bool]:
    """Whether a weight is that of the unit."""
    names = (column.name for column in weights.c if column.name != "weight")
    return sa.and_(*(units.c[name] == weights.c[name] for name in names))


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


def sums(units: sa.Subquery, groups: int, weights: sa.Subquery | None = None) -> sa.Select[Any]:
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
    seat = OF_THE_SESSION if name == TAG or "." in name else figures.c.seat
    here = (facet.c.session == figures.c.session) & (facet.c.seat == seat)
    return facet, here & (facet.c.name == name)


# Quantiles and histograms of the units of each group, and the wins that are expected of them.

STEPS = (1, 2, 2.5, 5, 10, 20, 25, 50)
"""The first numbers that the width of a bin may have."""


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


# The difference of two groups, with its interval at 95 %.

MANY = 30
"""From so many degrees of freedom on, a series says t more exactly than anybody needs."""
PARTS = 400
HALVINGS = 60


def difference(of: str, from_: str, figures: dict[str, Figure]) -> dict[str, Json] | None:
    """How much the first group is more than the second; None if one of them is missing.

    Shares with intervals: Newcombe's interval, from those of both. Others: Welch's, of the means of units.
    """
    one, other = figures.get(of), figures.get(from_)
    if one is None or other is None:
        return None
    interval: tuple[float, float] | None
    if one.interval is not None and other.interval is not None:
        value, interval = _of_shares(one, other)
    elif one.mean is not None and other.mean is not None:
        value, interval = one.mean - other.mean, _of_means(one, other)
    else:
        return None
    rounded_interval = None if interval is None else [rounded(bound) for bound in interval]
    return {"of": of, "from": from_, "value": rounded(value), "interval": rounded_interval}


def _of_shares(one: Figure, other: Figure) -> tuple[float, tuple[float, float]]:
    assert one.value is not None
    assert other.value is not None
    assert one.interval is not None
    assert other.interval is not None
    value = one.value - other.value
    below = math.hypot(one.value - one.interval[0], other.interval[1] - other.value)
    above = math.hypot(one.interval[1] - one.value, other.value - other.interval[0])
    return value, (value - below, value + above)


def _of_means(one: Figure, other: Figure) -> tuple[float, float] | None:
    """None where a group has only one unit: nothing tells how much they vary."""
    if one.spread is None or other.spread is None or one.mean is None or other.mean is None:
        return None
    value = one.mean - other.mean
    parts = [figure.spread**2 / figure.units for figure in (one, other) if figure.spread is not None]
    if not any(parts):
        return value, value
    freedom = sum(parts) ** 2 / sum(
        part**2 / (figure.units - 1) for part, figure in zip(parts, (one, other), strict=True)
    )
    half = t_95(freedom) * math.sqrt(sum(parts))
    return value - half, value + half


def t_95(freedom: float) -> float:
    """What Student's t with these degrees of freedom, 1 or more, stays below in 97.5 of 100 cases."""
    if freedom >= MANY:
        z, v = NORMAL_95, freedom
        series = (z**3 + z) / (4 * v) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v**2)
        series += (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * v**3)
        return z + series
    half = math.sqrt(math.pi) / 2 * math.exp(math.lgamma(freedom / 2) - math.lgamma((freedom + 1) / 2))
    low, high = 0.0, math.pi / 2
    for _ in range(HALVINGS):
        angle = (low + high) / 2
        if _area(angle, freedom - 1) < 0.95 * half:
            low = angle
        else:
            high = angle
    return math.sqrt(freedom) * math.tan((low + high) / 2)


def _area(angle: float, power: float) -> float:
    """The integral of cos^power from 0 to the angle, by Simpson's rule."""
    step = angle / PARTS
    heights: list[float] = [math.cos(place * step) ** power for place in range(PARTS + 1)]
    return step / 3 * (heights[0] + heights[-1] + 4 * sum(heights[1:-1:2]) + 2 * sum(heights[2:-1:2]))
