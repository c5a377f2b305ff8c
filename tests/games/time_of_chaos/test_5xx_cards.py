"""5xx: decks, displays, hands and tableaux."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from domain.games.time_of_chaos import GAME, actions, facts
from domain.games.time_of_chaos.components import Card
from domain.kernel import PUBLIC, TRUTH, UNKNOWN, Chance, Viewer
from domain.kernel.engine.entries import codec_of
from domain.kernel.game import decide
from tests.games.time_of_chaos.table import DEMO, DISPLAYS, act, in_play

GRAB = act("grab", "red", card="NP-D")
SEARCH = act("search", "red", card="NP-C", refill="NP-D")
FULL_HAND = ("NP-E", "NP-F", "NP-G")
CHI_SQUARE_14_DEGREES = 36.1
"""Exceeded by one uniform sample in a thousand; the seeds are fixed."""


def test_tc_501_a_card_belongs_to_another_era_than_its_decks():
    for card in DEMO.box.cards.values():
        assert DEMO.box.era_of[card.tile] != card.deck


def test_tc_501_cards_carry_points_and_nothing_else():
    assert Card.__struct_fields__ == ("id", "deck", "tile", "points", "name")
    table = in_play().grabbed("red", "PN-E").pawns(red="present:E").acting("red")
    table.play(act("deliver", "red", card="PN-E"))
    assert table.kinds() == [facts.ActionTaken, facts.CardDelivered, facts.CubePlaced]


@pytest.mark.parametrize(("era", "letter"), [("past", "P"), ("present", "N"), ("future", "F")])
def test_tc_502_grab_and_search_use_the_pawns_era(era: str, letter: str):
    table = in_play().pawns(red=f"{era}:A").acting("red")
    offered = table.offered("red")
    *cards, last = offered["grab"][0]["card"].of.values
    assert all(card.startswith(letter) for card in cards)
    assert last == UNKNOWN
    assert offered["search"][0]["card"].values == DISPLAYS[era]
    for other, cards in DISPLAYS.items():
        tried = table.when(act("search", "red", card=cards[0]), drawn=True)
        assert (tried.rejection is None) == (other == era)
        table = in_play().pawns(red=f"{era}:A").acting("red")


@pytest.mark.parametrize(("slot", "card"), list(enumerate(DISPLAYS["present"])))
def test_tc_503_the_top_card_takes_the_slot_at_once(slot: int, card: str):
    table = in_play().acting("red").play(act("search", "red", card=card, refill="NF-I"))
    display = list(DISPLAYS["present"])
    display[slot] = "NF-I"
    assert table.state.displays["present"] == tuple(display)
    assert "NF-I" not in table.state.decks["present"]
    table.when(act("search", "red", card="NF-I", refill="NF-H")).then_accepted()


def test_tc_504_without_a_deck_the_display_shrinks():
    table = in_play().deck(present=()).acting("red")
    for left in (("NP-A", "NP-C"), ("NP-C",), ()):
        card = next(card for card in table.state.displays["present"] if card not in left)
        table.play(act("search", "red", card=card))
        table.then_includes(facts.DisplayRefilled("present", 0 if card != "NF-B" else 1, None))
        assert table.state.displays["present"] == left
    assert table.state.decks["present"] == ()


@pytest.mark.parametrize("action", [GRAB, SEARCH])
def test_tc_505_a_hand_holds_at_most_three(action: dict[str, Any]):
    in_play().grabbed("red", *FULL_HAND[:2]).acting("red").when(action).then_accepted()
    full = in_play().grabbed("red", *FULL_HAND).acting("red").when(action)
    full.then_rejected("TC-505")
    assert action["type"] not in full.offered("red")


def test_tc_506_a_card_leaves_a_hand_only_by_delivery():
    names = {kind.__struct_config__.tag for kind in actions.ACTIONS}
    assert not names & {"discard", "trade", "steal", "give"}
    table = in_play().grabbed("red", *FULL_HAND).acting("red").chaos("past:A", "blue")
    table.play(act("restore", "red", tile="past:A"), act("travel", "red", city="E"))
    table.play(act("time_travel", "red", era="past", cube_on="arrival"), act("end_turn", "red"))
    assert table.hand("red") == list(FULL_HAND)


def test_tc_507_others_see_the_deck_and_a_searched_card():
    table = in_play().grabbed("red", "NP-D").searched("red", "PF-B", "PN-D")
    seen_by_others = [
        {"deck": "present", "via": "grab"},
        {"card": "PF-B", "deck": "past", "via": "search"},
    ]
    for viewer in (PUBLIC, Viewer("blue")):
        assert table.seen(viewer)["seats"]["red"]["hand"] == seen_by_others
    for viewer in (TRUTH, Viewer("red")):
        assert [held["card"] for held in table.seen(viewer)["seats"]["red"]["hand"]] == ["NP-D", "PF-B"]


def test_tc_507_delivery_makes_a_card_public():
    table = in_play().grabbed("red", "NP-A").pawns(red="past:A").acting("red")
    table.play(act("deliver", "red", card="NP-A"))
    delivered = table.of(facts.CardDelivered)[0]
    assert GAME.exposes(delivered)
    assert GAME.fact_view(delivered, PUBLIC)["card"] == "NP-A"
    assert table.seen()["seats"]["red"]["tableau"] == ["NP-A"]


def test_tc_508_what_is_public():
    table = in_play().grabbed("red", "NP-D").delivered("blue", "FN-A").exhausted("red").penalties(blue=1)
    seen = table.cubes("present:E", red=2).chaos("past:C", "blue").seen()
    assert seen["displays"] == {era: list(cards) for era, cards in DISPLAYS.items()}
    assert seen["decks"] == {"past": 15, "present": 14, "future": 14}
    red, blue = seen["seats"]["red"], seen["seats"]["blue"]
    assert (len(red["hand"]), blue["tableau"]) == (1, ["FN-A"])
    assert (red["supply"], red["cloak"], red["penalties"], red["pawn"]) == (10, "exhausted", 0, "present:A")
    assert (blue["supply"], blue["cloak"], blue["penalties"], blue["pawn"]) == (11, "active", 1, "present:B")
    assert seen["tiles"]["present:E"] == {"side": "order", "cubes": {"red": 2}}
    assert seen["tiles"]["past:C"] == {"side": "chaos", "cubes": {"blue": 1}}
    assert {**seen, "seats": None} == {**table.seen(Viewer("red")), "seats": None}


def test_tc_509_a_tableau_has_no_limit_and_delivered_cards_stay():
    table = in_play().delivered("red", "NP-D", "NP-E", "NP-F", "NP-G").triggered_by("red", "blue")
    table.grabbed("red", "PN-F").pawns(red="present:F").acting("red")
    table.play(act("deliver", "red", card="PN-F"), act("end_turn", "red"))
    assert table.player("red").tableau == ("NP-D", "NP-E", "NP-F", "NP-G", "PN-F")


def test_tc_510_nobody_sees_the_order_of_a_deck():
    turned = in_play()
    turned.deck(**{era: deck[::-1] for era, deck in turned.state.decks.items()})
    for viewer in (PUBLIC, TRUTH, Viewer("red"), Viewer("blue")):
        assert turned.seen(viewer) == in_play().seen(viewer)
        assert turned.seen(viewer)["decks"] == {"past": 15, "present": 15, "future": 15}


IMPOSSIBLE = {
    "of another deck": "PN-D",
    "on display": "NP-A",
    "in a hand": "NP-E",
    "delivered": "NP-F",
    "unknown": "XX-Z",
}


@pytest.mark.parametrize("card", IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_tc_511_a_declared_draw_is_a_card_still_in_that_deck(card: str):
    table = in_play().grabbed("blue", "NP-E").delivered("blue", "NP-F").acting("red")
    table.when(act("grab", "red", card=card)).then_rejected("TC-511", field="card")
    table.when(act("search", "red", card="NP-C", refill=card)).then_rejected("TC-511", field="refill")


def test_tc_511_a_refill_is_declared_exactly_when_the_deck_is_not_empty():
    search = act("search", "red", card="NP-C")
    in_play().acting("red").when(search).then_rejected("TC-511", field="refill")
    in_play().acting("red").when(act("grab", "red")).then_rejected("TC-511", field="card")
    empty = in_play().deck(present=()).acting("red")
    empty.when(SEARCH).then_rejected("TC-511", field="refill")
    empty.when(search).then_accepted()


@pytest.mark.parametrize("action", [act("grab", "red"), act("search", "red", card="NP-C")])
def test_tc_512_a_drawn_card_is_uniform_over_the_rest_of_the_deck(action: dict[str, Any]):
    rounds = 40
    seen: Counter[str] = Counter()
    deck = in_play().state.decks["present"]
    for number in range(len(deck) * rounds):
        table = in_play().acting("red")
        table.when(action, drawn=True, seed=number)
        drawn = table.chance.drawn
        assert table.chance.next_draw == 1
        seen.update(str(card) for card in drawn.values())
    assert set(seen) == set(deck)
    assert sum((count - rounds) ** 2 / rounds for count in seen.values()) < CHI_SQUARE_14_DEGREES
    assert table.chance.outcomes[0].source == "drawn"


def test_tc_512_every_integer_below_the_decks_size_is_another_card():
    table = in_play().acting("red")
    deck, grab = table.state.decks["present"], codec_of(GAME).action(act("grab", "red"))
    asked: list[int] = []

    def card(index: int) -> str:
        def below(n: int, number: int) -> int:
            asked.append(n)
            return index

        return decide(GAME, table.state, grab, Chance(below))[1].seats["red"].hand[0].card

    assert {card(index) for index in range(len(deck))} == set(deck)
    assert set(asked) == {len(deck)}
