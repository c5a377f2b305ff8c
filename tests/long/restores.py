"""Thousands of sessions leave one home and come back in another: all of them, byte for byte."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from domain.games import REGISTRY
from replays.event_store import EventStore
from tests.long.campaign import CONSOLE, Outcome, Progress, Wanted
from tests.long.running import Tablelog

Log = Mapping[str, list[tuple[int, str, bytes, str]]]
"""Number, topic, bytes and digest of every entry, by session."""

SHOWN = 3


def run(wanted: Wanted, folder: Path) -> Outcome:
    """Bots fill a home with sessions of every game; an export of all is imported into an empty one."""
    full, empty = Tablelog(folder / "full"), Tablelog(folder / "empty")
    faults, figures = list(_fill(full, wanted)), {}
    entries = sum(map(len, log_of(full.home).values()))
    figures["sessions, entries"] = f"{len(log_of(full.home))}, {entries}"
    file = folder / "all.ndjson.gz"
    for what, tablelog, arguments, output in (
        ("export --all --gzip", full, ("export", "--all", "--gzip"), file),
        ("import", empty, ("import", str(file)), None),
        ("audit --all", empty, ("audit", "--all"), None),
    ):
        CONSOLE.print(f"  {what}")
        began = time.monotonic()
        status, said = tablelog.run(*arguments, output=output)
        figures[what] = f"{time.monotonic() - began:.0f} s"
        if status != 0:
            faults.append(f"{what} ended with status {status}: {said.strip()[-500:]}")
    figures["size of the export"] = f"{file.stat().st_size / 2**20:.0f} MiB"
    faults += differences(log_of(full.home), log_of(empty.home))
    return Outcome(figures, faults)


def _fill(tablelog: Tablelog, wanted: Wanted) -> Iterator[str]:
    """Sessions of every game alike, played by bots."""
    progress, done = Progress("sessions", wanted.sessions), 0
    for place, game in enumerate(REGISTRY, 1):
        share = wanted.sessions * place // len(REGISTRY) - done
        if share:
            arguments = ("--sessions", str(share), "--seed", str(wanted.seed), "--store")
            status, said = tablelog.run("simulate", game, *arguments)
            if status != 0:
                yield f"simulate {game} ended with status {status}: {said.strip()[-500:]}"
        done += share
        progress.at(done, game)


def log_of(home: Path) -> Log:
    """Everything that the log of this home holds."""
    store = EventStore.open(f"sqlite:///{home}/log.db")
    try:
        return {
            session: [(one.number, one.topic, one.body, one.digest) for one in store.read(session)]
            for session in store.sessions()
        }
    finally:
        store.close()


def differences(wanted: Log, found: Log) -> Iterator[str]:
    """What did not come back as it was."""
    if missing := sorted(wanted.keys() - found.keys()):
        yield f"{len(missing)} of {len(wanted)} sessions did not come back, such as {missing[:SHOWN]}"
    if foreign := sorted(found.keys() - wanted.keys()):
        yield f"{len(foreign)} sessions came from nowhere, such as {foreign[:SHOWN]}"
    changed = [session for session in wanted.keys() & found.keys() if wanted[session] != found[session]]
    if changed:
        yield f"{len(changed)} sessions came back otherwise, such as {sorted(changed)[:SHOWN]}"
