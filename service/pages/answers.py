"""Answers of statistics as tables and charts: a measure, several of them, and the answer in a sentence."""

from __future__ import annotations

import dataclasses
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
from service.jobs.client import choosing, told_by
from service.pages.asking import LEAST, OWN, QUARTERS, REFUSALS, ROUND, Asked, AskedAt, address, changed
from service.pages.group_words import PEOPLE, heading_of, listed
from service.problems import Problem, not_found
from service.queries.filters import CLUB, UnusableFilter
from service.queries.question import ALL, SeatsQuery, StatisticsQuery
from service.queries.refusals import refusals
from service.queries.sessions import list_sessions
from service.queries.statistics import UnknownMeasure
from service.reports.result import final_board
from service.reports.statistic_charts import (
    PERCENT,
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

LOWER, MIDDLE, UPPER = (f"{share:g}" for share in QUARTERS)

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
    """An answer as a page shows it. verdict: the answer in a sentence."""

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
    answer = answer_to(asked)
    return side_by_side(asked, answer) if asked.is_of_many else shown_of(asked, answer)


def answer_to(asked: Asked) -> Mapping[str, Any]:
    """The rows that answer a question. Raises `Problem`."""
    try:
        return told_by(services().questions, asked.query())
    except UnusableFilter as error:
        raise unusable(error) from None
    except UnknownMeasure:
        raise not_found("There is no such measure.") from None


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
    return bool(row["too_few"])


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
        is_whole = "cursor" not in request.args and answer["next"] is None
        heat = heat_shown(asked, rows, data) if is_whole else []
        bars = None if heat else bars_of([one for one in data if one is not None], unit)
    return AnswerShown(
        asked.measure["title"],
        asked.measure["meaning"].replace("`", ""),
        verdict(asked, rows, data, answer.get("difference")),
        tuple(_heads(asked, rows)),
        tuple((names_of(asked, row), tuple(_cells(row, unit))) for row in rows),
        bars,
        histogram,
        strips,
        tuple(heat),
        unit,
        _next(answer),
        _call(asked),
        MOVED if answer.get("changed") else "",
    )


def label_of(asked: Asked, row: Mapping[str, Any], names: Sequence[str]) -> str:
    """The group of a row as a chart calls it: `Ann against Ben`."""
    words = asked.words.group(row["group"], names)
    joins = [JOINED_BY.get(name, ", ") for name in names[1:]]
    return "".join(words[:1]) + "".join(f"{by}{word}" for by, word in zip(joins, words[1:], strict=True))


JOINED_BY = {"against_player": " against ", "with_player": " with ", "other_player": " and "}


def _datum(asked: Asked, row: Mapping[str, Any], unit: str) -> Datum | None:
    """A row on a chart; None where it has no value."""
    if row["value"] is None:
        return None
    label = label_of(asked, row, asked.group_by) or "All"
    ends = row.get("interval") or _quarters(row)
    expected = row.get("expected")
    value = value_said(row["value"], unit)
    return Datum(label, row["value"], value, sessions_at(row), ends, expected, is_few(row))


def _quarters(row: Mapping[str, Any]) -> tuple[float, float] | None:
    """The lower and the upper quartile of a row, if it has them."""
    found = row.get("quantiles") or {}
    low, high = found.get(LOWER), found.get(UPPER)
    return None if low is None or high is None else (low, high)


def _strips(asked: Asked, rows: Sequence[Mapping[str, Any]], unit: str) -> Strips | None:
    """Lines along the rounds, one for each other group."""
    others = [name for name in asked.group_by if name != ROUND]
    groups: dict[str, list[Station]] = {}
    for row in sorted(rows, key=lambda one: float(one["group"][ROUND])):
        middle = (row.get("quantiles") or {}).get(MIDDLE, row["value"])
        if middle is None:
            continue
        low, high = _quarters(row) or (None, None)
        label = label_of(asked, row, others)
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
    newest = list_sessions(
        services().engine,
        choosing(services().questions),
        reach=asked.at.scope,
        filters=filters,
        cursor=None,
        limit=1,
    )
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


def verdict(
    asked: Asked,
    rows: Sequence[Mapping[str, Any]],
    data: Sequence[Datum | None],
    difference: Mapping[str, Any] | None = None,
) -> str:
    """The answer in a sentence; that it is too early, where it is. difference: of two of the groups."""
    unit = asked.measure["unit"]
    told = [(row, one) for row, one in zip(rows, data, strict=True) if one is not None]
    if not told:
        return "No game counts here yet."
    enough = [(row, one) for row, one in told if not one.faint]
    if not enough:
        most, least = max(row["n"] for row, _ in told), asked.grouping.least or LEAST
        return f"Too few games to tell yet: at most {most} of the {least} that a group needs."
    if not asked.group_by:
        row, one = enough[0]
        around = f" ({span_said(row['interval'], unit)})" if row.get("interval") else ""
        what = "" if unit == SHARE else f" {unit} on average"
        return f"{one.said}{what}{around} in {row['n']:,} games."
    if difference is not None:
        return _difference_said(asked, difference)
    if all(row.get("interval") and row.get("expected") is not None for row, _ in enough):
        over = [one.label for row, one in enough if row["interval"][0] > row["expected"]]
        under = [one.label for row, one in enough if row["interval"][1] < row["expected"]]
        clear = [f"More than expected: {listed(over)}." if over else ""]
        clear.append(f"Less than expected: {listed(under)}." if under else "")
        return " ".join(filter(None, clear)) or "No group differs clearly from what is expected."
    if len(enough) < 2:
        ((_, one),) = enough
        others = " The other groups have too few games to tell." if len(told) > 1 else ""
        return f"{one.label}: {one.said}.{others}"
    by_value = sorted((one for _, one in enough), key=lambda one: one.value)
    return (
        f"Most: {by_value[-1].label} ({by_value[-1].said}). Least: {by_value[0].label} ({by_value[0].said})."
    )


def _difference_said(asked: Asked, found: Mapping[str, Any]) -> str:
    """How much more one group is than another one, and whether that is clear."""
    (name,), unit = asked.group_by, asked.measure["unit"]
    one, other = asked.words.value(name, found["of"]), asked.words.value(name, found["from"])
    times = PERCENT if unit == SHARE else 1
    what = "percentage points" if unit == SHARE else unit
    value = found["value"] * times
    more = f"{one}: {value_said(abs(value), '')} {what} {'less' if value < 0 else 'more'} than {other}"
    if found["interval"] is None:
        return f"{more}."
    low, high = (end * times for end in found["interval"])
    clear = "a clear difference" if low > 0 or high < 0 else "no clear difference"
    return f"{more} (95 %: {value_said(low, '')} to {value_said(high, '')}), {clear}."


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
        cells.append(AnswerCell(value_said(row["quantiles"].get(MIDDLE), unit), few))
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
    own = {name: value for name, value in request.args.items() if name not in OWN and name != "cursor"}
    path, keys = f"/v1/statistics/{asked.game}", [one["key"] for one in asked.measures]
    if asked.is_of_many:
        return address(path, {"measures": ",".join(keys), **own, **asked.at.fixed})
    return address(f"{path}/{keys[0]}", {**own, **asked.at.fixed})


# Several measures: a column for each, or where the groups are few, a row.

FEW_GROUPS = 3


def side_by_side(asked: Asked, answer: Mapping[str, Any]) -> AnswerShown:
    """Several measures as a table: groups down and measures across, or the other way round if groups are few.

    Where the only groups are all games that the filters choose, all games stand beside them.
    """
    rows = list(answer["rows"])
    titles = [one["title"] for one in asked.measures]
    if rows and len(rows) <= FEW_GROUPS and len(titles) > FEW_GROUPS:
        return _turned(asked, answer)
    by = {one["title"]: one["key"] for one in asked.measures}
    heads = [
        _head(asked, heading_of(name), "group" if not at else "") for at, name in enumerate(asked.group_by)
    ]
    heads += [_head(asked, "Games", "n"), *(_head(asked, title, by[title]) for title in titles)]
    cells = [
        (names_of(asked, row), (games_of(row), *(_figure_cell(one, row) for one in asked.measures)))
        for row in rows
    ]
    return AnswerShown(
        listed(titles),
        "",
        _told_of_many(rows),
        tuple(heads),
        tuple(cells),
        next=_next(answer),
        call=_call(asked),
        note=MOVED if answer.get("changed") else "",
    )


MOVED = "The figures moved since the first page."


def _turned(asked: Asked, answer: Mapping[str, Any]) -> AnswerShown:
    """A row for each measure, a column for each group."""
    rows = list(answer["rows"])
    heads = [", ".join(asked.words.group(row["group"], asked.group_by)) or CHOSEN for row in rows]
    if not asked.group_by and asked.filters:
        rows += answer_to(dataclasses.replace(asked, filters={}))["rows"]
        heads.append(ALL_GAMES)
    cells = [
        (
            (AnswerCell(one["title"], address=changed(asked.at.path, measures=None, measure=one["key"])),),
            tuple(_figure_cell(one, row) for row in rows),
        )
        for one in asked.measures
    ]
    cells.insert(0, ((AnswerCell("Games"),), tuple(games_of(row) for row in rows)))
    return AnswerShown(
        listed([one["title"] for one in asked.measures]),
        "",
        _told_of_many(rows),
        (AnswerHead("What"), *map(AnswerHead, heads)),
        tuple(cells),
        call=_call(asked),
    )


CHOSEN, ALL_GAMES = "These games", "All games"


def _figure_cell(measure: Mapping[str, Any], row: Mapping[str, Any]) -> AnswerCell:
    found = row["measures"][measure["key"]]
    return AnswerCell(value_said(None if found is None else found["value"], measure["unit"]), is_few(row))


def _told_of_many(rows: Sequence[Mapping[str, Any]]) -> str:
    if not rows:
        return "No game counts here yet."
    few = sum(map(is_few, rows))
    if few == len(rows):
        return f"Too few games to tell yet: at most {max(row['n'] for row in rows)} in a group."
    return f"{counted(few, 'group has', 'groups have')} too few games to tell." if few else ""


# Which rules refused most.

MOST_RULES = 100
RULE = "rule"


def refused(asked: Asked) -> AnswerShown:
    """The rules, or other groups, by how often they refused. Raises `Problem`."""
    group_by = asked.group_by or (RULE,)
    order = "-total" if asked.order not in ("group", "-group", "n", "-n") else asked.order
    question = StatisticsQuery(
        asked.game,
        REFUSALS,
        asked.at.scope,
        group_by,
        asked.every,
        order,
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
    to = "" if rule is None else f"/rules/{asked.game}/{rule}"
    return Datum(label, row["total"], f"{row['total']:,}", to)


def _rule_word(asked: Asked, name: str, value: Any) -> str:
    return str(value) if name == RULE else asked.words.value(name, value)


def _rule_names(asked: Asked, row: Mapping[str, Any], group_by: Sequence[str]) -> tuple[AnswerCell, ...]:
    return tuple(
        AnswerCell(
            _rule_word(asked, name, row["group"][name]),
            address=f"/rules/{asked.game}/{row['group'][name]}" if name == RULE else "",
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
            rows = told_by(found.questions, SeatsQuery(key, at.scope, wanted, None, MOST_GAMES))["rows"]
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
