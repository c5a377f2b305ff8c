"""1xx: the opening and the first player."""

from __future__ import annotations

import pytest

from domain.game_template import facts
from domain.kernel import Rejected
from tests.game_template.table import GameTable, act


@pytest.mark.parametrize("seats", [("red",), ("red", "blue", "green", "yellow", "red"), ("red", "red")])
def test_gt_101_two_to_four_different_seats_play(seats: tuple[str, ...]):
    with pytest.raises(Rejected, match="GT-101"):
        GameTable(*seats)


def test_gt_102_colours_come_from_the_set():
    with pytest.raises(Rejected, match="GT-102"):
        GameTable("red", "mauve")


def test_gt_103_the_first_player_is_declared_or_drawn_once():
    table = GameTable().play({"type": "choose_first_player", "first_player": "blue"})
    table.then(facts.FirstPlayerChosen("blue"), facts.TurnBegan("blue", 1))
    table.when({"type": "choose_first_player"}, drawn=True).then_rejected("GT-103")
    GameTable().when({"type": "choose_first_player"}, drawn=True).then_accepted()


def test_gt_103_nobody_acts_before():
    GameTable().when(act("draw_card", "red"), drawn=True).then_rejected("GT-103")


def test_gt_103_the_first_player_sits_at_the_table():
    table = GameTable().when({"type": "choose_first_player", "first_player": "green"})
    table.then_rejected("GT-103", field="first_player")
