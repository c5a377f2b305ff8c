"""A question of statistics in the address of a page: what is asked, its answer, and links that change it.

The address is that of the API's call, with the measure among its parameters.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from flask import request
from msgspec import Struct

from service.api.statistics import Grouping, split_query, unusable
from service.http.authentication import readable as session_of
from service.http.services import services
from service.pages.group_words import ALL, CLOSE, GroupWords, heading_of, listed
from service.problems import Problem, not_found
from service.queries import statistics
from service.queries.filters import UnusableFilter
from service.queries.question import StatisticsQuery
from service.queries.sessions import list_sessions
from service.queries.statistics import UnknownMeasure
from service.queries.visible_scope import VisibleScope
from service.reports.result import final_board
from service.reports.statistic_charts import (
    SHARE,
    Bars,
    Datum,
    HeatMap,
    Histogram,
    Station,
    Strips,
    bars_of,
    heat_of,
    histogram_of,
    said,
    span_said,
    strips_of,
)
from service.schemas.fields import query_in

LEAST = 20
"""Of a group with fewer sessions a page says that they are too few to tell."""
PAGE = 50
BINS = 20
OWN = ("measure", "measures", "game", "show")
"""Parameters of a page that the API has in the path of its call."""
PLAIN_ORDER = {"group", "n"}
IN_THEIR_ORDER = {"round", "month", "count", "position", "rank", "place", "turn", "number"}
"""Groups that stand in an order of their own: rows follow it unless another one is asked for."""
ROUND = "round"
QUARTERS = ("0.25", "0.5", "0.75")


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


# The answer to a question, as tables and charts show it.


class AnswerCell(Struct, frozen=True):
    """A cell of a table. sorts: what it is sorted by."""

    words: str
    quiet: bool = False
    address: str = ""


class AnswerHead(Struct, frozen=True):
    """The head of a column; address: sorts by it; direction: how it is sorted now, for ears."""

    words: str
    address: str = ""
    direction: str = ""


class AnswerShown(Struct, frozen=True):
    """What a page shows of an answer. verdict: the answer in a sentence."""

    title: str
    meaning: str
    verdict: str
    heads: tuple[AnswerHead, ...]
    rows: tuple[tuple[tuple[str, ...], tuple[AnswerCell, ...]], ...]
    bars: Bars | None = None
    histogram: Histogram | None = None
    strips: Strips | None = None
    heat: tuple[HeatMap, ...] = ()
    unit: str = ""
    next: str | None = None
    call: str = ""
    note: str = ""


class Asked(Struct, frozen=True):
    """A question as it was understood. filters: without those that the page sets; sets: those too."""

    at: AskedAt
    game: str
    measure: Mapping[str, Any]
    grouping: Grouping
    filters: dict[str, str]
    words: GroupWords

    @property
    def group_by(self) -> tuple[str, ...]:
        """The names of the groups."""
        return names_in(self.grouping.group_by)

    @property
    def order(self) -> str:
        """By what the rows are ordered: as asked, else by size where groups have no order of their own."""
        if "order_by" in request.args:
            return self.grouping.order_by
        return "group" if set(self.group_by) & IN_THEIR_ORDER or not self.group_by else "-value"

    @property
    def every(self) -> dict[str, str]:
        """All filters."""
        return {**self.filters, **self.at.fixed}


def names_in(text: str) -> tuple[str, ...]:
    """The names of a list with commas."""
    return tuple(name.strip() for name in text.split(",") if name.strip())


def understood(at: AskedAt, game: str) -> Asked:
    """The question of the request's address. Raises `Problem`."""
    own, filters = split_query(Grouping)
    filters = {name: value for name, value in filters.items() if value and name not in OWN}
    own = {name: values for name, values in own.items() if values != [""]}
    measure = measure_of(game, request.args.get("measure", ""))
    words = GroupWords(services(), game, at.people)
    return Asked(at, game, measure, query_in(Grouping, own), filters, words)


def measure_of(game: str, key: str) -> Mapping[str, Any]:
    """A measure as the API lists it. Raises `Problem`."""
    found = next((one for one in measures_of(game) if one["key"] == key), None)
    if found is None:
        raise not_found("There is no such measure. The page of statistics of the game lists the measures.")
    return found


def measures_of(game: str) -> list[Mapping[str, Any]]:
    """The measures of a game, or of all, as the API lists them."""
    return [one for one in statistics.measures() if one["game"] == game]


def answered(asked: Asked) -> AnswerShown:
    """The answer, with the charts that its groups allow. Raises `Problem`."""
    question = StatisticsQuery(
        asked.game,
        asked.measure["key"],
        asked.at.scope,
        asked.group_by,
        asked.every,
        asked.order,  # type: ignore[arg-type]
        asked.grouping.limit or PAGE,
        asked.grouping.independent,
    )
    try:
        answer = statistics.statistics(services().engine, question)
    except UnusableFilter as error:
        raise unusable(error) from None
    except UnknownMeasure:
        raise not_found("There is no such measure.") from None
    return shown_of(asked, answer)


