"""6xx: the end, scores and winners."""

from __future__ import annotations

from domain.game_template import GAME, facts
from tests.game_template.table import GameTable, act


def last_card(table: GameTable) -> GameTable:
    """Red holds the last card of the game."""
    table.holding(red=["sun-1"]).deck().turn_of("red", turn=9)
    return table


def test_gt_601_the_last_card_ends_the_game():
    table = last_card(GameTable()).play(act("play_cards", "red", cards=["sun-1"], bet="low", roll=1))
    assert table.facts[-1] == facts.GameEnded(("red",))
    assert GAME.is_finished(table.state)
    table.when(act("draw_card", "red"), drawn=True).then_rejected("GT-601")
    assert table.offered("red") == table.offered(None) == {}


def test_gt_602_the_score_is_what_the_scored_cards_are_worth():
    table = GameTable().scored("red", "sun-6", "moon-2").scored("blue", "sun-1")
    assert {seat.seat: seat.score for seat in GAME.standing(table.state).seats} == {"red": 8, "blue": 1}


def test_gt_603_most_points_win():
    table = last_card(GameTable().scored("blue", "sun-6"))
    table.play(act("play_cards", "red", cards=["sun-1"], bet="low", roll=1))
    standing = GAME.standing(table.state)
    assert (standing.winners, standing.decided_by) == (("blue",), "score")
    assert {seat.seat: seat.rank for seat in standing.seats} == {"red": 2, "blue": 1}


def test_gt_603_equal_seats_share_the_win():
    table = last_card(GameTable("red", "blue", "green").scored("blue", "moon-1"))
    table.play(act("play_cards", "red", cards=["sun-1"], bet="low", roll=1))
    standing = GAME.standing(table.state)
    assert (standing.winners, standing.decided_by) == (("red", "blue"), "shared")
    assert {seat.seat: seat.rank for seat in standing.seats} == {"red": 1, "blue": 1, "green": 3}
