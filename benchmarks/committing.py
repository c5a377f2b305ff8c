"""What a log on PostgreSQL takes where a commit has to wait, with the log released at its commit and early.

`commit_delay` stands for the wait of a disk or of a synchronous standby; the server itself is in memory.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from uuid import uuid4

import msgspec

from benchmarks.measured import Measured, percentile
from domain.kernel.engine.entries import StoredEntry
from replays.event_store import EventStore
from tests.support.postgresql import PostgreSQLServer

SESSIONS = 24
"""Of each process: each sends its next entry when the one before is answered."""
BODY = b"x" * 400
ROUNDS, SECONDS, LEAD_SECONDS = 3, 3.0, 0.5
PROCESSES = (1, 4)
WAITS_MS = (0, 5, 20)
RELEASES = ("commit", "early")
BAR_WAIT_MS, BAR_GAIN, BAR_P50 = 5, 2.5, 1.5
ROOT = Path(__file__).parent.parent
SHARED_MEMORY = Path("/dev/shm")
SERVER = {"fsync": "on", "commit_siblings": "0"}  # without fsync no commit is delayed


class Round(NamedTuple):
    """What processes did at the same time: entries a second of all, milliseconds until an answer."""

    rate: float
    p50: float


def rows() -> Iterator[Measured]:
    """The rows: each figure is the median of its rounds, and the ways are measured in turn."""
    for wait in WAITS_MS:
        found = _measured(wait)
        for processes in PROCESSES:
            for release in RELEASES:
                one = found[processes, release]
                rate = statistics.median(round.rate for round in one)
                p50 = statistics.median(round.p50 for round in one)
                note = "rounds " + ", ".join(f"{round.rate:,.0f}" for round in one)
                what = f"appends at a commit of {wait} ms, {counted(processes)}, {release}"
                yield Measured(what, f"{rate:,.0f} entries/s, p50 {p50:.1f} ms", "", None, note=note)
        yield from _ratios(wait, found)


def counted(processes: int) -> str:
    """So many processes, in words of a row."""
    return "1 process" if processes == 1 else f"{processes} processes"


def _ratios(wait: int, found: dict[tuple[int, str], list[Round]]) -> Iterator[Measured]:
    """Of rounds that followed each other: the machine may be slower in others."""
    one, most = PROCESSES
    pairs = zip(found[most, "early"], found[most, "commit"], strict=True)
    gain = statistics.median(early.rate / commit.rate for early, commit in pairs)
    pairs = zip(found[most, "early"], found[one, "early"], strict=True)
    slower = statistics.median(many.p50 / alone.p50 for many, alone in pairs)
    counts = wait == BAR_WAIT_MS
    what = f"{counted(most)} at a commit of {wait} ms, early"
    bar = f"≥ {BAR_GAIN} ×" if counts else ""
    yield Measured(f"{what} : commit", f"{gain:.2f} ×", bar, gain >= BAR_GAIN if counts else None)
    bar = f"≤ {BAR_P50} ×" if counts else ""
    yield Measured(
        f"{what}, p50 : {counted(one)}", f"{slower:.2f} ×", bar, slower <= BAR_P50 if counts else None
    )


def _measured(wait: int) -> dict[tuple[int, str], list[Round]]:
    settings = SERVER | {"commit_delay": str(1_000 * wait)}
    server = PostgreSQLServer(SHARED_MEMORY if SHARED_MEMORY.is_dir() else None, settings=settings).start()
    found: dict[tuple[int, str], list[Round]] = {}
    try:
        EventStore.open(server.url).close()
        for _ in range(ROUNDS):
            for processes in PROCESSES:
                for release in RELEASES:
                    found.setdefault((processes, release), []).append(_round(server.url, processes, release))
    finally:
        server.stop()
    return found


def _round(url: str, processes: int, release: str) -> Round:
    command = [sys.executable, "-m", "benchmarks.committing", url, release]
    started = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT)
        for _ in range(processes)
    ]
    for process in started:
        assert process.stdout is not None
        process.stdout.readline()
    for process in started:
        assert process.stdin is not None
        process.stdin.write(b"\n")
        process.stdin.flush()
    taken: list[float] = []
    for process in started:
        taken += msgspec.json.decode(process.communicate()[0], type=list[float])
    return Round(len(taken) / SECONDS, 1_000 * percentile(taken, 0.5))


def append_for_a_while(url: str, release: str) -> None:
    """One process: says that it is ready, waits for a line, appends, and writes what each answer took."""
    store = EventStore.open(url, early=release == "early")
    taken: list[list[float]] = [[] for _ in range(SESSIONS)]

    def record(own: list[float], begins: float) -> None:
        session, number, last = str(uuid4()), 1, None
        while (began := time.monotonic()) < begins + SECONDS:
            digest = f"{number:064x}"
            store.append(session, number, [StoredEntry("reef.placed", BODY, digest)], follows=last)
            if began >= begins:
                own.append(time.monotonic() - began)
            number, last = number + 1, digest

    print("ready", flush=True)
    sys.stdin.readline()
    begins = time.monotonic() + LEAD_SECONDS
    threads = [threading.Thread(target=record, args=(own, begins)) for own in taken]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    store.close()
    sys.stdout.buffer.write(msgspec.json.encode([seconds for own in taken for seconds in own]))


if __name__ == "__main__":
    append_for_a_while(*sys.argv[1:3])
