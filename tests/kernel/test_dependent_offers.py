"""Parameters that hang on each other: one of a list, spared by a roll, bounded by what an order leaves."""

from __future__ import annotations

from itertools import permutations, product
from random import Random

import pytest

from domain.kernel import (
    Among,
    Arriving,
    Choice,
    Each,
    Offer,
    Optional,
    Outcome,
    Range,
    Sent,
    Several,
    Unless,
)
from domain.kernel.engine.playing import without_outcomes
from domain.kernel.offers import admits, covers, sample, sample_action

WEAPONS = ("axe", "bow", "oil")
ARMING = Offer(
    "arm",
    "red",
    {"weapons": Optional(Several(WEAPONS, 0, 3)), "best": Optional(Choice(WEAPONS))},
    (Among("best", "weapons"),),
)
FACES = ("blue", "black")
LEAVING = Offer(
    "leave",
    "red",
    {
        "dice": Outcome(Several(FACES * 2, 2, 2, ordered=True)),
        "to": Optional(Choice(("north", "south")), usual=True),
    },
    (Unless("to", "dice", ("blue",)),),
)
VOLLEY = Offer(
    "volley",
    None,
    {
        "shields": Optional(Each({ship: Optional(Range(0, 5)) for ship in ("sloop", "brig")})),
        "order": Optional(
            Each(
                {
                    "fort": Optional(Several(("gun", "mortar", "rocket"), 3, 3, ordered=True)),
                    "tower": Optional(Several(("bow",), 1, 1, ordered=True)),
                }
            )
        ),
    },
    (
        Arriving(
            "shields",
            "order",
            {
                "fort": (Sent("gun", "sloop", 3), Sent("mortar", "brig", 2), Sent("rocket", "sloop", 1)),
                "tower": (Sent("bow", "brig", 1),),
            },
            {"fort": 4},
        ),
    ),
)
SWAP = Each({"do": Choice(("swap",)), "a": Choice((1, 2)), "b": Choice((1, 2))}, different=("a", "b"))


def arming(**chosen: object) -> dict[str, object]:
    return {"type": "arm", "seat": "red", **chosen}


def leaving(**chosen: object) -> dict[str, object]:
    return {"type": "leave", "seat": "red", **chosen}


def volley(**chosen: object) -> dict[str, object]:
    return {"type": "volley", **chosen}


@pytest.mark.parametrize(
    "chosen",
    [{}, {"weapons": []}, {"weapons": ["axe"]}, {"weapons": ["axe", "bow"], "best": "bow"}],
    ids=str,
)
def test_one_of_a_list_is_left_out_where_there_is_no_choice(chosen: dict[str, object]):
    assert covers(ARMING, arming(**chosen))


@pytest.mark.parametrize(
    "chosen",
    [{"best": "axe"}, {"weapons": ["axe"], "best": "bow"}, {"weapons": ["axe", "bow"]}],
    ids=str,
)
def test_what_does_not_stand_in_the_list_is_not_one_of_it(chosen: dict[str, object]):
    assert not covers(ARMING, arming(**chosen))


def test_what_a_bad_roll_spares_is_asked_for_everywhere_else():
    for dice, to in product(product(FACES, repeat=2), (None, "north")):
        spared = "blue" not in dice
        assert covers(LEAVING, leaving(dice=list(dice), to=to)) == (spared or to is not None)
    assert not covers(LEAVING, leaving())
    assert covers(LEAVING, leaving(to="south"))


def test_where_all_is_drawn_nothing_is_spared():
    drawn = without_outcomes(LEAVING)
    assert not covers(drawn, leaving())
    assert covers(drawn, leaving(to="south"))
    assert all("to" in sample_action(drawn, Random(seed)) for seed in range(20))


def test_what_is_lost_in_the_order_chosen_does_not_arrive():
    points = {"gun": ("sloop", 3), "mortar": ("brig", 2), "rocket": ("sloop", 1)}
    for order in permutations(points):
        left, arrived = 4, {"sloop": 0, "brig": 1}
        for gun in order:
            to, sent = points[gun]
            arrived[to] += max(0, sent - left)
            left = max(0, left - sent)
        for sloop, brig in product(range(6), repeat=2):
            held = sloop <= arrived["sloop"] and brig <= arrived["brig"]
            shields = {"sloop": sloop, "brig": brig}
            assert covers(VOLLEY, volley(shields=shields, order={"fort": list(order)})) == held


def test_an_order_that_is_left_out_is_as_listed():
    assert covers(VOLLEY, volley(shields={"brig": 2, "sloop": 1}))
    assert not covers(VOLLEY, volley(shields={"sloop": 2}))
    assert covers(VOLLEY, volley())


def test_values_of_some_keys_are_all_different():
    assert admits(SWAP, {"do": "swap", "a": 2, "b": 1})
    for wrong in ({"do": "swap", "a": 1, "b": 1}, {"do": "swap", "a": 1}, {"do": "swap", "a": 1, "b": 3}):
        assert not admits(SWAP, wrong)
    assert all(admits(SWAP, sample(SWAP, Random(seed), declare=False)) for seed in range(20))


@pytest.mark.parametrize("offer", [ARMING, LEAVING, VOLLEY], ids=lambda offer: offer.type)
def test_samples_satisfy_such_bonds(offer: Offer):
    random = Random(7)
    taken = [sample_action(offer, random, declare=declare) for declare in (False, True) * 100]
    assert all(covers(offer, action) for action in taken)
    assert len({str(action) for action in taken}) > 4
