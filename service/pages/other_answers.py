"""Answers that are no measure: which rules refuse most, and how the games of a person went."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from flask import request
from msgspec import Struct

from domain.kernel.ui.words import counted
from service.api.statistics import unusable
from service.http.services import services
from service.pages.answers import AnswerCell, AnswerHead, AnswerShown
from service.pages.asking import OWN, REFUSALS, Asked, AskedAt, address
from service.pages.entry import rule_address
from service.pages.group_words import ALL, heading_of
from service.queries.filters import UnusableFilter
from service.queries.question import StatisticsQuery
from service.queries.refusals import refusals
from service.queries.statistics import seats
from service.reports.statistic_charts import Datum, bars_of
from service.sessions.errors import rule_text

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
    data = [_bar(asked, row, group_by) for row in rows]
    most = data[0] if data else None
    return AnswerShown(
        asked.measure["title"],
        asked.measure["meaning"],
        "No rule refused anything here." if most is None else f"Most: {most.label} ({most.said} times).",
        tuple(AnswerHead(words) for words in (*map(heading_of, group_by), "Times", "Games", "Sentence")),
        tuple((_names(asked, row, group_by), _cells(asked, row)) for row in rows),
        bars_of(data, "times") if data else None,
        unit="times",
        call=address(
            f"/v1/statistics/{asked.game}/{REFUSALS}",
            {**{name: value for name, value in request.args.items() if name not in OWN}, **asked.at.fixed},
        ),
    )


def _bar(asked: Asked, row: Mapping[str, Any], group_by: Sequence[str]) -> Datum:
    label = ", ".join(_word(asked, name, row["group"][name]) for name in group_by)
    rule = row["group"].get(RULE)
    to = "" if rule is None else rule_address(asked.game, rule)
    return Datum(label, row["total"], f"{row['total']:,}", to)


def _word(asked: Asked, name: str, value: Any) -> str:
    return str(value) if name == RULE else asked.words.value(name, value)


def _names(asked: Asked, row: Mapping[str, Any], group_by: Sequence[str]) -> tuple[AnswerCell, ...]:
    return tuple(
        AnswerCell(
            _word(asked, name, row["group"][name]),
            address=rule_address(asked.game, row["group"][name]) if name == RULE else "",
        )
        for name in group_by
    )


def _cells(asked: Asked, row: Mapping[str, Any]) -> tuple[AnswerCell, ...]:
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
            _result(row),
            "" if row["score"] is None else f"{row['score']:g}",
        )
        for key, row in listed[:MOST_GAMES]
    )
    call = "" if game == ALL else address(f"/v1/statistics/{game}/seats", wanted)
    return FormShown(at.people.get(player, player), shown, _verdict(shown), call)


def _result(row: Mapping[str, Any]) -> str:
    if row["won"]:
        return "won"
    return "lost" if row["rank"] is None else f"{row['rank']}."


def _verdict(rows: Sequence[FormRow]) -> str:
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
