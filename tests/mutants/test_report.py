"""What a sample is told as, and when it has reached the bars."""

from __future__ import annotations

from tests.support.mutants.choosing import Asked, Chosen
from tests.support.mutants.judging import Verdict
from tests.support.mutants.operators import mutants_of
from tests.support.mutants.report import reached, report

MUTANT = mutants_of("reef.py", "x = a < b\n")[0]
ASKED = Chosen(Asked(["tests/a"]), Asked(["tests/b"]))


def verdicts(killed: int, survived: int, chosen: Chosen = ASKED) -> list[Verdict]:
    return [Verdict(MUTANT, True, chosen)] * killed + [Verdict(MUTANT, False, chosen)] * survived


def test_each_room_is_counted_and_the_whole():
    told = [*report({"rules": verdicts(19, 1), "view": verdicts(10, 0)})]
    assert [line.split() for line in told[:3]] == [
        ["rules", "19", "of", "20", "killed", "95%"],
        ["view", "10", "of", "10", "killed", "100%"],
        ["the", "whole", "29", "of", "30", "killed", "97%"],
    ]


def test_a_survivor_is_told_with_its_place_and_its_tests():
    assert [*report({"rules": verdicts(0, 1)})][-1].strip() == (
        "reef.py:1  comparison  a < b -> a <= b  (2 tests asked)"
    )
    left_out = Chosen(Asked(["tests/a"]), Asked(), 7)
    assert [*report({"rules": verdicts(0, 1, left_out)})][-1].endswith("(1 tests asked, 7 left out)")
    nothing = Chosen(Asked(), Asked())
    assert [*report({"rules": verdicts(0, 1, nothing)})][-1].endswith("(no test runs it)")


def test_the_bars_are_nine_of_ten_in_each_room_and_nineteen_of_twenty_of_the_whole():
    assert reached({"rules": verdicts(18, 2), "view": verdicts(20, 0)})
    assert not reached({"rules": verdicts(17, 3), "view": verdicts(99, 0)})
    assert not reached({"rules": verdicts(18, 2), "view": verdicts(19, 1)})
    assert reached({"rules": [], "view": []})


def test_what_is_below_its_bar_says_so():
    told = [*report({"rules": verdicts(8, 2), "view": verdicts(9, 1)})]
    assert ["below" in line for line in told[:3]] == [True, False, True]
