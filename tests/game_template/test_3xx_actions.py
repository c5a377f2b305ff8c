"""3xx: drawing and playing."""

from __future__ import annotations

import pytest

from domain.game_template import facts
from domain.kernel import Choice, Outcome, Several
from tests.game_template.table import GameTable, act


def playing(*cards: str, bet: str = "low", roll: int | None = 3) -> dict[str, object]:
    return act("play_cards", "red", cards=list(cards), bet=bet, roll=roll)


def test_gt_301_an_empty_deck_gives_no_card():
    table = GameTable().deck().holding(red=["sun-1"]).turn_of("red")
    table.when(act("draw_card", "red"), drawn=True).then_rejected("GT-301")
    assert "draw_card" not in table.offered("red")


@pytest.mark.parametrize("limit", [2, 3])
def test_gt_302_a_full_hand_draws_no_card(limit: int):
    table = GameTable(hand_limit=limit).holding(red=["sun-1", "sun-2"]).turn_of("red")
    table.when(act("draw_card", "red"), drawn=True)
    if limit == 2:
        table.then_rejected("GT-302")
    else:
        table.then_accepted()


def test_gt_303_a_declared_card_is_in_the_deck():
    table = GameTable().holding(blue=["sun-1"]).turn_of("red").when(act("draw_card", "red", card="sun-1"))
    table.then_rejected("GT-303", field="card")
    assert table.rejection is not None
    assert table.rejection.probes  # red knows now that blue holds it
    table.when(act("draw_card", "red", card="moon-1")).then_accepted()


def test_gt_303_an_undeclared_card_is_drawn_from_the_deck():
    table = GameTable().deck("sun-1").turn_of("red").when(act("draw_card", "red"), drawn=True)
    table.then_includes(facts.CardDrawn("red", "sun-1"))


@pytest.mark.parametrize("cards", [(), ("sun-1", "sun-2", "sun-3"), ("moon-1",), ("sun-1", "sun-1")])
def test_gt_311_one_or_two_cards_of_the_own_hand(cards: tuple[str, ...]):
    table = GameTable().holding(red=["sun-1", "sun-2", "sun-3"], blue=["moon-1"]).turn_of("red")
    table.when(playing(*cards)).then_rejected("GT-311", field="cards")


def test_gt_311_and_gt_312_cards_and_bet_are_offered():
    table = GameTable().holding(red=["sun-1"]).turn_of("red")
    assert table.offered("red")["play_cards"] == {
        "cards": Several(("sun-1",), 1, 1),
        "bet": Choice(("low", "high")),
        "roll": Outcome(Choice((1, 2, 3, 4, 5, 6))),
    }


def test_gt_313_the_die_has_six_faces():
    table = GameTable().holding(red=["sun-1"]).turn_of("red")
    table.when(playing("sun-1", roll=7)).then_rejected("GT-313", field="roll")
    table.when(playing("sun-1", roll=None)).then_rejected("GT-313", field="roll")


@pytest.mark.parametrize(
    ("bet", "scored", "out"),
    [("low", "sun-2", "sun-5"), ("high", "sun-5", "sun-2"), ("low", "sun-3", "sun-4")],
)
def test_gt_314_the_bet_decides_what_scores(bet: str, scored: str, out: str):
    table = GameTable().holding(red=[scored, out]).turn_of("red")
    table.play(playing(scored, out, bet=bet, roll=3))
    table.then(
        facts.DieRolled("red", 3),
        facts.CardScored("red", scored, bet),
        facts.CardDiscarded("red", out, bet),
        facts.TurnBegan("blue", 2),
    )
    assert (table.state.seats["red"].scored, table.state.discard) == ((scored,), (out,))


def test_gt_314_a_card_worth_the_roll_scores_either_way():
    for bet in ("low", "high"):
        table = GameTable().holding(red=["sun-3"]).turn_of("red").play(playing("sun-3", bet=bet, roll=3))
        assert table.state.seats["red"].scored == ("sun-3",)
