"""Every row of the results, printed as it is measured and appended to results.md."""

from __future__ import annotations

import os
import platform
import sys
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

from benchmarks import peers, projecting, replaying, serving, stalling
from benchmarks.measured import Measured


def _paging() -> Iterator[Measured]:
    """Imported when it is wanted: it needs what the tests of the pages need."""
    from benchmarks import paging

    return paging.rows()


def _stepping() -> Iterator[Measured]:
    from benchmarks import stepping

    return stepping.rows()


def _committing() -> Iterator[Measured]:
    """Imported when it is wanted: it runs the PostgreSQL of the tests."""
    from benchmarks import committing

    return committing.rows()


def _asking() -> Iterator[Measured]:
    """Imported when it is wanted: it reads the recorded games as the tests do."""
    from benchmarks import asking

    return asking.rows()


def _questioning() -> Iterator[Measured]:
    from benchmarks import questioning

    return questioning.rows()


def _moves() -> Iterator[Measured]:
    from benchmarks import moves

    return moves.rows()


RESULTS = Path(__file__).parent / "results.md"
SUITES: dict[str, Callable[[], Iterator[Measured]]] = {
    "replaying": replaying.rows,
    "projecting": projecting.rows,
    "serving": serving.rows,
    "stalling": stalling.rows,
    "peers": peers.rows,
    "paging": _paging,
    "stepping": _stepping,
    "moves": _moves,
    "committing": _committing,
    "asking": _asking,
    "questioning": _questioning,
}
HEADER = "| what | figure | bar | met | floor (ratio) | note |\n|---|---|---|---|---|---|\n"
MET = {True: "yes", False: "NO", None: ""}


def main() -> None:
    """Run the suites named on the command line, or all."""
    chosen = sys.argv[1:] or list(SUITES)
    lines = []
    for name in chosen:
        for row in SUITES[name]():
            line = f"| {row.what} | {row.figure} | {row.bar} | {MET[row.met]} | {row.floor} | {row.note} |"
            print(line, flush=True)
            lines.append(line)
    when = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    with RESULTS.open("a") as results:
        results.write(
            f"\n## {when}, {', '.join(chosen)}\n\n{machine()}\n\n{HEADER}" + "\n".join(lines) + "\n"
        )


def machine() -> str:
    """What the figures were measured on."""
    cpu = "unknown processor"
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            cpu = line.partition(":")[2].strip()
            break
    gigabytes = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    load = os.getloadavg()[0]
    return (
        f"{os.cpu_count()} cores ({cpu}), {gigabytes:.0f} GiB, {platform.platform()}, "
        f"Python {platform.python_version()}; load average at the end {load:.1f}, "
        f"a million additions in {additions():.0f} ms"
    )


def additions() -> float:
    """Milliseconds for a million additions in a loop: how fast the machine was just then.

    Shared machines differ by a factor of two and more from one hour to the next, and figures with them.
    """
    taken = []
    for _ in range(5):
        begun, total = time.perf_counter(), 0
        for number in range(1_000_000):
            total += number
        taken.append(1000 * (time.perf_counter() - begun))
    return sorted(taken)[2]
