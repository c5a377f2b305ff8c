"""What a campaign is asked and what comes of it, printed so that a document can quote it."""

from __future__ import annotations

import os
import platform
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import NamedTuple

from rich.console import Console

CONSOLE = Console(highlight=False, emoji=False, soft_wrap=True)
ROOT = Path(__file__).parents[3]
MOST_FAULTS_SHOWN = 20
SECONDS_BETWEEN_LINES = 10.0


class Wanted(NamedTuple):
    """How long each campaign goes on. `seed` makes it choose the same again; timing differs all the same."""

    kills: int = 200
    clients: int = 20
    stores: tuple[str, ...] = ("sqlite", "postgresql")
    requests: int = 20_000
    sessions: int = 2_000
    backups: int = 20
    pythons: tuple[str, ...] = ()
    servers: tuple[str, ...] = ()
    orders: int = 10
    tests: tuple[str, ...] = ("tests",)
    swaps: int = 6
    damages: int = 120
    fills: int = 40
    jumps: int = 40
    commits: int = 20
    starts: int = 400
    walks: int = 5_000
    sets: int = 1_000
    crashes: int = 20
    disturbances: int = 300
    trials: tuple[str, ...] = ("chaos", "primary", "redis", "tail", "commits", "upgrade")
    evenings: int = 300
    people: int = 12
    seed: int = 1


class Outcome(NamedTuple):
    """Figures, each with its name, and what went wrong: nothing, if all is well."""

    figures: dict[str, str]
    faults: list[str]


Campaign = Callable[[Wanted, Path], Outcome]
"""`campaign(wanted, folder)`: runs in a folder of its own, which is kept if anything goes wrong."""


class Progress:
    """Says how far the work has come, a line at a time and not more often than is worth reading."""

    def __init__(self, what: str, total: int) -> None:
        self.what, self.total = what, total
        self._next = 0.0

    def at(self, done: int, note: str = "") -> None:
        now = time.monotonic()
        if now >= self._next or done == self.total:
            self._next = now + SECONDS_BETWEEN_LINES
            CONSOLE.print(f"  {self.what}: {done} of {self.total}{f', {note}' if note else ''}")


def run_all(campaigns: dict[str, Campaign], wanted: Wanted) -> bool:
    """Run the campaigns one after another and print their figures. Returns whether all is well."""
    CONSOLE.print(f"{when_and_where()}, seed {wanted.seed}")
    well, lines = True, ["| campaign | figure | |", "|---|---|---|"]
    for name, campaign in campaigns.items():
        began = time.monotonic()
        with _folder() as (folder, keep):
            CONSOLE.print(f"{name}, in {folder}:")
            figures, faults = campaign(wanted, folder)
            if faults:
                keep()
                CONSOLE.print(f"  FAILED; what it left behind stays in {folder}")
        told = Counter(faults)
        for fault, times in told.most_common(MOST_FAULTS_SHOWN):
            CONSOLE.print(f"  {fault}{f' ({times} times)' if times > 1 else ''}", markup=False)
        if len(told) > MOST_FAULTS_SHOWN:
            CONSOLE.print(f"  and {len(told) - MOST_FAULTS_SHOWN} others")
        figures |= {"faults": str(len(faults)), "seconds": f"{time.monotonic() - began:.0f}"}
        lines += [f"| {name} | {what} | {figure} |" for what, figure in figures.items()]
        well = well and not faults
    CONSOLE.print("\n".join(["", when_and_where(), "", *lines]))
    return well


@contextmanager
def _folder() -> Iterator[tuple[Path, Callable[[], None]]]:
    """A folder with a name short enough for Unix sockets. It stays if asked to, or if anything is raised."""
    folder, kept = Path(mkdtemp(prefix="tll")), []
    yield folder, lambda: kept.append(True)
    if not kept:
        rmtree(folder, ignore_errors=True)


def when_and_where() -> str:
    """Date, commit and machine of this run."""
    try:
        asked = ("git", "describe", "--always", "--dirty", "--abbrev=9")
        commit = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True).stdout.strip()
    except FileNotFoundError:
        commit = ""
    date = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    return (
        f"{date}, commit {commit or 'unknown'}, {os.cpu_count()} cores, {platform.system()} "
        f"{platform.machine()}, Python {platform.python_version()}"
    )
