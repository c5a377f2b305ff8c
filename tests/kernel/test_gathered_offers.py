"""A list gathered from several domains: effects of a card, an item of one kind beside some of another."""

from __future__ import annotations

from random import Random

from domain.kernel import Choice, Each, Gathered, Optional, Outcome, Several
from domain.kernel.offers import Open, admits, is_open, sample

SHOPPING = Gathered((Several(("sword", "axe"), 0, 1), Several(("rope", "lamp", "oil"), 2, 2)))


def die(index: int) -> Optional:
    return Optional(Each({"die": Choice((index,)), "face": Outcome(Choice(("1", "2")))}))


REROLLS = Gathered((die(0), die(1)), least=1)


def test_a_gathered_list_comes_in_any_order():
    assert admits(SHOPPING, ["rope", "sword", "oil"])
    assert admits(SHOPPING, ["oil", "lamp"])


def test_each_part_keeps_its_own_limits():
    for wrong in (
        ["rope"],
        ["rope", "lamp", "oil"],
        ["sword", "axe", "rope", "oil"],
        ["rope", "oil", "pen"],
        7,
    ):
        assert not admits(SHOPPING, wrong)


def test_a_part_gives_one_value_and_an_optional_part_perhaps_none():
    assert admits(REROLLS, [{"die": 1, "face": "2"}, {"die": 0}])
    assert not admits(REROLLS, [])
    assert not admits(REROLLS, [{"die": 1}, {"die": 1}])
    assert not admits(REROLLS, [{"die": 2}])


def test_samples_lie_in_the_domain_and_reach_the_least():
    for seed in range(40):
        for domain in (SHOPPING, REROLLS):
            for declare in (False, True):
                value = sample(domain, Random(seed), declare=declare)
                assert admits(domain, value), value
    seen = {len(sample(REROLLS, Random(seed), declare=False)) for seed in range(40)}
    assert seen == {1, 2}


def test_an_open_part_makes_the_list_open():
    assert is_open(Gathered((Open("words"),)))
    assert not is_open(REROLLS)
