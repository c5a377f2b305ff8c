"""The sentences of facts: what a player reads of each."""

from __future__ import annotations

import pytest

from domain.game_template import facts
from domain.kernel import Fact, Viewer
from tests.game_template.table import says

SENTENCES: list[tuple[Fact, str]] = [
    (facts.FirstPlayerChosen("red"), "Red begins."),
    (facts.TurnBegan("blue", 2), "Blue’s turn begins."),
    (facts.CardDrawn("red", "sun-1"), "Red draws a card."),
    (facts.DieRolled("red", 3), "The die shows 3."),
    (facts.CardScored("red", "sun-1", "low"), "sun-1 scores for Red."),
    (facts.CardDiscarded("red", "sun-1", "low"), "sun-1 is discarded."),
    (facts.GameEnded(("red", "blue")), "The game is over. Won by: Red, Blue."),
]


@pytest.mark.parametrize(("fact", "sentence"), SENTENCES)
def test_a_fact_reads_so(fact: Fact, sentence: str):
    assert says(fact) == sentence


def test_gt_401_the_seat_that_draws_a_card_reads_its_name():
    assert says(facts.CardDrawn("red", "sun-1"), Viewer("red")) == "Red draws sun-1."