# From rows of figures to cells and charts.


def sessions_at(row: Mapping[str, Any]) -> str:
    """The page with the sessions that count in a row."""
    return str(row["sessions"]).removeprefix("/v1")


def is_few(row: Mapping[str, Any]) -> bool:
    """Whether a row has too few sessions to tell."""
    return bool(row.get("too_few", row["n"] < LEAST))


def shown_of(asked: Asked, answer: Mapping[str, Any]) -> AnswerShown:
    """The answer as tables and charts."""
    rows, unit, group_by = answer["rows"], asked.measure["unit"], asked.group_by
    data = [_datum(asked, row, unit) for row in rows]
    bars = histogram = strips = None
    heat: list[HeatMap] = []
    if rows and "histogram" in rows[0]:
        bins = answer["bins"]
        counts = [sum(row["histogram"][at] for row in rows) for at in range(len(rows[0]["histogram"]))]
        histogram = histogram_of(counts, bins["from"], bins["width"], unit)
    elif ROUND in group_by and len(group_by) < 3:
        strips = _strips(asked, rows, unit)
    elif rows and group_by:
        heat = heat_shown(asked, rows, data)
        bars = None if heat else bars_of([one for one in data if one is not None], unit)
    return AnswerShown(
        asked.measure["title"],
        asked.measure["meaning"].replace("`", ""),
        verdict(asked, rows, data),
        tuple(_heads(asked, rows)),
        tuple((asked.words.group(row["group"], group_by), tuple(_cells(row, unit))) for row in rows),
        bars,
        histogram,
        strips,
        tuple(heat),
        unit,
        _next(answer),
        _call(asked),
        "The figures moved since the first page." if answer.get("changed") else "",
    )


def _datum(asked: Asked, row: Mapping[str, Any], unit: str) -> Datum | None:
    """A row on a chart; None where it has no value."""
    if row["value"] is None:
        return None
    label = ", ".join(asked.words.group(row["group"], asked.group_by)) or "All"
    ends = row.get("interval") or _quarters(row)
    expected = row.get("expected")
    value = said(row["value"], unit)
    return Datum(label, row["value"], value, sessions_at(row), ends, expected, is_few(row))


def _quarters(row: Mapping[str, Any]) -> tuple[float, float] | None:
    """The lower and the upper quartile of a row, if it has them."""
    found = row.get("quantiles") or {}
    low, high = found.get(QUARTERS[0]), found.get(QUARTERS[2])
    return None if low is None or high is None else (low, high)


def _strips(asked: Asked, rows: Sequence[Mapping[str, Any]], unit: str) -> Strips | None:
    """Lines along the rounds, one for each other group."""
    others = [name for name in asked.group_by if name != ROUND]
    groups: dict[str, list[Station]] = {}
    for row in sorted(rows, key=lambda one: float(one["group"][ROUND])):
        middle = (row.get("quantiles") or {}).get(QUARTERS[1], row["value"])
        if middle is None:
            continue
        low, high = _quarters(row) or (None, None)
        label = ", ".join(asked.words.group(row["group"], others))
        groups.setdefault(label, []).append(Station(float(row["group"][ROUND]), middle, low, high))
    return strips_of(groups, unit) if groups else None


def heat_shown(
    asked: Asked, rows: Sequence[Mapping[str, Any]], data: Sequence[Datum | None]
) -> list[HeatMap]:
    """The zones of the board of the newest of these sessions, if the only group is its places."""
    if len(asked.group_by) != 1 or asked.group_by[0] not in asked.measure["dimensions"]:
        return []
    (name,) = asked.group_by
    by_place = {str(row["group"][name]): one for row, one in zip(rows, data, strict=True) if one is not None}
    if len(by_place) < FEWEST_PLACES:
        return []
    filters = {**asked.every, "game": asked.game, "measure": asked.measure["key"], "status": "finished"}
    newest = list_sessions(services().engine, reach=asked.at.scope, filters=filters, cursor=None, limit=1)
    for one in newest["items"]:
        try:
            board = final_board(services(), session_of(one["id"], fresh=False))
        except Problem:
            return []
        zones = heat_of(board.zones, by_place)
        known = sum(spot.heat > 0 for zone in zones for spot in zone.spots)
        return zones if known * 3 >= len(by_place) and known >= FEWEST_PLACES else []
    return []


FEWEST_PLACES = 3
"""A map of fewer places says less than their names."""


