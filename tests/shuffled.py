"""`--order SEED`: the tests in another order than they stand, the same one for the same seed.

Files change their places, and tests theirs within a file: what a file makes for all its tests is made once.
Pytest comes after it and puts those together again that share what is made for each of several parameters.
"""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from random import Random

import pytest

OPTION = "--order"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(OPTION, type=int, metavar="SEED", help="run the tests in another order")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    seed = config.getoption("order")
    if seed is not None:
        items[:] = shuffled(items, Random(seed))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tell the seed, so that a run that failed can be repeated."""
    seed = terminalreporter.config.getoption("order")
    if seed is not None:
        terminalreporter.write_line(f"in the order of {OPTION} {seed}")


def shuffled(items: list[pytest.Item], chance: Random) -> list[pytest.Item]:
    """The items, file by file."""
    files: list[list[pytest.Item]] = [list(of_file) for _, of_file in groupby(items, _file)]
    chance.shuffle(files)
    for of_file in files:
        chance.shuffle(of_file)
    return [item for of_file in files for item in of_file]


def _file(item: pytest.Item) -> Path:
    return item.path
