"""Trying mutants: each in a process of its own, by the tests that ran its line, until one fails."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

from tests.support.mutants.choosing import Asked, Chosen
from tests.support.mutants.forks import Ended, Work, in_forks
from tests.support.mutants.operators import Mutant, mutated
from tests.support.mutants.trials import Changed, run_tests

SECONDS_BEFORE = 60.0
TIMES_AS_LONG = 5.0
"""A mutant that takes so much longer than its tests alone does not end: that is noticed, too."""

SURVIVED = {int(pytest.ExitCode.OK), int(pytest.ExitCode.NO_TESTS_COLLECTED)}
UNKNOWN_TEST = int(pytest.ExitCode.USAGE_ERROR)
"""The change took a test away, whose name holds what was changed: its whole file is asked."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a mutant."""

    mutant: Mutant
    killed: bool
    chosen: Chosen


def judge(copy: Path, mutants: Mapping[Mutant, Chosen], at_once: int) -> Iterator[Verdict]:
    """Try all mutants by their cheapest tests, those that are left by the others, and tell what is known."""
    left = [*mutants]
    for when in ("first", "then"):
        asked: dict[Mutant, Asked] = {mutant: getattr(mutants[mutant], when) for mutant in left}
        for mutant in _killed(copy, asked, at_once):
            left.remove(mutant)
            yield Verdict(mutant, True, mutants[mutant])
    for mutant in left:
        yield Verdict(mutant, False, mutants[mutant])


def _killed(copy: Path, asked: Mapping[Mutant, Asked], at_once: int) -> Iterator[Mutant]:
    """Those that one of the tests notices."""
    lost = {}
    for ended in _tried(copy, asked, at_once):
        if ended.status == UNKNOWN_TEST:
            files = dict.fromkeys(test.partition("::")[0] for test in asked[ended.task].tests)
            lost[ended.task] = Asked([*files], asked[ended.task].seconds + SECONDS_BEFORE)
        elif ended.status not in SURVIVED:
            yield ended.task
    for ended in _tried(copy, lost, at_once):
        if ended.status not in SURVIVED:
            yield ended.task


def _tried(copy: Path, asked: Mapping[Mutant, Asked], at_once: int) -> Iterator[Ended[Mutant]]:
    works = (
        Work(mutant, partial(_try, copy, mutant, each.tests), SECONDS_BEFORE + TIMES_AS_LONG * each.seconds)
        for mutant, each in asked.items()
        if each.tests
    )
    return in_forks(works, at_once)


def _try(copy: Path, mutant: Mutant, tests: Sequence[str]) -> int:
    """Run the tests with the mutant in place of its module. In a process of its own."""
    source = (copy / mutant.path).read_text("utf-8")
    sys.meta_path.insert(0, Changed(copy, mutant.path, mutated(source, mutant.number)))
    return run_tests(copy, ["-x", *tests])
