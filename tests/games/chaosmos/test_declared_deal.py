"""CM-112 … CM-116 at a table that deals by itself: what lies where is asked for step by step."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from domain.games.chaosmos import GAME
from domain.kernel import PUBLIC, UNKNOWN, Outcome, Rejected, Several
from domain.kernel.chance import Undeclared
from domain.kernel.offers import Choice, Depends, sample
from tests.games.chaosmos.table import sound
from tests.games.chaosmos.test_1xx_setup import DUEL, SIZES, STANDARD, chosen
from tests.support.asked import filled, is_as_asked, next_asked
from tests.support.given import Table

DEAL = {"type": "deal_cards"}


def pool(begun: Table, *, ovoid: bool) -> dict[str, Any]:
    """The first six cards of the deck are drawn, the Ovoid among them or not."""
    asked = next_asked(GAME, begun.state, DEAL)
    assert asked is not None
    assert isinstance(asked[1], Several)
    rest = [card for card in asked[1].values if card != "ovoid"]
    return filled(DEAL, asked[0], [*rest[:3], "ovoid", *rest[3:5]] if ovoid else rest[:6])


def test_the_deal_is_offered_as_it_comes_up():
    (offer,) = GAME.offers(chosen(2).state, None, PUBLIC)
    assert offer.parameters == {"pool_draws": Outcome(Depends()), "envelopes": Outcome(Depends())}


def test_cm_113_the_pool_is_asked_for_in_the_order_of_its_cards():
    begun = chosen(2)
    assert next_asked(GAME, begun.state, DEAL) == (
        "pool_draws",
        Several(begun.state.deck, 6, 6, ordered=True),
    )


@pytest.mark.parametrize(("count", "options", "home", "other"), SIZES)
def test_cm_116_whoever_answers_what_is_asked_deals_the_whole_deck(
    count: int, options: Any, home: int, other: int
):
    begun, random = chosen(count, **options), Random(home)
    deal, paths = dict(DEAL), []
    while (asked := next_asked(GAME, begun.state, deal)) is not None:
        deal = filled(deal, asked[0], sample(asked[1], random, declare=True))
        paths.append(asked[0])
    assert is_as_asked(GAME, begun.state, deal, {"pool_draws", "envelopes"})
    envelopes = [path for path in paths if not path.startswith("pool_draws")]
    assert envelopes == [f"envelopes/{planet}" for planet in sorted(begun.state.planets)]
    sound(begun.when(deal))
    assert begun.state.deck == ()


def test_cm_113_a_seventh_card_is_asked_for_exactly_if_the_ovoid_came_up():
    begun = chosen(2)
    drawn = pool(begun, ovoid=True)
    asked = next_asked(GAME, begun.state, drawn)
    assert asked is not None
    assert asked[0] == "pool_draws/6"
    assert isinstance(asked[1], Choice)
    assert "ovoid" not in asked[1].values
    for deal in (filled(drawn, *("pool_draws/6", asked[1].values[0])), pool(begun, ovoid=False)):
        following = next_asked(GAME, begun.state, deal)
        assert following is not None
        assert following[0].startswith("envelopes/")


def test_cm_112_the_cards_asked_for_are_those_after_the_swap():
    begun = chosen(3, **STANDARD)
    asked = next_asked(GAME, begun.state, DEAL)
    assert asked is not None
    assert isinstance(asked[1], Several)
    swapped = Counter(asked[1].values) - Counter(begun.state.deck)
    assert swapped
    assert set(swapped) <= {"dark_resonator", "replicator_seed", "escape_pod"}


def test_each_envelope_is_asked_for_out_of_what_is_left():
    begun = chosen(2, **DUEL)
    deal = pool(begun, ovoid=False)
    first = next_asked(GAME, begun.state, deal)
    assert first is not None
    assert isinstance(first[1], Several)
    dealt = list(first[1].values[: first[1].least])
    second = next_asked(GAME, begun.state, filled(deal, first[0], dealt))
    assert second is not None
    assert isinstance(second[1], Several)
    assert cards(second[1]) == cards(first[1]) - Counter(dealt)


def cards(asked: Several) -> Counter[Any]:
    """The cards that are asked for, beside those that nobody saw."""
    return Counter(card for card in asked.values if card != UNKNOWN)


def test_what_does_not_fit_is_refused_and_not_asked_on():
    begun = chosen(2)
    deal = pool(begun, ovoid=False)
    planet = sorted(begun.state.planets)[0]
    for cards in ([], ["hum_blade"] * 10, ["nonsense"] * 6):
        with pytest.raises(Rejected) as refused:
            next_asked(GAME, begun.state, {**deal, "envelopes": {planet: cards}})
        assert not isinstance(refused.value, Undeclared)
        assert refused.value.rule == "CM-115"
