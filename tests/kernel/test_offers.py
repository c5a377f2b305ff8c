"""Offers: what a domain admits is what is sampled from it."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from domain.kernel import Choice, Each, Offer, Open, Optional, Outcome, Range, Several, Split
from domain.kernel.offers import admits, covers, is_open, sample, sample_action

DOMAINS = (
    Choice(("a", "b", 3)),
    Range(-2, 5),
    Several(("a", "a", "b"), 1, 3),
    Several(("a", "b", "c"), 0, 2, ordered=True),
    Each({"x": Range(1, 2), "y": Choice(("q",))}),
    Split({"x": 2, "y": 1}, 1, 3),
    Optional(Choice(("a",))),
    Outcome(Several((1, 2, 3), 2, 2)),
)


@pytest.mark.parametrize("domain", DOMAINS, ids=lambda domain: type(domain).__name__)
def test_what_is_sampled_is_admitted(domain):
    random = Random(3)
    for _ in range(50):
        assert admits(domain, sample(domain, random, declare=True))


@pytest.mark.parametrize(
    ("domain", "value"),
    [
        (Choice(("a",)), "b"),
        (Range(1, 3), 4),
        (Range(1, 3), "2"),
        (Several(("a", "b"), 1, 2), ["a", "a"]),
        (Several(("a", "b"), 1, 2), []),
        (Several(("a", "b"), 1, 2), "a"),
        (Each({"x": Range(1, 2)}), {"x": 3}),
        (Each({"x": Range(1, 2)}), {}),
        (Split({"x": 2}, 1, 2), {"x": 3}),
        (Split({"x": 2}, 1, 2), {}),
        (Split({"x": 2}, 1, 2), {"y": 1}),
    ],
)
def test_what_does_not_fit_is_not_admitted(domain, value):
    assert not admits(domain, value)


def test_an_offer_covers_its_actions_and_no_others():
    offer = Offer("grab", "red", {"card": Outcome(Choice(("a", "b")))})
    assert covers(offer, {"type": "grab", "seat": "red"})
    assert covers(offer, {"type": "grab", "seat": "red", "card": "a"})
    assert not covers(offer, {"type": "grab", "seat": "red", "card": "c"})
    assert not covers(offer, {"type": "grab", "seat": "blue"})
    assert not covers(offer, {"type": "search", "seat": "red"})
    assert not covers(offer, {"type": "grab", "seat": "red", "cloak": True})


def test_what_an_offer_does_not_name_is_left_out_or_empty():
    offer = Offer("grab", "red")
    for nothing in (None, [], {}):
        assert covers(offer, {"type": "grab", "seat": "red", "cards": nothing})
    for something in (0, False, "", [None], {"a": None}):
        assert not covers(offer, {"type": "grab", "seat": "red", "cards": something})


def test_an_offer_says_that_it_is_idle_only_where_it_is():
    assert "idle" not in msgspec.to_builtins(Offer("grab", "red"))
    assert msgspec.to_builtins(Offer("grab", "red", idle=True))["idle"] is True


def test_outcomes_are_left_to_chance_unless_declared():
    offer = Offer("grab", "red", {"card": Outcome(Choice(("a",)))})
    assert sample_action(offer, Random(1)) == {"type": "grab", "seat": "red"}
    assert sample_action(offer, Random(1), declare=True) == {"type": "grab", "seat": "red", "card": "a"}


def test_only_choices_can_be_open():
    assert is_open(Open("anything"))
    assert is_open(Each({"x": Optional(Open("anything"))}))
    assert not is_open(Outcome(Open("three grids")))
