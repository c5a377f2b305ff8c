"""Backups are taken while scribes record; each comes back as the log stood when it was taken."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from tests.support.long.campaign import Outcome, Progress, Wanted
from tests.support.long.disturbed import Evening, over_each_store
from tests.support.long.restores import Log, log_of
from tests.support.long.running import Stuck, Tablelog
from tests.support.long.scribes import Told

MOST_ANSWERS_BETWEEN = 200


def run(wanted: Wanted, folder: Path) -> Outcome:
    """The campaign, once over each store."""
    return over_each_store(wanted, folder, over)


def over(wanted: Wanted, home: Path, settings: Mapping[str, str]) -> Outcome:
    """Record and back up; when all is answered, restore every backup and compare it with what was told."""
    tablelog = Tablelog(home, **settings)
    evening = Evening(wanted, tablelog)
    taken: list[tuple[Path, dict[str, int]]] = []
    faults, seconds = list[str](), list[float]()
    try:
        evening.begin()
        progress = Progress(f"backups over {home.name}", wanted.backups)
        for number in range(wanted.backups):
            evening.wait_for(evening.random.randint(1, MOST_ANSWERS_BETWEEN))
            before = {session: len(told) for session, told in evening.told.items()}
            folder, began = home.with_name(f"{home.name}-backup-{number}"), time.monotonic()
            status, said = tablelog.run("backup", str(folder))
            seconds.append(time.monotonic() - began)
            if status == 0:
                taken.append((folder, before))
            else:
                faults.append(f"backup ended with status {status}: {said.strip()[-500:]}")
            progress.at(number + 1, f"{evening.answers} entries answered")
        evening.end()
    except Stuck as stuck:
        faults.append(str(stuck))
    finally:
        evening.done.set()
        tablelog.stop()
    faults += [scribe.trouble for scribe in evening.scribes if scribe.trouble]
    if evening.revived["up"]:
        faults.append("up ended while backups were taken")
    told = evening.told
    for backup, before in taken:
        faults += _restored(backup, before, told)
    figures = {
        "backups": str(len(taken)),
        "sessions, entries answered": f"{len(told)}, {sum(map(len, told.values()))}",
        "longest backup": f"{max(seconds, default=0):.1f} s",
    }
    return Outcome(figures, faults)


def _restored(backup: Path, before: Mapping[str, int], told: Mapping[str, Sequence[Told]]) -> Iterator[str]:
    """Restore the backup into SQLite; yields what is wrong with what came back."""
    restored = Tablelog(backup.with_name(f"{backup.name}-restored"))
    for arguments in (("verify-backup", str(backup)), ("restore", str(backup)), ("audit", "--all")):
        status, said = restored.run(*arguments)
        if status != 0:
            yield f"{backup.name}: {arguments[0]} ended with status {status}: {said.strip()[-500:]}"
            return
    yield from (f"{backup.name}: {fault}" for fault in misplaced(log_of(restored.home), before, told))


def misplaced(log: Log, before: Mapping[str, int], told: Mapping[str, Sequence[Told]]) -> Iterator[str]:
    """A backup holds what was answered before it was begun, and nothing that was not answered in the end."""
    for session, count in sorted(before.items()):
        if len(log.get(session, ())) < count:
            yield f"session {session}: {count} were answered before, {len(log.get(session, ()))} came back"
    for session, entries in sorted(log.items()):
        came_back = [Told(number, digest) for number, _, _, digest in entries]
        if came_back != list(told.get(session, ()))[: len(came_back)]:
            yield f"session {session} came back otherwise than it was answered"
