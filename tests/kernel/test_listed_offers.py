"""Lists of any of several things, forms of what is free, and lists that draw on one stock."""

from __future__ import annotations

from random import Random

from domain.kernel import (
    Assign,
    Choice,
    Depends,
    Each,
    Listed,
    Offer,
    Open,
    Optional,
    Outcome,
    Range,
    Several,
    Shared,
    Written,
)
from domain.kernel.engine.playing import without_outcomes
from domain.kernel.offers import admits, covers, is_open, sample, sample_action, values_of

PRIMITIVES = Listed(
    (
        Each({"do": Choice(("gain",)), "gems": Range(1, 3)}),
        Each({"do": Choice(("draw",)), "card": Outcome(Choice(("axe", "oil")))}),
    ),
    1,
    2,
)
DICE = Offer(
    "assign",
    "red",
    {
        "garages": Optional(Several((2, 2, 5), 0, 3, ordered=True), usual=True),
        "farms": Optional(Assign(("1", "2"), (2, 2, 5), 0, 2)),
    },
    (Shared(("garages", "farms"), (2, 2, 5)),),
)


def assigned(garages: list[int], farms: dict[str, int]) -> dict[str, object]:
    return {"type": "assign", "seat": "red", "garages": garages, "farms": farms}


def test_a_listed_value_lies_in_one_of_the_domains_each_time():
    assert admits(PRIMITIVES, [{"do": "gain", "gems": 3}, {"do": "gain", "gems": 1}])
    assert admits(PRIMITIVES, [{"do": "draw"}, {"do": "gain", "gems": 1}])
    for wrong in ([], [{"do": "gain"}], [{"do": "draw", "gems": 1}], [{"do": "draw"}] * 3, 7):
        assert not admits(PRIMITIVES, wrong)


def test_samples_lie_in_the_list_and_its_values_are_told():
    for seed in range(40):
        assert admits(PRIMITIVES, sample(PRIMITIVES, Random(seed), declare=seed % 2 == 0))
    assert {"do", "gain", "draw", "gems", 3, "axe"} <= set(values_of(PRIMITIVES))


def test_what_is_free_takes_anything_and_tells_the_values_of_its_form():
    free = Open("what the text does", PRIMITIVES)
    assert is_open(free)
    assert admits(free, "anything")
    assert "gems" in list(values_of(free))


def test_an_outcome_that_depends_on_the_rest_takes_anything_and_is_left_to_chance():
    draws = Outcome(Depends())
    assert not is_open(draws)
    assert admits(draws, ["axe"])
    assert sample(draws, Random(1), declare=True) is None


def test_a_drawn_session_is_not_asked_for_outcomes_inside_a_list():
    left = without_outcomes(Offer("carry_out", None, {"changes": PRIMITIVES}))
    domain = left.parameters["changes"]
    assert "axe" not in list(values_of(domain))
    assert admits(domain, [{"do": "draw"}])


def test_parameters_share_a_stock():
    assert covers(DICE, assigned([2, 5], {"1": 2}))
    assert covers(DICE, assigned([2, 2, 5], {}))
    assert not covers(DICE, assigned([2, 2], {"1": 2}))
    assert not covers(DICE, assigned([5], {"2": 5}))
    assert covers(DICE, {"type": "assign", "seat": "red"})


def test_samples_take_no_more_than_the_stock():
    random, taken = Random(3), set()
    for _ in range(200):
        action = sample_action(DICE, random)
        assert covers(DICE, action), action
        taken.add((len(action.get("garages", ())), len(action.get("farms", ()))))
    assert {(3, 0), (1, 2)} <= taken


def test_a_text_is_neither_empty_nor_longer_than_it_may_be():
    reason = Written(40)
    assert admits(reason, "the dice fell off the table")
    for wrong in ("", "x" * 41, 7, None):
        assert not admits(reason, wrong)
    assert not is_open(reason)
    assert admits(reason, sample(reason, Random(1), declare=False))
