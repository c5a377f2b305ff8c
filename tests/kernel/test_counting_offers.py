"""How many actions an offer holds, counted by hand and, where that is long, by trying all values."""

from __future__ import annotations

from itertools import combinations, permutations, product

import pytest

from domain.kernel import (
    Assign,
    Choice,
    Dealt,
    Depends,
    Domain,
    Each,
    Exchanges,
    Gathered,
    Grid,
    Joined,
    Limited,
    Listed,
    Offer,
    Open,
    Optional,
    Outcome,
    Range,
    Several,
    Split,
    Written,
)
from domain.kernel.offers import admits
from tests.support.counting import actions_in, values_in

BY_HAND: list[tuple[Domain, int]] = [
    (Choice(("a", "b", "c")), 3),
    (Range(2, 5), 4),
    (Several(("a", "b", "c"), 1, 2), 3 + 3),
    (Several(("a", "a", "b"), 0, 2), 1 + 2 + 2),
    (Several(("a", "b", "c"), 2, 2, ordered=True), 6),
    (Several(("a", "a", "b"), 3, 3, ordered=True), 3),
    (Each({"x": Choice((1, 2)), "y": Optional(Choice((1,)))}), 4),
    (Split({"n": 2, "s": 1}, 2, 2), 2),
    (Assign(("1", "2"), (4, 4, 6), 0, 1), 1 + 2 * 2),
    (Assign(("1", "2"), (4, 4, 6), 2, 2), 3),
    (Dealt(("red", "blue"), ("a", "b"), 1), 2),
    (Grid(("a", "b", "b", "c"), 2), 12),
    (Joined((Several(("a",), 1, 1), Several(("b", "c"), 1, 1))), 2),
    (Gathered((Optional(Choice((1,))), Several(("b", "c"), 0, 1)), least=1), 1 + 2 + 2),
    (Listed((Choice(("a", "b")), Choice(("c",))), 0, 2), 1 + 3 + 9),
    (Exchanges({"ore": 2}, {"ore": 2, "gem": 1}, 2), 1 + 1 + 1),
    (Outcome(Choice((1, 2))), 1),
    (Outcome(Choice((1, 2)), chosen=True), 3),
    (Written(9), 1),
    (Outcome(Depends()), 1),
    (Open("words"), 1),
]


@pytest.mark.parametrize(("domain", "number"), BY_HAND, ids=lambda one: type(one).__name__)
def test_values_are_counted(domain: Domain, number: int) -> None:
    assert values_in(domain) == number


def test_the_count_is_that_of_all_values_that_lie_in_it() -> None:
    values = ("a", "a", "b", "c")
    for least, most in ((0, 4), (1, 3), (2, 2)):
        unordered, ordered = Several(values, least, most), Several(values, least, most, ordered=True)
        sizes = range(least, most + 1)
        picked = {tuple(sorted(some)) for size in sizes for some in combinations(values, size)}
        assert values_in(unordered) == len(picked)
        lists = {some for size in sizes for some in permutations(values, size)}
        assert values_in(ordered) == len(lists)
        assert all(admits(ordered, list(some)) for some in lists)
    shared = Assign(("1", "2"), values, 0, 2)
    objects = [
        {key: value for key, value in zip("12", chosen, strict=True) if value is not None}
        for chosen in product((None, *set(values)), repeat=2)
    ]
    assert values_in(shared) == sum(admits(shared, one) for one in objects)


def test_an_offer_holds_the_product_of_its_parameters() -> None:
    assert actions_in(Offer("act", "red")) == 1
    assert actions_in(Offer("act", "red", {"x": Choice((1, 2)), "y": Optional(Range(1, 3))})) == 8


def test_what_a_number_limits_is_counted_by_number() -> None:
    trades = Optional(Exchanges({"ore": 9}, {"ore": 1, "gem": 1}, 3))
    die = Optional(Choice((1, 2, 3)))
    bond = Limited("trades", "die", otherwise=1)
    offer = Offer("trade", "red", {"die": die, "trades": trades, "space": Choice((1, 2))}, (bond,))
    lists = [1 + sum((1, 1, 2, 3)[: most + 1]) for most in range(4)]
    assert actions_in(offer) == 2 * (lists[1] + lists[1] + lists[2] + lists[3])
