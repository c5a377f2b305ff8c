"""A question of statistics in the address of a page: what is asked, its answer, and links that change it.

The address is that of the API's call, with the measure among its parameters.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from flask import request
from msgspec import Struct

from service.api.statistics import (
    Grouping,
    GroupingOfMeasures,
    question_of,
    split_query,
    two_groups,
)
from service.http.services import services
from service.pages.group_words import CLOSE, GroupWords, heading_of
from service.problems import not_found
from service.queries import statistics
from service.queries.filters import EDITION, FORMER_MEASURES
from service.queries.question import ALL, StatisticsQuery
from service.queries.refusals import GROUPS
from service.queries.visible_scope import VisibleScope
from service.schemas.fields import query_in

LEAST = 20
"""Of a group with fewer sessions a page says that they are too few to tell."""
PAGE = 100
OWN = ("measure", "measures", "game", "show")
"""Parameters of a page that the API has in the path of its call."""
IN_THEIR_ORDER = {"round", "month", "count", "position", "rank", "place", "turn", "number"}
"""Groups that stand in an order of their own: rows follow it unless another one is asked for."""


class AskedAt(Struct, frozen=True):
    """Where a question is asked: a page, and whose sessions count. fixed: filters that the page sets.

    people: the names of players, by their ids there.
    """

    path: str
    scope: VisibleScope
    fixed: Mapping[str, str] = {}
    people: Mapping[str, str] = {}


# Links: the address with some of its parameters changed.


def address(path: str, parameters: Mapping[str, str | None]) -> str:
    """An address with these parameters; those that say nothing are left out."""
    kept = {name: value for name, value in parameters.items() if value}
    return f"{path}?{urlencode(kept, safe=',:.-')}" if kept else path


def changed(path: str, **parameters: str | None) -> str:
    """The address that is shown, with these parameters; None takes one out. The first page comes again."""
    return address(path, {**request.args.to_dict(), "cursor": None, **parameters})


class Chip(Struct, frozen=True):
    """A filter or a choice as a link. on: whether it holds now; the link takes it out then."""

    words: str
    address: str
    on: bool
    name: str = ""


@dataclass(frozen=True)
class Asked:
    """A question as it was understood. filters: without those that the page sets; `every`: those too."""

    at: AskedAt
    game: str
    measures: tuple[Mapping[str, Any], ...]
    grouping: Grouping | GroupingOfMeasures
    filters: dict[str, str]
    words: GroupWords

    @property
    def measure(self) -> Mapping[str, Any]:
        """The measure, or the first of several."""
        return self.measures[0]

    @property
    def is_of_many(self) -> bool:
        """Whether it names several measures, to be shown side by side."""
        return isinstance(self.grouping, GroupingOfMeasures)

    @property
    def group_by(self) -> tuple[str, ...]:
        """The names of the groups."""
        return names_in(self.grouping.group_by)

    @property
    def order(self) -> str:
        """By what the rows are ordered: as asked, else by size where groups have no order of their own."""
        if "order_by" in request.args:
            return self.grouping.order_by
        if set(self.group_by) & IN_THEIR_ORDER or not self.group_by:
            return "group"
        return f"-{self.measure['key']}" if self.is_of_many else "-value"

    @property
    def every(self) -> dict[str, str]:
        """All filters."""
        return {**self.filters, **self.at.fixed}

    def query(self) -> StatisticsQuery:
        """The question for the queries. Raises `Problem`."""
        asked = self.grouping
        parts = question_of(self.game, asked, self.every)
        parts |= {"limit": asked.limit or PAGE, "least": asked.least or LEAST, "order_by": self.order}
        if not parts["quantiles"] and ROUND in self.group_by:
            parts["quantiles"] = QUARTERS
        if isinstance(asked, Grouping):
            parts |= {
                "measure": self.measure["key"],
                "independent": asked.independent,
                "histogram": asked.histogram,
                "difference": two_groups(asked.difference),
            }
        else:
            parts |= {"measure": "", "measures": tuple(one["key"] for one in self.measures)}
        return StatisticsQuery(**parts)


ROUND = "round"
QUARTERS = (0.25, 0.5, 0.75)
MOST_MEASURES = 8


def names_in(text: str) -> tuple[str, ...]:
    """The names of a list with commas."""
    return tuple(name.strip() for name in text.split(",") if name.strip())


def understood(at: AskedAt, game: str) -> Asked:
    """The question of the request's address. Raises `Problem`."""
    several = names_in(request.args.get("measures", ""))
    kind: type[Grouping | GroupingOfMeasures] = GroupingOfMeasures if several else Grouping
    own, filters = split_query(kind)
    filters = {name: value for name, value in filters.items() if value and name not in OWN}
    own = {name: values for name, values in own.items() if values != [""]}
    keys = several[:MOST_MEASURES] or (request.args.get("measure", ""),)
    measures = tuple(measure_of(game, key) for key in keys)
    grouping = query_in(kind, own)
    editions: dict[str, str] = {}
    if EDITION in (*names_in(grouping.group_by), *filters):
        known = services().editions.some(at.scope.editions, listed_of=game)
        editions = {one.edition: one.name for one in known}
    words = GroupWords(services(), game, at.people, editions)
    return Asked(at, game, measures, grouping, filters, words)


