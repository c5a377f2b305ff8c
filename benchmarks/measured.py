"""A figure, its floor and its bar."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Measured:
    """One row of the results. `met` is None where there is no bar."""

    what: str
    figure: str
    bar: str
    met: bool | None
    floor: str = ""
    note: str = ""


def seconds(run: Callable[[], object], times: int = 9) -> float:
    """The median time of one run, after one that is not counted."""
    run()
    taken = []
    for _ in range(times):
        begun = time.perf_counter()
        run()
        taken.append(time.perf_counter() - begun)
    return statistics.median(taken)


def percentile(values: list[float], share: float) -> float:
    """The value that this share of the values does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