def verdict(asked: Asked, rows: Sequence[Mapping[str, Any]], data: Sequence[Datum | None]) -> str:
    """The answer in a sentence; that it is too early, where it is."""
    unit = asked.measure["unit"]
    told = [(row, one) for row, one in zip(rows, data, strict=True) if one is not None]
    if not told:
        return "No game counts here yet."
    enough = [(row, one) for row, one in told if not one.faint]
    if not enough:
        most = max(row["n"] for row, _ in told)
        return f"Too few games to tell yet: at most {most} of the {LEAST} that a group needs."
    if not asked.group_by:
        row, one = enough[0]
        around = f" ({span_said(row['interval'], unit)})" if row.get("interval") else ""
        return f"{one.said}{around} in {row['n']:,} games."
    if all(row.get("interval") and row.get("expected") is not None for row, _ in enough):
        over = [one.label for row, one in enough if row["interval"][0] > row["expected"]]
        under = [one.label for row, one in enough if row["interval"][1] < row["expected"]]
        clear = [f"More than expected: {listed(over)}." if over else ""]
        clear.append(f"Less than expected: {listed(under)}." if under else "")
        return " ".join(filter(None, clear)) or "No group differs clearly from what is expected."
    if len(enough) < 2:
        ((_, one),) = enough
        return f"{one.label}: {one.said}. The other groups have too few games to tell."
    by_value = sorted((one for _, one in enough), key=lambda one: one.value)
    return (
        f"Most: {by_value[-1].label} ({by_value[-1].said}). Least: {by_value[0].label} ({by_value[0].said})."
    )


def _cells(row: Mapping[str, Any], unit: str) -> list[AnswerCell]:
    """The cells of a row behind its group."""
    few = is_few(row)
    cells = [
        AnswerCell(said(row["value"], unit), few),
        AnswerCell(f"{row['n']:,}", address=sessions_at(row)),
    ]
    if unit == SHARE:
        span = "–" if row["interval"] is None else span_said(row["interval"], unit)
        cells.append(AnswerCell("too few to tell" if few else span, few))
    elif few:
        cells.append(AnswerCell("too few to tell", quiet=True))
    else:
        cells.append(AnswerCell(span_said((row["min"], row["max"]), unit) if row["min"] is not None else "–"))
    if row.get("quantiles"):
        quarters = _quarters(row)
        cells.append(AnswerCell(said(row["quantiles"].get(QUARTERS[1]), unit), few))
        cells.append(AnswerCell("–" if quarters is None else span_said(quarters, unit), few))
    if "expected" in row:
        cells.append(AnswerCell(said(row["expected"], unit), quiet=True))
    return cells


def _heads(asked: Asked, rows: Sequence[Mapping[str, Any]]) -> list[AnswerHead]:
    """The heads of the table, each a link that sorts by its column where that can be done."""
    unit = asked.measure["unit"]
    heads = [
        _head(asked, heading_of(name), "group" if place == 0 else "")
        for place, name in enumerate(asked.group_by)
    ]
    heads.append(_head(asked, "Share" if unit == SHARE else unit.capitalize(), "value"))
    heads.append(_head(asked, "Games", "n"))
    heads.append(AnswerHead("95 % interval") if unit == SHARE else AnswerHead("Least–most"))
    if rows and rows[0].get("quantiles"):
        heads += [AnswerHead("Median"), AnswerHead("Middle half")]
    if rows and "expected" in rows[0]:
        heads.append(AnswerHead("Expected"))
    return heads


def _head(asked: Asked, words: str, by: str) -> AnswerHead:
    if not by or not asked.group_by:
        return AnswerHead(words)
    now, first = asked.order, by if by == "group" else f"-{by}"
    direction = "" if now.removeprefix("-") != by else "descending" if now.startswith("-") else "ascending"
    following = first if now != first else first.removeprefix("-") if first != by else f"-{by}"
    return AnswerHead(words, changed(asked.at.path, order_by=following), direction)


def _next(answer: Mapping[str, Any]) -> str | None:
    """The address of the next rows."""
    following = answer.get("next")
    return None if following is None else address("", {**request.args.to_dict(), "cursor": following})


def _call(asked: Asked) -> str:
    """The call of the API that gives the same answer."""
    parameters = {name: value for name, value in request.args.items() if name not in OWN and name != "cursor"}
    path = f"/v1/statistics/{asked.game}/{asked.measure['key']}"
    return address(path, {**parameters, **asked.at.fixed})


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


def groupings(asked: Asked) -> list[Chip]:
    """By what the measure can be grouped, as links; the game’s own names first."""
    own = list(asked.measure["dimensions"])
    names = [*own, *(name for name in asked.measure["group_by"] if name not in own)]
    return [
        Chip(
            heading_of(name),
            changed(asked.at.path, group_by=None if asked.group_by == (name,) else name, order_by=None),
            on=asked.group_by == (name,),
            name=name,
        )
        for name in names
    ]
