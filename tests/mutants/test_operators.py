"""Each operator on a small source: what it changes, how a mutant is named, and that nothing else moves."""

from __future__ import annotations

import ast
from textwrap import dedent

import pytest

from tests.support.mutants.operators import mutants_of, mutated

PATH = "domain/games/reef/rules/diving.py"


def changes(source: str) -> list[tuple[str, str, str]]:
    return [(each.operator, each.before, each.after) for each in mutants_of(PATH, source)]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a == b", "a != b"),
        ("a != b", "a == b"),
        ("a < b", "a <= b"),
        ("a <= b", "a < b"),
        ("a > b", "a >= b"),
        ("a >= b", "a > b"),
        ("a in b", "a not in b"),
        ("a not in b", "a in b"),
        ("a is b", "a is not b"),
        ("a is not b", "a is b"),
    ],
)
def test_an_order_moves_its_boundary_and_other_comparisons_turn_around(before, after):
    assert changes(before) == [("comparison", before, after)]


def test_each_comparison_of_a_chain_is_one_mutant():
    assert changes("a < b <= c") == [
        ("comparison", "a < b <= c", "a <= b <= c"),
        ("comparison", "a < b <= c", "a < b < c"),
    ]


@pytest.mark.parametrize(("before", "after"), [("0", "1"), ("7", "8"), ("True", "False"), ("False", "True")])
def test_a_number_is_one_more_and_a_truth_the_other_one(before, after):
    assert changes(f"x = {before}") == [("constant", before, after)]


@pytest.mark.parametrize(
    "source",
    [
        *("x = 'text'", "x = None", "x: Literal[1]", "def f(x: L[1]) -> L[2]: ..."),
        *("class Reef(Struct, frozen=True): ...", "@dataclass(frozen=True)\nclass Reef: ..."),
    ],
)
def test_a_text_nothing_and_what_says_a_type_stay(source):
    assert changes(source) == []


def test_and_becomes_or_and_or_becomes_and():
    assert changes("x = a and b") == [("boolean operator", "a and b", "a or b")]
    assert changes("x = a or b or c") == [("boolean operator", "a or b or c", "a and b and c")]


@pytest.mark.parametrize(
    "source", ["yield Dived(seat)", "state = yield Dived(seat)", "yield from dive(seat)"]
)
def test_a_fact_is_not_told(source):
    [(operator, _, after)] = changes(f"def decide():\n    {source}\n")
    assert (operator, after) == ("dropped fact", "yield from ()")


def test_a_story_without_its_only_fact_is_a_story_still():
    source = "def decide():\n    yield 'dived'\n"
    scope: dict = {}
    exec(compile(mutated(source, 0), PATH, "exec"), scope)
    assert list(scope["decide"]()) == []


@pytest.mark.parametrize(
    "call", ["check(air, 'RF-3', 'No air.')", "_check_air(state)", "rules.check_air(1 + x)"]
)
def test_a_check_is_dropped(call):
    assert ("dropped check", call, "pass") in changes(call)


def test_another_call_is_no_check():
    assert changes("dive(state)") == []
    assert changes("air = check(state)") == []


def test_each_member_of_a_replacement_is_dropped_alone():
    assert changes("x = structs.replace(state, air=a, depth=b)") == [
        ("dropped member", "structs.replace(state, air=a, depth=b)", "structs.replace(state, depth=b)"),
        ("dropped member", "structs.replace(state, air=a, depth=b)", "structs.replace(state, air=a)"),
    ]
    assert changes("x = text.replaced(a=b)") == []


def test_a_negation_is_gone_and_a_bare_condition_is_turned_around():
    assert changes("x = not a") == [("negation", "not a", "a")]
    assert changes("if a: pass") == [("negation", "a", "not a")]
    assert changes("while a: pass") == [("negation", "a", "not a")]
    assert changes("x = b if a else c") == [("negation", "a", "not a")]
    assert changes("x = [b for b in c if a]") == [("negation", "a", "not a")]
    assert changes("if not a: pass") == [("negation", "not a", "a")]


def test_the_least_becomes_the_most_and_the_most_the_least():
    assert changes("x = min(a)") == [("min/max", "min", "max")]
    assert changes("x = max(a)") == [("min/max", "max", "min")]


SOURCE = dedent(
    """
    class Reef:
        def dive(self, depth):
            if depth > 3:
                return depth + 1
            return check_air(
                depth,
                depth < 9,
            )
    """
)


def test_a_mutant_says_its_place_its_function_and_the_lines_of_its_statement():
    found = {each.before: each for each in mutants_of(PATH, SOURCE)}
    deeper = found["depth > 3"]
    assert (deeper.path, deeper.function, deeper.line, deeper.text) == (PATH, "Reef.dive", 4, "if depth > 3:")
    assert (deeper.first, deeper.last) == (4, 4)
    assert (found["depth < 9"].line, found["depth < 9"].first, found["depth < 9"].last) == (8, 6, 9)
    assert str(deeper) == f"{PATH}:4  comparison  depth > 3 -> depth >= 3"


def test_what_names_a_mutant_stays_when_its_line_moves():
    def keys(source):
        return [each.key for each in mutants_of(PATH, source)]

    assert keys(f"# A comment.\n\n{SOURCE}") == keys(SOURCE)
    assert keys(SOURCE.replace("dive", "sink")) != keys(SOURCE)


def test_what_stands_in_a_line_twice_is_named_apart():
    first, second = mutants_of(PATH, "x = range(1, depth + 1)\n")
    assert (first.key[3], second.key[3]) == ("1 -> 2", "1 -> 2 (2)")


def test_a_mutant_is_the_source_with_that_one_change():
    for mutant in mutants_of(PATH, SOURCE):
        text = ast.unparse(mutated(SOURCE, mutant.number))
        assert text != ast.unparse(ast.parse(SOURCE))
        assert ast.unparse(ast.parse(SOURCE)).replace(mutant.before, mutant.after, 1) == text


def test_lines_keep_their_numbers():
    lines = [getattr(node, "lineno", None) for node in ast.walk(mutated(SOURCE, 0))]
    assert lines == [getattr(node, "lineno", None) for node in ast.walk(ast.parse(SOURCE))]
