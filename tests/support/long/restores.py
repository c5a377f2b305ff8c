"""Thousands of sessions leave one home and come back in another: all of them, byte for byte."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random

from domain.games import REGISTRY
from replays.event_store import EventStore
from tests.support.long.campaign import Outcome, Progress, Wanted
from tests.support.long.running import Tablelog

Log = Mapping[str, list[tuple[int, str, bytes, str]]]
"""Number, topic, bytes and digest of every entry, by session."""

SHOWN = 3
MOST_DAMAGES = 20
"""Copies of the backup, each damaged in one byte: each must be refused."""


def run(wanted: Wanted, folder: Path) -> Outcome:
    """Bots fill a home with sessions of every game; exported and backed up, they come back in empty ones."""
    full, imported, restored = (Tablelog(folder / name) for name in ("full", "imported", "restored"))
    faults, figures = list(_fill(full, wanted)), dict[str, str]()
    log = log_of(full.home)
    figures["sessions, entries"] = f"{len(log)}, {sum(map(len, log.values()))}"
    file, backup = folder / "all.ndjson.gz", folder / "backup"
    steps: tuple[tuple[Tablelog, tuple[str, ...], Path | None], ...] = (
        (full, ("export", "--all", "--gzip"), file),
        (imported, ("import", str(file)), None),
        (imported, ("audit", "--all"), None),
        (full, ("backup", str(backup)), None),
        (full, ("verify-backup", str(backup)), None),
        (restored, ("restore", str(backup)), None),
        (restored, ("audit", "--all"), None),
    )
    progress = Progress("commands", len(steps))
    for number, (tablelog, arguments, output) in enumerate(steps, 1):
        what = f"{tablelog.home.name}: {' '.join(word for word in arguments if '/' not in word)}"
        began = time.monotonic()
        status, said = tablelog.run(*arguments, output=output)
        figures[what] = f"{time.monotonic() - began:.0f} s"
        if status != 0:
            faults.append(f"{what} ended with status {status}: {said.strip()[-500:]}")
        progress.at(number, what)
    for tablelog in (imported, restored):
        faults += [f"{tablelog.home.name}: {fault}" for fault in differences(log, log_of(tablelog.home))]
    if backup.is_dir():
        damages = min(MOST_DAMAGES, wanted.sessions)
        unnoticed = list(_unnoticed(full, backup, damages, Random(wanted.seed)))
        faults += unnoticed
        figures["damaged copies refused"] = f"{damages - len(unnoticed)} of {damages}"
    figures["export, backup"] = ", ".join(f"{_size(path) / 2**20:.1f} MiB" for path in (file, backup))
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


def _unnoticed(tablelog: Tablelog, backup: Path, damages: int, random: Random) -> Iterator[str]:
    """Change one byte of the backup at a time; yields where `verify-backup` did not see it."""
    files = sorted(path for path in backup.iterdir() if path.is_file())
    for _ in range(damages):
        file = random.choice(files)
        sound = file.read_bytes()
        place = random.randrange(len(sound))
        file.write_bytes(
            sound[:place] + bytes([sound[place] ^ 1 << random.randrange(8)]) + sound[place + 1 :]
        )
        status, _ = tablelog.run("verify-backup", str(backup))
        if status != 1:
            yield f"byte {place} of {file.name} is changed, and verify-backup ends with status {status}"
        file.write_bytes(sound)


def _size(path: Path) -> int:
    """Bytes of a file, or of the files in a folder."""
    return sum(one.stat().st_size for one in ([path] if path.is_file() else path.glob("*")))
