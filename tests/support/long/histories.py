"""Histories: what earlier commits wrote is opened, audited, folded anew and imported by today's code."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tarfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from shutil import rmtree

from domain.games import REGISTRY
from replays.portable import PortableSession, stored_entries
from service.cli.output import sessions_in
from tests.support.long.campaign import ROOT, Outcome, Progress, Wanted
from tests.support.long.restores import Log, differences, log_of
from tests.support.long.running import Tablelog

CANONICAL = "f90cbc0a2"
"""The first commit that decides an action with its mappings in canonical order.

What was written before, in the first hours of the main line, opens, replays and comes back as well, but an
audit of Chaos Order finds the facts of such an action in the order in which it was sent.
"""
MOST_ACTIONS = 400
COMMAND_LINES = ("service/cli", "service/cli.py")
SHOWN = 500
"""Characters of what a command said, from its end."""
OPENED = (("doctor",), ("audit", "--all"), ("projections", "rebuild"), ("audit", "--all"))
"""The first command over what was written may be any of them."""


def run(wanted: Wanted, folder: Path) -> Outcome:
    """Commits of the main line, evenly chosen: their own code lets bots play into a home and exports it."""
    chosen = spread(commits(CANONICAL), wanted.commits)
    progress, faults = Progress("commits", len(chosen)), list[str]()
    silent, unable = list[str](), list[str]()
    sessions = entries = 0
    for number, commit in enumerate(chosen, 1):
        code, home, file = (folder / f"{commit}{ending}" for ending in ("-code", "", ".ndjson"))
        unpack(commit, code)
        unable += [f"{commit}: {one}" for one in write(code, home, file, wanted.seed)]
        if not file.exists() or not file.stat().st_size:
            silent.append(commit)
        else:
            faults += [f"{commit}: {fault}" for fault in faults_of(home, file)]
            log = log_of(home)
            sessions, entries = sessions + len(log), entries + sum(map(len, log.values()))
        rmtree(code)
        progress.at(number, commit)
    figures = {
        "commits": f"{len(chosen)}, from {chosen[0]} to {chosen[-1]}",
        "sessions, entries": f"{sessions}, {entries}",
        "commits that wrote nothing": ", ".join(silent) or "none",
        "what their own code could not do": "; ".join(unable) or "nothing",
    }
    return Outcome(figures, faults)


def commits(first: str) -> list[str]:
    """The main line from this commit on, the oldest first."""
    asked = ("git", "log", "--first-parent", "--reverse", "--abbrev=9", "--format=%h", f"{first}..HEAD")
    since = subprocess.run(asked, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split()
    return [first, *since]


def spread(commits: Sequence[str], count: int) -> list[str]:
    """So many of them, as far apart as can be, the last among them."""
    count = min(count, len(commits))
    return [commits[(place + 1) * len(commits) // count - 1] for place in range(count)]


def unpack(commit: str, folder: Path) -> None:
    """The code of a commit."""
    packed = subprocess.run(("git", "archive", commit), cwd=ROOT, check=True, capture_output=True).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as files:
        files.extraction_filter = getattr(tarfile, "data_filter", None)  # since 3.11.4
        files.extractall(folder)


def write(
    code: Path, home: Path, file: Path, seed: int, games: Sequence[str] = tuple(REGISTRY)
) -> Iterator[str]:
    """A session of each of these games that the code knows, and its export; yields what it could not do.

    Nothing is yielded, and there is no file, where the code has no command line yet.
    """
    if not any((code / one).exists() for one in COMMAND_LINES):
        return
    kept = {name: value for name, value in os.environ.items() if not name.startswith("TABLELOG_")}
    environment = kept | {"TABLELOG_HOME": str(home), "PYTHONPATH": str(code)}
    home.mkdir(mode=0o700, parents=True)
    for game in (game for game in games if (code / "domain" / "games" / game).is_dir()):
        asked = ("--seed", str(seed), "--most-actions", str(MOST_ACTIONS), "--store")
        done = _command(code, environment, "simulate", game, *asked)
        if done.returncode != 0 and (home / "log.db").exists():
            yield f"simulate {game} ({_end(done)})"
    if (home / "log.db").exists():
        done = _command(code, environment, "export", "--all")
        file.write_bytes(done.stdout)
        if done.returncode != 0:
            yield f"export ({_end(done)})"


def _command(code: Path, environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "service.cli", *arguments]
    return subprocess.run(command, cwd=code, env=environment, capture_output=True)


def _end(done: subprocess.CompletedProcess[bytes]) -> str:
    return done.stderr.decode(errors="replace").strip()[-SHOWN:]


def faults_of(home: Path, file: Path) -> Iterator[str]:
    """What today's code says against a home and the file that was exported from it, or loses of them."""
    here, elsewhere = Tablelog(home), Tablelog(home.with_name(f"{home.name}-imported"))
    for arguments in OPENED:
        yield from refused(here, *arguments)
    for arguments in (("import", str(file)), ("audit", "--all")):
        yield from refused(elsewhere, *arguments)
    yield from lost(file, here.home, elsewhere.home)


def refused(tablelog: Tablelog, *arguments: str) -> Iterator[str]:
    """What a command said that did not end well."""
    status, said = tablelog.run(*arguments)
    if status != 0:
        yield f"{' '.join(arguments)} ended with status {status}: {said.strip()[-SHOWN:]}"


def lost(file: Path, *homes: Path) -> Iterator[str]:
    """What stands in the exported file, and not or otherwise in the logs of these homes."""
    exported = log_in(sessions_in(str(file)))
    for home in homes:
        found = log_of(home) if (home / "log.db").exists() else {}
        yield from (f"{home.name}: {fault}" for fault in differences(exported, found))


def log_in(files: Iterator[PortableSession]) -> Log:
    """What portable files hold."""
    return {
        file.session: [
            (number, one.topic, one.body, one.digest) for number, one in enumerate(stored_entries(file), 1)
        ]
        for file in files
    }
