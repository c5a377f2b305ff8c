"""Answers of statistics as tables and charts: a measure, several of them, and the answer in a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from flask import request
from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.ui.words import counted
from service.api.statistics import unusable
from service.http.authentication import readable as session_of
from service.http.services import services
from service.pages.asking import LEAST, OWN, PAGE, REFUSALS, Asked, AskedAt, address, changed
from service.pages.entry import rule_address
from service.pages.group_words import ALL, PEOPLE, heading_of, listed
from service.problems import Problem, not_found
from service.queries import statistics
from service.queries.filters import CLUB, UnusableFilter
from service.queries.question import StatisticsQuery
from service.queries.refusals import refusals
from service.queries.sessions import list_sessions
from service.queries.statistics import UnknownMeasure, seats
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
    span_said,
    strips_of,
    value_said,
)
from service.sessions.errors import rule_text

ROUND = "round"
QUARTERS = ("0.25", "0.5", "0.75")

# The answer to a question, as tables and charts show it.


class AnswerCell(Struct, frozen=True):
    """A cell of a table. quiet: too few to tell. games: a number of games, which leads to them.

    text: words, which may be long.
    """

    words: str
    quiet: bool = False
    address: str = ""
    games: bool = False
    text: bool = False


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
    rows: tuple[tuple[tuple[AnswerCell, ...], tuple[AnswerCell, ...]], ...]
    bars: Bars | None = None
    histogram: Histogram | None = None
    strips: Strips | None = None
    heat: tuple[HeatMap, ...] = ()
    unit: str = ""
    next: str | None = None
    call: str = ""
    note: str = ""


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


def games_of(row: Mapping[str, Any]) -> AnswerCell:
    """The number of games of a row, which leads to them."""
    return AnswerCell(f"{row['n']:,}", address=sessions_at(row), games=True)


def names_of(asked: Asked, row: Mapping[str, Any]) -> tuple[AnswerCell, ...]:
    """The cells of a row's group, with links to what it names; the first one says if there are too few."""
    words = asked.words.group(row["group"], asked.group_by)
    cells = [
        AnswerCell(word, address=_address_of(asked, name, str(row["group"][name])))
        for name, word in zip(asked.group_by, words, strict=True)
    ]
    return (replace(cells[0], quiet=is_few(row)), *cells[1:]) if cells else ()


def _address_of(asked: Asked, name: str, value: str) -> str:
    """The page of what a group is named after, if it has one."""
    if name in PEOPLE and value in asked.at.people:
        return f"/c/{asked.at.fixed[CLUB]}/people/{value}"
    return f"/t/{value}/result" if name == "session" else ""


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
        tuple((names_of(asked, row), tuple(_cells(row, unit))) for row in rows),
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
    value = value_said(row["value"], unit)
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
        AnswerCell(value_said(row["value"], unit), few),
        games_of(row),
    ]
    if unit == SHARE:
        span = "–" if row["interval"] is None else span_said(row["interval"], unit)
        cells.append(AnswerCell(span, few))
    else:
        cells.append(
            AnswerCell("–" if row["min"] is None else span_said((row["min"], row["max"]), unit), few)
        )
    if row.get("quantiles"):
        quarters = _quarters(row)
        cells.append(AnswerCell(value_said(row["quantiles"].get(QUARTERS[1]), unit), few))
        cells.append(AnswerCell("–" if quarters is None else span_said(quarters, unit), few))
    if "expected" in row:
        cells.append(AnswerCell(value_said(row["expected"], unit), quiet=True))
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


# Which rules refused most.

MOST_RULES = 100
RULE = "rule"


def refused(asked: Asked) -> AnswerShown:
    """The rules, or what else is asked for, by how often they refused. Raises `Problem`."""
    group_by = asked.group_by or (RULE,)
    order = "-total" if asked.order not in ("group", "-group", "n", "-n") else asked.order
    question = StatisticsQuery(
        asked.game,
        REFUSALS,
        asked.at.scope,
        group_by,
        asked.every,
        order,  # type: ignore[arg-type]
        MOST_RULES,
    )
    try:
        rows = list(refusals(services().engine, question)["rows"])
    except UnusableFilter as error:
        raise unusable(error) from None
    data = [_rule_bar(asked, row, group_by) for row in rows]
    most = data[0] if data else None
    return AnswerShown(
        asked.measure["title"],
        asked.measure["meaning"],
        "No rule refused anything here." if most is None else f"Most: {most.label} ({most.said} times).",
        tuple(AnswerHead(words) for words in (*map(heading_of, group_by), "Times", "Games", "Sentence")),
        tuple((_rule_names(asked, row, group_by), _refusal_cells(asked, row)) for row in rows),
        bars_of(data, "times") if data else None,
        unit="times",
        call=address(
            f"/v1/statistics/{asked.game}/{REFUSALS}",
            {**{name: value for name, value in request.args.items() if name not in OWN}, **asked.at.fixed},
        ),
    )


