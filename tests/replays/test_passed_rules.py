"""Which rules let a recorded action through: asked again of the log, which does not name them."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from domain.games import GAMES
from domain.kernel import Game
from domain.kernel.rulebook import rulebook
from replays.cursor import Cursor
from replays.game_lines import as_log, read_recorded
from replays.library import Library
from replays.passed_rules import Passed, passed_rules
from tests.recorded import LIBRARY, library


def over(recorded: bytes) -> Cursor:
    return Cursor.over(as_log(read_recorded(recorded), Library()), Library())


def passed(cursor: Cursor, first: int = 1, last: int | None = None) -> list[Passed]:
    session = cursor.session
    return list(
        passed_rules(
            session, first, last or session.version, lambda one, other: cursor.entries[one - 1 : other]
        )
    )


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_action_of_a_recorded_game_passed_rules_of_its_book(game: Game[Any]) -> None:
    cursor = over(library(game.key)[0].read_bytes())
    found = passed(cursor)
    assert [one.number for one in found] == list(range(2, cursor.session.version + 1))
    assert all(one.rules for one in found)
    assert frozenset().union(*(one.rules for one in found)) <= rulebook(game).keys()


@pytest.fixture
def evening() -> Cursor:
    return over((LIBRARY / "time_of_chaos" / "demo-2p-001.jsonl").read_bytes())


def test_an_action_passed_what_comes_before_its_chapter_and_no_rule_of_another(evening: Cursor) -> None:
    by_number = {one.number: one for one in passed(evening)}
    assert (by_number[7].action, by_number[2].action) == ("send_disorder", "lay_out_tiles")
    assert {"TC-606", "TC-119", "TC-222", "TC-201"} <= by_number[7].rules
    assert "TC-222" not in by_number[2].rules, "tiles are laid out before anybody has a turn"
    assert "TC-301" not in by_number[7].rules, "which the action step asks"


def test_a_stretch_of_the_log_tells_what_the_whole_tells_of_it(evening: Cursor) -> None:
    assert passed(evening, 30, 40) == [one for one in passed(evening) if 30 <= one.number <= 40]


def test_what_was_recorded_under_other_rules_or_comes_out_differently_is_not_told(evening: Cursor) -> None:
    game = evening.session.game
    evening.session.game = dataclasses.replace(game, rules_version=game.rules_version + 1)
    assert passed(evening) == []
    evening.session.game = dataclasses.replace(game, decide=lambda *_: iter(()))
    assert passed(evening) == []
