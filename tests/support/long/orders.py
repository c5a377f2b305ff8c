"""Orders: the tests in one order after another, on all cores: none may lean on what ran before it."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.support.long.campaign import Outcome, Progress, Wanted
from tests.support.long.versions import tested


def run(wanted: Wanted, folder: Path) -> Outcome:
    """As many runs as are wanted, each in an order of its own."""
    figures, faults = dict[str, str](), list[str]()
    progress = Progress("orders", wanted.orders)
    for number in range(wanted.orders):
        seed = wanted.seed + number
        order = ["-p", "randomly", "--randomly-dont-reset-seed", f"--randomly-seed={seed}"]
        asked = [*order, *wanted.tests]
        figures[f"order {seed}"], fault = tested(sys.executable, asked, {})
        faults += [f"order {seed}: {one}" for one in fault]
        progress.at(number + 1)
    return Outcome(figures, faults)
