"""2xx: whose turn it is."""

from __future__ import annotations

from domain.game_template import facts
from tests.game_template.table import GameTable, act


def test_gt_201_only_the_active_seat_acts():
    table = GameTable().turn_of("red").when(act("draw_card", "blue"), drawn=True)
    table.then_rejected("GT-201", field="seat")
    assert table.offered("blue") == {}


def test_gt_202_a_turn_is_one_action():
    table = GameTable().turn_of("red").play(act("draw_card", "red", card="sun-1"))
    table.then(facts.CardDrawn("red", "sun-1"), facts.TurnBegan("blue", 2))


def test_gt_202_who_can_do_nothing_is_left_out():
    table = GameTable("red", "blue", "green").holding(red=["sun-1", "sun-2"]).deck().turn_of("red")
    table.play(act("play_cards", "red", cards=["sun-1"], bet="low", roll=6))
    assert table.state.active == "red"
