"""Which rules were enforced at recorded entries: asked again of the log, which does not name them."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from domain.games import GAMES
from domain.kernel import Game
from domain.kernel.rejection import Rejected
from domain.kernel.rulebook import places_of, rulebook
from replays.cursor import Cursor
from replays.enforced_rules import Enforced, enforced_rules
from replays.game_lines import as_log, read_recorded
from replays.library import Library
from tests.support.recorded import LIBRARY, library

FOUND = 0.6
"""The part of the rules with a place that a recorded game comes by. The others: what nobody did in it, and
what is enforced where the table is shown."""


def over(recorded: bytes) -> Cursor:
    return Cursor.over(as_log(read_recorded(recorded), Library()), Library())


def enforced(cursor: Cursor, first: int = 1, last: int | None = None) -> list[Enforced]:
    session = cursor.session
    return list(
        enforced_rules(
            session, first, last or session.version, lambda one, other: cursor.entries[one - 1 : other]
        )
    )


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_rules_of_its_book_stand_behind_every_entry_of_a_recorded_game(game: Game[Any]) -> None:
    cursor = over(library(game.key)[0].read_bytes())
    found = enforced(cursor)
    assert [one.number for one in found] == list(range(1, cursor.session.version + 1))
    assert [one.number for one in found if one.action is None] == [1]
    assert all(one.asked | one.run for one in found)
    rules = frozenset[str]().union(*(one.asked | one.run for one in found))
    assert rules <= rulebook(game).keys()
    placed = {rule.id for rule in rulebook(game).values() if places_of(rule)}
    assert len(rules) > FOUND * len(placed), sorted(placed - rules)


@pytest.fixture
def evening() -> Cursor:
    return over((LIBRARY / "time_of_chaos" / "demo-2p-001.jsonl").read_bytes())


def test_an_action_passed_what_comes_before_its_chapter_and_no_rule_of_another(evening: Cursor) -> None:
    by_number = {one.number: one for one in enforced(evening)}
    assert (by_number[7].action, by_number[2].action) == ("send_disorder", "lay_out_tiles")
    assert {"TC-606", "TC-119", "TC-222", "TC-201"} <= by_number[7].asked
    assert "TC-222" not in by_number[2].asked, "tiles are laid out before anybody has a turn"
    assert "TC-301" not in by_number[7].asked, "which the action step asks"


def test_what_is_built_into_an_action_is_found_by_its_place(evening: Cursor) -> None:
    by_number = {one.number: one for one in enforced(evening)}
    assert "TC-103" in by_number[2].run - by_number[2].asked, "the tiles are laid out"
    assert {"TC-101", "TC-C03", "TC-107"} <= by_number[1].run, "box, seats and table of the opening"
    assert not {"TC-103", "TC-101"} & by_number[7].run


def test_a_stretch_of_the_log_tells_what_the_whole_tells_of_it(evening: Cursor) -> None:
    for first, last in ((30, 40), (1, 3)):
        of_all = [one for one in enforced(evening) if first <= one.number <= last]
        assert enforced(evening, first, last) == of_all


def test_what_was_recorded_under_other_rules_or_comes_out_differently_is_not_told(evening: Cursor) -> None:
    game = evening.session.game
    evening.session.game = dataclasses.replace(game, rules_version=game.rules_version + 1)
    assert enforced(evening) == []
    evening.session.game = dataclasses.replace(game, decide=lambda *_: iter(()))
    assert [one.number for one in enforced(evening)] == [1]


def test_an_opening_that_today_s_rules_refuse_is_not_told(evening: Cursor) -> None:
    def refuse(*_: object) -> None:
        raise Rejected("TC-101", "No such table.")

    evening.session.game = dataclasses.replace(evening.session.game, admit=refuse)
    assert [one.number for one in enforced(evening, 1, 3)] == [2, 3]
