"""Domains of objects and lists: dice on slots, cards dealt, piles joined, exchanges out of a stock."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from domain.kernel import Assign, Dealt, Exchanges, Grid, Joined, Several
from domain.kernel.offers import Domain, admits, sample

SLOTS = Assign(("1", "2", "3"), (4, 4, 6), 0, 2)
HANDS = Dealt(("red", "blue"), ("a", "b", "c", "d", "d"), 2)
PILES = Joined((Several(("a", "b", "c"), 2, 2, ordered=True), Several(("z",), 1, 1)))
ROWS = Grid(("a", "b", "c", "d", "d", "e"), 3)
MARKET = Exchanges({"water": 5, "gems": 0}, {"water": 3, "gems": 1}, 3)


@pytest.mark.parametrize(
    ("domain", "value"),
    [
        (SLOTS, {"1": 4, "3": 4}),
        (SLOTS, {}),
        (HANDS, {"red": ["d", "a"], "blue": ["d", "c"]}),
        (ROWS, [["d", "a", "e"], ["d", "c", "b"]]),
        (ROWS, (("a", "b", "c"), ("d", "d", "e"))),
        (PILES, ["c", "a", "z"]),
        (MARKET, [{"give": "water", "receive": "gems"}, {"give": "gems", "receive": "water"}]),
        (MARKET, []),
    ],
)
def test_it_admits(domain: Domain, value: Any):
    assert admits(domain, value)


@pytest.mark.parametrize(
    ("domain", "value"),
    [
        (SLOTS, {"1": 6, "2": 6}),
        (SLOTS, {"4": 6}),
        (SLOTS, {"1": 4, "2": 4, "3": 6}),
        (HANDS, {"red": ["a", "b"], "blue": ["a", "c"]}),
        (HANDS, {"red": ["a", "b"]}),
        (HANDS, {"red": ["a"], "blue": ["b", "c"]}),
        (ROWS, [["a", "b", "c"], ["d", "e", "e"]]),
        (ROWS, [["a", "b", "c"], ["d", "d"]]),
        (ROWS, [["a", "b"], ["c", "d"], ["d", "e"]]),
        (ROWS, [["a", "b", "c"]]),
        (ROWS, [["a", "b", "c"], ["d", "d", "e"], ["a", "b", "c"]]),
        (ROWS, ["abc", "dde"]),
        (ROWS, {"a": 1}),
        (PILES, ["a", "z", "b"]),
        (PILES, ["a", "b", "z", "z"]),
        (MARKET, [{"give": "gems", "receive": "water"}]),
        (MARKET, [{"give": "water", "receive": "gems"}] * 2),
        (MARKET, [{"give": "water", "receive": "water"}]),
    ],
)
def test_it_does_not_admit(domain: Domain, value: Any):
    assert not admits(domain, value)


@pytest.mark.parametrize("domain", [SLOTS, HANDS, ROWS, PILES, MARKET])
def test_samples_lie_in_their_domain(domain: Domain):
    random = Random(1)
    assert all(admits(domain, sample(domain, random, declare=True)) for _ in range(200))
