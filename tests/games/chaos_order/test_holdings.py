"""CO-509: which cards a seat may name as its own: those that are known, and what an unknown one may be."""

from __future__ import annotations

from domain.games.chaos_order.offers.moves import holdings, nameable
from domain.kernel import TRUTH, UNKNOWN, Viewer
from tests.games.chaos_order.table import RED, begun


def test_co_509_a_hand_that_is_known_names_its_cards_alone():
    table = begun().board(RED, hand={"feint": 2, "ambush": 1})
    assert holdings(table.state, RED, TRUTH) == ["feint", "ambush"]


def test_co_509_an_unknown_card_may_be_any_that_is_not_named_yet_and_none_is_named_twice():
    table = begun().board(RED, hand={"feint": 1, UNKNOWN: 1})
    viewer = Viewer(RED)
    named = holdings(table.state, RED, viewer)
    others = [card for card in nameable(table.state, RED, viewer) if card != "feint"]
    assert named == ["feint", *others]
    assert "ambush" in others
    assert UNKNOWN not in named
