"""`./dev mutate [--since REV] [--count N]`: whether the tests notice code that is changed in one place."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from tests.support.mutants.choosing import choose
from tests.support.mutants.equivalents import as_row, listed
from tests.support.mutants.forks import end_on_signals
from tests.support.mutants.judging import Verdict, judge
from tests.support.mutants.measuring import Measured, blobs, measured
from tests.support.mutants.operators import Mutant
from tests.support.mutants.report import reached, report
from tests.support.mutants.rooms import ROOMS, lines_since, mutants_in, sample, touched
from tests.support.mutants.trials import copy_of, load_before

KEPT = Path(".venv") / "mutants"
"""Where it is kept in the checkout what each test runs."""


PROGRESS = 20


@click.command()
@click.option("--since", metavar="REV", help="Only lines that changed since this commit.")
@click.option("--count", type=click.IntRange(1), default=300, show_default=True)
@click.option("--room", "rooms", multiple=True, type=click.Choice(list(ROOMS)), help="Only these rooms.")
@click.option(
    "--at", metavar="PATH[:LINE]", help="Every mutant of a file, or of a line, instead of a sample."
)
@click.option("--seed", metavar="HASH", help="The sample of another commit than HEAD.")
@click.option("--processes", type=click.IntRange(1), default=os.cpu_count() or 1, show_default=True)
def main(
    since: str | None, count: int, rooms: tuple[str, ...], at: str | None, seed: str | None, processes: int
) -> None:
    """Change the committed code in one place at a time, and tell which changes no test notices.

    Works on a copy of HEAD: nothing is written in the checkout. Exit status 1 if too few are noticed.
    """
    end_on_signals()
    root = Path(_git("rev-parse", "--show-toplevel"))
    commit = _git("rev-parse", "HEAD")
    equivalent = listed()
    load_before()
    with copy_of(root, commit) as copy:
        lines = None if since is None else lines_since(root, since, commit)
        found = {
            room: [
                each
                for each in mutants_in(copy, room)
                if each.key not in equivalent
                and (lines is None or touched(each, lines))
                and (at is None or _is_at(each, at))
            ]
            for room in rooms or ROOMS
        }
        chosen = found if at is not None else sample(found, count, seed or commit)
        click.echo(f"{sum(map(len, chosen.values()))} mutants of {commit[:12]}, seed {(seed or commit)[:12]}")
        sources = {mutant.path for of_room in chosen.values() for mutant in of_room}
        tests = measured(copy, blobs(root, commit), sources, root / KEPT, processes)
        verdicts = _judged(copy, chosen, tests, processes)
    click.echo("\n".join(report(verdicts)))
    sys.exit(0 if reached(verdicts) else 1)


def _judged(
    copy: Path, chosen: Mapping[str, Sequence[Mutant]], tests: Mapping[str, Measured], processes: int
) -> dict[str, list[Verdict]]:
    """What became of each, told as it is known."""
    began = time.monotonic()
    room_of = {mutant: room for room, of_room in chosen.items() for mutant in of_room}
    asked = {mutant: choose(mutant, tests) for mutant in room_of}
    verdicts: dict[str, list[Verdict]] = {room: [] for room in chosen}
    for number, verdict in enumerate(judge(copy, asked, processes), 1):
        verdicts[room_of[verdict.mutant]].append(verdict)
        if not verdict.killed:
            click.echo(f"\n{verdict.mutant}\n{as_row(verdict.mutant)}")
        elif number % PROGRESS == 0:
            click.echo(f"{number} of {len(asked)} are known ({time.monotonic() - began:.0f} s)")
    click.echo(f"\n{len(asked)} were tried in {time.monotonic() - began:.0f} s")
    return verdicts


def _is_at(mutant: Mutant, place: str) -> bool:
    path, _, line = place.partition(":")
    return mutant.path == path and (not line or mutant.first <= int(line) <= mutant.last)


def _git(*arguments: str) -> str:
    told = subprocess.run(["git", *arguments], capture_output=True, text=True, check=True)
    return told.stdout.strip()


if __name__ == "__main__":
    main(prog_name="./dev mutate")
