"""Corrections: facts without the rules' consent can bend the table, and never break it."""

from __future__ import annotations

import pytest

from domain.game_template import GAME, facts
from domain.kernel import Fact
from tests.game_template.table import GameTable, act

NOTHING_OF_THIS_TABLE: list[Fact] = [
    facts.FirstPlayerChosen("mauve"),
    facts.TurnBegan("mauve", 1),
    facts.CardDrawn("mauve", "sun-1"),
    facts.CardDrawn("red", "sun-9"),
    facts.DieRolled("mauve", 1),
    facts.CardScored("red", "sun-9", "low"),
    facts.CardDiscarded("mauve", "sun-1", "low"),
    facts.GameEnded(("mauve",)),
]


@pytest.mark.parametrize("fact", NOTHING_OF_THIS_TABLE, ids=str)
def test_a_fact_that_names_what_is_not_on_the_table_cannot_be_applied(fact: Fact):
    with pytest.raises(LookupError):
        GameTable().turn_of("red").given(fact)


def test_a_forgotten_draw_can_be_told_later():
    table = GameTable().turn_of("red").given(facts.CardDrawn("blue", "sun-1"))
    assert (table.state.seats["blue"].hand, len(table.state.deck)) == (("sun-1",), 29)
    assert not GAME.invariants(table.state)
    table.play(act("draw_card", "red", card="sun-2"))


def test_a_card_told_twice_breaks_an_invariant_and_play_goes_on():
    table = GameTable().holding(red=["sun-1", "sun-1"]).turn_of("red")
    assert GAME.invariants(table.state) == ["I1: sun-1 is in 2 places"]
    table.play(act("play_cards", "red", cards=["sun-1", "sun-1"], bet="low", roll=1))
    assert GAME.invariants(table.state) == ["I1: sun-1 is in 2 places"]


def test_the_invariants_name_a_full_hand_and_a_wrong_end():
    table = GameTable(hand_limit=2).holding(red=["sun-1", "sun-2", "sun-3"]).turn_of("red")
    assert GAME.invariants(table.state) == ["I2: red holds 3 cards"]
    table = GameTable().deck().turn_of("red")
    assert GAME.invariants(table.state) == ["I3: the game continues without a card"]
    table = GameTable().scored("blue", "sun-1").given(facts.GameEnded(("red",)))
    assert GAME.invariants(table.state) == ["I4: those who won have not the most points"]