def _rule_bar(asked: Asked, row: Mapping[str, Any], group_by: Sequence[str]) -> Datum:
    label = ", ".join(_rule_word(asked, name, row["group"][name]) for name in group_by)
    rule = row["group"].get(RULE)
    to = "" if rule is None else rule_address(asked.game, rule)
    return Datum(label, row["total"], f"{row['total']:,}", to)


def _rule_word(asked: Asked, name: str, value: Any) -> str:
    return str(value) if name == RULE else asked.words.value(name, value)


def _rule_names(asked: Asked, row: Mapping[str, Any], group_by: Sequence[str]) -> tuple[AnswerCell, ...]:
    return tuple(
        AnswerCell(
            _rule_word(asked, name, row["group"][name]),
            address=rule_address(asked.game, row["group"][name]) if name == RULE else "",
        )
        for name in group_by
    )


def _refusal_cells(asked: Asked, row: Mapping[str, Any]) -> tuple[AnswerCell, ...]:
    rule = row["group"].get(RULE)
    sentence = "" if rule is None else rule_text(rule, services().games[asked.game]) or ""
    of = f"{row['n']:,} of {row['of']:,}"
    return (AnswerCell(f"{row['total']:,}"), AnswerCell(of), AnswerCell(sentence, text=True))


# How the games of a person went, one after another.

MOST_GAMES = 50
NEWEST = 10


class FormRow(Struct, frozen=True):
    """A game of a person. score: as people write it. said: won, or the rank."""

    session: str
    title: str
    day: str
    won: bool
    said: str
    score: str


class FormShown(Struct, frozen=True):
    """The newest games of a person, the newest first, and what they come to, in words."""

    name: str
    rows: tuple[FormRow, ...]
    verdict: str
    call: str


def form_of(at: AskedAt, game: str, player: str, filters: Mapping[str, str]) -> FormShown:
    """How the person did lately. Raises `Problem`."""
    found = services()
    wanted = {**filters, "player": player, **at.fixed}
    listed: list[tuple[str, Mapping[str, Any]]] = []
    for key in found.games if game == ALL else [game]:
        try:
            rows = seats(found.engine, key, at.scope, wanted, None, MOST_GAMES)["rows"]
        except UnusableFilter as error:
            raise unusable(error) from None
        listed += [(key, row) for row in rows]
    listed.sort(key=lambda one: (one[1]["played_on"], one[1]["session"]), reverse=True)
    shown = tuple(
        FormRow(
            row["session"],
            found.games[key].title,
            row["played_on"],
            row["won"],
            _result_said(row),
            "" if row["score"] is None else f"{row['score']:g}",
        )
        for key, row in listed[:MOST_GAMES]
    )
    call = "" if game == ALL else address(f"/v1/statistics/{game}/seats", wanted)
    return FormShown(at.people.get(player, player), shown, _form_verdict(shown), call)


def _result_said(row: Mapping[str, Any]) -> str:
    if row["won"]:
        return "won"
    return "lost" if row["rank"] is None else f"{row['rank']}."


def _form_verdict(rows: Sequence[FormRow]) -> str:
    """The newest results and the streaks in a sentence."""
    if not rows:
        return "No game counts here yet."
    newest = rows[:NEWEST]
    streaks = [(won, len(list(some))) for won, some in groupby(rows, lambda row: row.won)]
    won, length = streaks[0]
    longest = max((length for won, length in streaks if won), default=0)
    now = f"{counted(length, 'win')} in a row" if won else f"{counted(length, 'game')} without a win"
    told = f"Won {sum(row.won for row in newest)} of the last {counted(len(newest), 'game')}. Now: {now}."
    return f"{told} Longest: {counted(longest, 'win')} in a row." if longest else told
