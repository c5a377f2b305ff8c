"""Bonds of an offer: what two list parameters must satisfy together."""

from __future__ import annotations

from random import Random

from domain.kernel import Apart, Balance, Beyond, Choice, Exchanges, Limited, Offer, Optional, Several
from domain.kernel.offers import covers, sample_action

EXCHANGE = Offer(
    "exchange",
    "red",
    {"take": Optional(Several(("a", "b", "c"), 0, 3)), "give": Optional(Several(("a", "d"), 0, 2))},
    (Apart("take", "give"), Balance("take", "give", -1, 1)),
)

TRADE = Offer(
    "trade",
    "red",
    {"die": Optional(Choice((1, 2, 3))), "trades": Optional(Exchanges({"ore": 9}, {"ore": 1, "gem": 1}, 3))},
    (Limited("trades", "die", otherwise=2),),
)


def exchange(take: list[str], give: list[str]) -> dict[str, object]:
    return {"type": "exchange", "seat": "red", "take": take, "give": give}


def test_lists_apart_share_no_value():
    assert covers(EXCHANGE, exchange(["a"], ["d"]))
    assert not covers(EXCHANGE, exchange(["a"], ["a"]))


def test_values_besides_may_stand_in_both_lists():
    offer = Offer("exchange", "red", EXCHANGE.parameters, (Apart("take", "give", besides=("a",)),))
    assert covers(offer, exchange(["a"], ["a"]))
    assert not covers(
        Offer(
            "exchange",
            "red",
            {"take": Several(("a", "b"), 0, 2), "give": Several(("a", "b"), 0, 2)},
            offer.bonds,
        ),
        exchange(["a", "b"], ["b"]),
    )


def test_a_list_holds_so_many_values_beyond_those_listed():
    cards = ("a", "a", "b", "b", "c")
    offer = Offer("play", "red", {"cards": Several(cards, 0, 4)}, (Beyond("cards", ("a", "b"), 1),))

    def play(*taken: str) -> dict[str, object]:
        return {"type": "play", "seat": "red", "cards": list(taken)}

    assert covers(offer, play("a", "b", "b"))
    assert covers(offer, play("c", "a"))
    assert not covers(offer, play("c", "a", "a"))
    assert not covers(offer, play("a", "a", "b", "b"))
    random = Random(7)
    assert all(covers(offer, sample_action(offer, random)) for _ in range(200))


def test_a_balance_bounds_the_difference_of_lengths():
    assert covers(EXCHANGE, exchange(["b"], []))
    assert not covers(EXCHANGE, exchange(["b", "c"], []))
    assert not covers(EXCHANGE, exchange([], ["a", "d"]))


def test_a_list_that_is_left_out_is_empty():
    assert covers(EXCHANGE, {"type": "exchange", "seat": "red"})


def test_samples_satisfy_every_bond():
    random = Random(3)
    assert all(covers(EXCHANGE, sample_action(EXCHANGE, random)) for _ in range(200))


def test_the_shortest_lists_are_taken_where_no_sample_fits():
    values = tuple("abcdefgh")
    offer = Offer("exchange", "red", {"take": Several(values, 0, 8), "give": Several(values, 0, 8)})
    narrow = Offer(
        offer.type, offer.seat, offer.parameters, (Apart("take", "give"), Balance("take", "give", 0, 0))
    )
    random = Random(5)
    assert all(covers(narrow, sample_action(narrow, random)) for _ in range(50))


def test_a_number_limits_a_list():
    for die, most in {None: 2, 1: 1, 2: 2, 3: 3}.items():
        for size in range(4):
            action = {"type": "trade", "seat": "red", "die": die}
            action["trades"] = [{"give": "ore", "receive": "gem"}] * size
            assert covers(TRADE, action) == (size <= most)
    assert covers(TRADE, {"type": "trade", "seat": "red", "die": 1})


def test_samples_are_as_long_as_the_number_lets_them_be():
    random = Random(3)
    sampled = [sample_action(TRADE, random) for _ in range(400)]
    assert all(covers(TRADE, action) for action in sampled)
    found = {(action.get("die"), len(action.get("trades", ()))) for action in sampled}
    assert found == {
        (die, size) for die, most in {None: 2, 1: 1, 2: 2, 3: 3}.items() for size in range(most + 1)
    }
