"""Which tests are asked about a mutant, and in which order."""

from __future__ import annotations

from tests.support.mutants.choosing import choose
from tests.support.mutants.measuring import IMPORTED, Measured
from tests.support.mutants.operators import mutants_of

RULES = "domain/games/reef/rules.py"
SOURCE = "AIR = 3\ndef dive(depth):\n    return check(\n        depth < AIR,\n    )\n"
DIVES, AIR = (next(m for m in mutants_of(RULES, SOURCE) if m.before == each) for each in ("depth < AIR", "3"))
NEAR, CROSS, OTHER = (
    f"tests/games/{file}" for file in ("reef/test_dive.py", "test_every_game.py", "lagoon/test_swim.py")
)


def of_file(path, lines, **seconds):
    return Measured(
        {f"{path}::{name}": spent for name, spent in seconds.items()},
        {RULES: {f"{path}::{name}" if name else IMPORTED: ran for name, ran in lines.items()}},
    )


def names(asked):
    return [test.partition("::")[2] for test in asked.tests]


def test_those_that_ran_a_line_of_the_statement_are_asked_cheapest_first():
    found = {NEAR: of_file(NEAR, {"deep": [3], "flat": [4]}, deep=2.0, flat=1.0)}
    assert names(choose(DIVES, found).first) == ["flat", "deep"]


def test_others_of_their_file_are_asked_after_them_for_what_one_made_all_may_look_at():
    found = {
        NEAR: of_file(NEAR, {"deep": [3], "dry": [1]}, deep=2.0, dry=0.1, looks=0.2),
        OTHER: of_file(OTHER, {"swims": [1]}, swims=0.1),
    }
    assert names(choose(DIVES, found).first) == ["deep", "dry", "looks"]


def test_time_for_them_is_left_however_long_those_take_that_ran_the_line():
    ran = {"a": [3], "b": [3], "c": [3]}
    found = {NEAR: of_file(NEAR, ran, a=7.0, b=119.0, c=100.0, looks=50.0, dry=11.0)}
    chosen = choose(DIVES, found)
    assert (names(chosen.first), names(chosen.then)) == (["a"], ["c", "dry"])
    assert chosen.left_out == 2


def test_the_second_test_of_a_file_counts_as_twice_as_dear():
    found = {
        NEAR: of_file(NEAR, {"a": [3], "b": [3], "c": [3]}, a=0.5, b=0.6, c=0.7),
        CROSS: of_file(CROSS, {"plays": [3]}, plays=1.0),
    }
    assert names(choose(DIVES, found).first) == ["a", "plays", "b", "c"]


def test_a_line_that_runs_while_a_file_is_loaded_concerns_all_its_tests_of_that_game():
    found = {
        NEAR: of_file(NEAR, {"": [1], "deep": [3]}, deep=1.0, dry=0.1),
        OTHER: of_file(OTHER, {"": [1]}, swims=0.1),
        CROSS: Measured(
            {f"{CROSS}::plays[reef]": 0.1, f"{CROSS}::plays[lagoon]": 0.1}, {RULES: {IMPORTED: [1]}}
        ),
    }
    assert sorted(names(choose(AIR, found).first)) == ["deep", "dry", "plays[reef]"]


def test_of_those_it_ran_for_the_ones_that_use_its_source_are_asked_first():
    found = {
        NEAR: of_file(NEAR, {"": [1], "deep": [3]}, deep=2.0, dry=0.1),
        CROSS: of_file(CROSS, {"": [1], "plays[reef]": [2]}, **{"plays[reef]": 1.0}),
    }
    assert names(choose(AIR, found).first) == ["plays[reef]", "deep", "dry"]


def test_those_that_ran_it_themselves_come_before_those_whose_file_did():
    found = {NEAR: of_file(NEAR, {"": [3], "deep": [3]}, deep=1.0, dry=0.1)}
    assert names(choose(DIVES, found).first) == ["deep", "dry"]


def test_dear_tests_are_asked_of_what_survives_and_the_dearest_never():
    found = {NEAR: of_file(NEAR, {"a": [3], "b": [3], "c": [3]}, a=5.0, b=100.0, c=110.0)}
    chosen = choose(DIVES, found)
    assert (names(chosen.first), names(chosen.then), chosen.left_out) == (["a"], ["b"], 1)
    assert (chosen.first.seconds, chosen.then.seconds) == (5.0, 100.0)


def test_one_test_is_asked_however_dear_it_is():
    found = {NEAR: of_file(NEAR, {"a": [3]}, a=900.0)}
    assert names(choose(DIVES, found).first) == ["a"]


def test_a_test_that_failed_when_it_was_measured_is_not_asked():
    assert names(choose(DIVES, {NEAR: of_file(NEAR, {"deep": [3]})}).first) == []


def test_a_line_that_no_test_runs_has_none():
    chosen = choose(DIVES, {NEAR: of_file(NEAR, {"dry": [1]}, dry=0.1)})
    assert (names(chosen.first), names(chosen.then), chosen.left_out) == ([], [], 0)
