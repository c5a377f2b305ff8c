"""Which tests are asked about a mutant: those that ran its line, cheap ones first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tests.support.mutants.measuring import Measured
from tests.support.mutants.operators import Mutant

FIRST_TESTS, FIRST_SECONDS = 60, 8.0
"""What is asked first: enough to kill most, and little enough to be cheap."""

NO_TIME = 0.01
"""What a test costs that took no time."""

MOST_TESTS, MOST_SECONDS = 1_500, 120.0
"""What else is asked of a mutant that survived this."""

MOST_BESIDE, SECONDS_BESIDE = 500, 60.0
"""What is asked at last: tests that did not run the line themselves, but may look at what it made."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Tests that are asked together, and the seconds that they took when they were measured."""

    tests: Sequence[str] = ()
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Chosen:
    """The tests that are asked first, those that are asked afterwards, and how many more ran the line."""

    first: Asked
    then: Asked
    left_out: int = 0


def choose(mutant: Mutant, found: Mapping[str, Measured]) -> Chosen:
    """The tests for a mutant."""
    ranked: list[list[tuple[float, str]]] = [[], [], []]
    for measured in found.values():
        by_test = measured.lines.get(mutant.path)
        if by_test is not None:
            for test, rank in _concerned(mutant, measured, by_test):
                ranked[rank].append((measured.seconds[test], test))
    ran, near, far = map(_by_price, ranked)
    beside = [*near, *far]
    first = _as_many([*ran, *beside], FIRST_TESTS, FIRST_SECONDS, at_least=1)
    asked = len(first.tests)
    then = _as_many(ran[asked:], MOST_TESTS, MOST_SECONDS)
    last = _as_many(beside[max(0, asked - len(ran)) :], MOST_BESIDE, SECONDS_BESIDE)
    more = Asked([*then.tests, *last.tests], then.seconds + last.seconds)
    return Chosen(first, more, len(ran) + len(beside) - asked - len(more.tests))


def _concerned(
    mutant: Mutant, measured: Measured, by_test: Mapping[str, Sequence[int]]
) -> Iterator[tuple[str, int]]:
    """The tests of a file, each with its rank: it ran the line, or the line ran for it.

    What runs while a file is loaded runs for all its tests; so may what one made and left to others. Of those
    the ones that ran something of the same source come first: they are who may use a constant of it.
    """
    wanted = set(range(mutant.first, mutant.last + 1))
    direct = {test for test, lines in by_test.items() if not wanted.isdisjoint(lines)}
    for test in measured.seconds if direct else ():
        if test in direct:
            yield test, 0
        elif _names(test, mutant.path):
            yield test, 1 if test in by_test else 2


def _names(test: str, path: str) -> bool:
    """Whether a test is about the game that a file belongs to; every test is about the house."""
    return not path.startswith("domain/games/") or path.split("/")[2] in test


def _by_price(tests: Sequence[tuple[float, str]]) -> list[tuple[float, str]]:
    """Cheap ones first; the second of a file counts as twice as dear, since it tells less that is new."""
    of_file: dict[str, int] = defaultdict(int)
    priced = []
    for seconds, test in sorted(tests):
        file = test.partition("::")[0]
        of_file[file] += 1
        priced.append(((seconds + NO_TIME) * of_file[file], seconds, test))
    return [(seconds, test) for _, seconds, test in sorted(priced)]


def _as_many(tests: Sequence[tuple[float, str]], most: int, seconds: float, at_least: int = 0) -> Asked:
    """The first of them, as long as they fit."""
    taken: list[str] = []
    spent = 0.0
    for each, test in tests[:most]:
        if len(taken) >= at_least and spent + each > seconds:
            break
        taken.append(test)
        spent += each
    return Asked(taken, spent)
