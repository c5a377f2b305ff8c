"""The rooms that mutants are made in, and the sample of them that a commit gives."""

from __future__ import annotations

import hashlib
import re
import subprocess
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from tests.support.mutants.operators import Mutant, mutants_of

GAME = "domain/games/*/"


def _folder_or_file(room: str) -> tuple[str, str]:
    """A room that is a file in a small game."""
    return f"{GAME}{room}.py", f"{GAME}{room}/**/*.py"


ROOMS: Mapping[str, Sequence[str]] = {
    "rules": _folder_or_file("rules"),
    "facts": _folder_or_file("facts"),
    "scoring": (GAME + "scoring*.py",),
    "view": (GAME + "view*.py",),
    "offers": _folder_or_file("offers"),
    "words": _folder_or_file("words"),
    "boards": (GAME + "board*.py",),
    "statistics": _folder_or_file("statistics"),
    "audit": (
        *(f"replays/{name}.py" for name in ("audit", "chain", "derive", "draws", "findings")),
        *(f"replays/{name}.py" for name in ("origin", "walk")),
    ),
    "folds": (
        *("domain/kernel/game.py", "domain/kernel/session/*.py"),
        *("workers/folded_sessions.py", "workers/follow.py"),
    ),
    "recorder": (
        "service/api/opening.py",
        *(
            f"service/sessions/{name}.py"
            for name in ("actions", "commands", "corrections", "keeping", "opening")
        ),
    ),
    "projections": ("workers/projections/*.py",),
}
"""Each room with the files that it is in all games, or in the house."""

HUNK = re.compile(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@")


def mutants_in(root: Path, room: str) -> list[Mutant]:
    """Every mutant of a room, by path and place."""
    paths = sorted({path for pattern in ROOMS[room] for path in root.glob(pattern)})
    return [
        mutant
        for path in paths
        for mutant in mutants_of(path.relative_to(root).as_posix(), path.read_text("utf-8"))
    ]


def shares(sizes: Mapping[str, int], count: int) -> dict[str, int]:
    """How many mutants of each room: the same of each, and what a small room has not goes to the others."""
    taken = dict.fromkeys(sizes, 0)
    for _ in range(min(count, sum(sizes.values()))):
        room = min((room for room in sizes if taken[room] < sizes[room]), key=lambda room: taken[room])
        taken[room] += 1
    return taken


def sample(mutants: Mapping[str, Sequence[Mutant]], count: int, seed: str) -> dict[str, list[Mutant]]:
    """The mutants that a seed chooses, by room.

    Each has a rank of its own, so that code that changes elsewhere chooses no others.
    """
    wanted = shares({room: len(found) for room, found in mutants.items()}, count)
    return {room: sorted(found, key=partial(_rank, seed))[: wanted[room]] for room, found in mutants.items()}


def _rank(seed: str, mutant: Mutant) -> bytes:
    named = repr((seed, mutant.key, mutant.column))
    return hashlib.sha256(named.encode()).digest()


def lines_since(root: Path, revision: str, commit: str) -> dict[str, set[int]]:
    """The lines of each file that a commit has and the revision had not, or had otherwise."""
    told = subprocess.run(
        ["git", "diff", "--unified=0", "--no-renames", "--no-ext-diff", revision, commit, "--", "*.py"],
        cwd=root,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    changed: dict[str, set[int]] = {}
    path = ""
    for line in told.splitlines():
        if line.startswith("+++ "):
            path = line.removeprefix("+++ b/")
        elif hunk := HUNK.match(line):
            first, length = int(hunk[1]), int(hunk[2] or 1)
            changed.setdefault(path, set()).update(range(first, first + length))
    return changed


def touched(mutant: Mutant, lines: Mapping[str, set[int]]) -> bool:
    """Whether its statement has one of the lines."""
    return not lines.get(mutant.path, set()).isdisjoint(range(mutant.first, mutant.last + 1))
