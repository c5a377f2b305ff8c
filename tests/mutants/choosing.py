"""Which tests are asked about a mutant: those that ran its line, cheap ones first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest

from tests.mutants.measuring import IMPORTED, Measured
from tests.mutants.operators import Mutant

FIRST_TESTS = 60
FIRST_SECONDS = 6.0
"""What is asked first: enough to kill most, and little enough to be cheap."""

MOST_TESTS = 1_500
MOST_SECONDS = 240.0
"""What is asked of a mutant that survived this."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """The tests that are asked first and afterwards; their seconds; how many more ran the line."""

    first: Sequence[str]
    then: Sequence[str]
    seconds: float
    left_out: int


def choose(mutant: Mutant, found: Mapping[str, Measured]) -> Chosen:
    """The tests for a mutant."""
    ranked: list[list[tuple[float, str]]] = [[], []]
    for measured in found.values():
        by_test = measured.lines.get(mutant.path)
        if by_test is not None:
            for test, rank in _concerned(mutant, measured, by_test):
                ranked[rank].append((measured.seconds[test], test))
    ordered = [*chain.from_iterable(_mixed(sorted(rank), mutant) for rank in ranked)]
    first = _as_many(ordered, FIRST_TESTS, FIRST_SECONDS)
    asked = _as_many(ordered, MOST_TESTS, MOST_SECONDS)
    return Chosen(
        [test for _, test in first],
        [test for _, test in asked[len(first) :]],
        sum(seconds for seconds, _ in asked),
        len(ordered) - len(asked),
    )


def _concerned(
    mutant: Mutant, measured: Measured, by_test: Mapping[str, Sequence[int]]
) -> Iterator[tuple[str, int]]:
    """The tests of a file, each with its rank: it ran the line, or the line ran while its file was loaded."""
    wanted = set(range(mutant.first, mutant.last + 1))
    direct = {test for test, lines in by_test.items() if not wanted.isdisjoint(lines)}
    for test in measured.seconds:
        if test in direct:
            yield test, 0
        elif IMPORTED in direct and _names(test, mutant.path):
            yield test, 1


def _names(test: str, path: str) -> bool:
    """Whether a test is about the game that a file belongs to; every test is about the house."""
    return not path.startswith("domain/games/") or path.split("/")[2] in test


def _mixed(tests: Sequence[tuple[float, str]], mutant: Mutant) -> list[tuple[float, str]]:
    """The cheapest test of each file in turn, and files of the game itself before the others."""
    near: dict[bool, dict[str, list[tuple[float, str]]]] = {True: {}, False: {}}
    for seconds, test in tests:
        file = test.partition("::")[0]
        near[_names(file, mutant.path)].setdefault(file, []).append((seconds, test))
    return [
        test
        for files in near.values()
        for turn in zip_longest(*files.values())
        for test in turn
        if test is not None
    ]


def _as_many(tests: Sequence[tuple[float, str]], most: int, seconds: float) -> Sequence[tuple[float, str]]:
    """The first of them, as long as they fit; one at least."""
    spent = 0.0
    for place, (each, _) in enumerate(tests[:most]):
        spent += each
        if place and spent > seconds:
            return tests[:place]
    return tests[:most]