FORM = "form"
"""The games of a person one after another."""
REFUSALS = "refusals"
"""Which rules refused what: not a measure, but the address names it like one."""
REFUSED: Mapping[str, Any] = {
    "key": REFUSALS,
    "title": "Refused actions",
    "meaning": "Actions that the rules refused in finished games.",
    "unit": "times",
    "per": "session",
    "dimensions": ["rule", "action"],
    "group_by": sorted(GROUPS),
}


def measure_of(game: str, key: str) -> Mapping[str, Any]:
    """A measure as the API lists it. Raises `Problem`."""
    if key == REFUSALS and game != ALL:
        return REFUSED
    present = FORMER_MEASURES.get((game, key), key)
    found = next((one for one in measures_of(game) if one["key"] == present), None)
    if found is None:
        raise not_found("There is no such measure. The page of statistics of the game lists the measures.")
    return found


def measures_of(game: str) -> list[Mapping[str, Any]]:
    """The measures of a game, or of all, as the API lists them."""
    return [one for one in statistics.measures() if one["game"] == game]


# Chips: the filters that hold, some that often help, and by what else the rows can be grouped.


def chips(asked: Asked) -> list[Chip]:
    """The filters that hold; each link takes one out."""
    return [
        Chip(asked.words.chip(name, value), changed(asked.at.path, **{name: None}), on=True, name=name)
        for name, value in asked.filters.items()
    ]


SUGGESTED: Sequence[tuple[str, str]] = (
    ("count", "2"),
    ("count", "3"),
    ("count", "4"),
    ("closeness", CLOSE),
    ("won", "true"),
)


def suggested(asked: Asked) -> list[Chip]:
    """Filters that often help and do not hold yet."""
    counts = services().games[asked.game].seat_counts if asked.game != ALL else (2, 3, 4)
    return [
        Chip(asked.words.chip(name, value), changed(asked.at.path, **{name: value}), on=False)
        for name, value in SUGGESTED
        if name not in asked.filters and (name != "count" or int(value) in counts)
    ]


OFTEN = ("player", "game", "place", "won", "count", "month", "edition")


def groupings(asked: Asked) -> list[Chip]:
    """By what the measure can be grouped, as links; the game’s own names first."""
    there = [
        name for name in asked.measure["group_by"] if all(name in one["group_by"] for one in asked.measures)
    ]
    first = [name for name in (*asked.measure["dimensions"], *OFTEN) if name in there]
    names = [*first, *(name for name in there if name not in first)]
    return [
        Chip(
            heading_of(name),
            changed(asked.at.path, group_by=None if asked.group_by == (name,) else name, order_by=None),
            on=asked.group_by == (name,),
            name=name,
        )
        for name in names
    ]
