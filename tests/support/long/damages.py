"""One file at a time is damaged in one place: no command breaks down of it, and none passes over a loss."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple

from domain.games import REGISTRY
from service.app import create_app
from tests.service.conftest import Table, recorded, settings_at
from tests.support.long.campaign import ROOT, Outcome, Progress, Wanted
from tests.support.long.held_tables import Tables, served_otherwise, tables_of
from tests.support.long.judged_commands import NOTHING_LOST, SHOWN, Judged, Met, is_noticed, judge, met
from tests.support.long.restores import Log, differences, log_of
from tests.support.long.running import Tablelog
from tests.support.long.spoiling import spoil
from workers.follow import ProjectionRunner

ACTIONS = 20
NOBODY = "http://127.0.0.1:9"
"""Where no service answers."""

FILES = ("log.db", "tables.db")

MENDED, REGISTERS = "mended by a rebuild", "registers changed, for which there is no digest"
FEWER, LEGAL = "imported without some whole sessions", "still a legal game"


class Target(NamedTuple):
    """Files of one kind, and what is done with one. whole: it is nothing without its folder."""

    files: Sequence[Path]
    meet: Callable[[Path], Judged]
    whole: bool = False


def run(wanted: Wanted, folder: Path) -> Outcome:
    """Fill a home, look at everything in it as it is, then damage one copy after the other."""
    before, faults = _fill(folder, wanted.seed)
    if faults:
        return Outcome({}, faults)
    targets = _targets(folder, before)
    faults += accused(folder, targets)
    names, progress = list(targets), Progress("damages", wanted.damages)
    verdicts, kinds = {name: Counter[str]() for name in names}, Counter[str]()

    def tried(number: int) -> tuple[str, str, Judged]:
        name = names[number % len(names)]
        trial, random = folder / f"damage-{number}", Random(f"{wanted.seed}/{number}")
        kind, judged = damaged(targets[name], trial, random)
        told = f"--seed {wanted.seed}, damage {number}"
        return name, kind, judged._replace(faults=tuple(f"{told}: {fault}" for fault in judged.faults))

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for done, (name, kind, judged) in enumerate(pool.map(tried, range(wanted.damages)), 1):
            verdicts[name][judged.verdict] += 1
            kinds[kind] += 1
            faults += judged.faults
            progress.at(done, f"{len(faults)} faults")
    figures = {name: _counted(counted) for name, counted in verdicts.items()}
    return Outcome(figures | {"kinds of damage": _counted(kinds)}, faults)


def _counted(counted: Counter[str]) -> str:
    return ", ".join(f"{count} {what}" for what, count in counted.most_common())


class Before(NamedTuple):
    """What the home held when nothing was damaged."""

    log: Log
    tables: Tables


def _fill(folder: Path, seed: int) -> tuple[Before, list[str]]:
    """A session of every game by bots, two through the API, and all that commands make of them.

    `home` was closed; `running` was copied from under its processes, with what only its -wal files hold.
    """
    tablelog = Tablelog(folder / "home")
    home, made = tablelog.home, folder / "exports"
    faults = [
        f"simulate {game} ended with status {status}: {said.strip()[-SHOWN:]}"
        for game in REGISTRY
        for status, said in [tablelog.run("simulate", game, "--seed", str(seed), "--store")]
        if status != 0
    ]
    _play(home, folder / "running")
    made.mkdir()
    steps: tuple[tuple[tuple[str, ...], Path | None], ...] = (
        (("export", "--all", "--gzip"), made / "all.ndjson.gz"),
        (("export", "--all"), made / "all.ndjson"),
        (("backup", str(folder / "backup")), None),
    )
    for arguments, output in steps:
        status, said = tablelog.run(*arguments, output=output)
        if status != 0:
            faults.append(f"{arguments[0]} ended with status {status}: {said.strip()[-SHOWN:]}")
    return Before(log_of(home), tables_of(home)), faults


def _play(home: Path, running: Path) -> None:
    """Two sessions are recorded in a home, one of them drawn, and its log is followed to the end.

    running: where the files are copied while they are open.
    """
    app = create_app(settings_at(home))
    made = app.extensions["tablelog"]
    opening, *actions = recorded("demo-2p-001")
    Table(app, opening).acted(*actions[:ACTIONS])
    Table(app, opening | {"chance": "drawn"})
    ProjectionRunner(made.store, made.engine, made.library).pull()
    shutil.copytree(home, running, ignore=shutil.ignore_patterns("*-shm"))
    made.close()
    for name in FILES:
        with closing(sqlite3.connect(home / name)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _targets(folder: Path, before: Before) -> dict[str, Target]:
    """What is damaged in turn."""
    home, running, exports = folder / "home", folder / "running", folder / "exports"
    log, tables = ([home / name, running / name, running / f"{name}-wal"] for name in FILES)
    backup = folder / "backup"
    library = sorted((ROOT / "replays" / "recorded_games").glob("*/*.jsonl"))
    back = partial(bring_in, before.log)
    return {
        "log": Target(log, partial(open_log, before.log), whole=True),
        "tables": Target(tables, partial(open_tables, before.tables), whole=True),
        "export": Target([exports / "all.ndjson"], back),
        "packed export": Target([exports / "all.ndjson.gz"], back),
        "backup": Target(sorted(backup.iterdir()), partial(verify, bytes_in(backup)), whole=True),
        "recorded game": Target(library, replay),
    }


def accused(folder: Path, targets: Mapping[str, Target]) -> Iterator[str]:
    """What is said against files that are sound: who accuses everything notices nothing."""

    def looked_at(number: int, target: Target) -> Judged:
        file = target.files[number % len(target.files)]
        return target.meet(_copied(target, file, folder / f"sound-{number}"))

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        judged = pool.map(looked_at, range(len(targets)), targets.values())
        for name, (verdict, faults) in zip(targets, judged, strict=True):
            yield from (f"{name}, not damaged: {fault}" for fault in faults)
            if verdict not in (NOTHING_LOST, LEGAL):
                yield f"{name}, not damaged: {verdict}"


def _copied(target: Target, file: Path, trial: Path) -> Path:
    """The file, or its folder with it, in a folder of its own."""
    copy = trial / file.parent.name
    if target.whole:
        shutil.copytree(file.parent, copy)
    else:
        copy.mkdir(parents=True)
        shutil.copy(file, copy)
    return copy / file.name


def damaged(target: Target, trial: Path, random: Random) -> tuple[str, Judged]:
    """One damage to a copy of one of the target's files, and the kind of it.

    If anything is wrong, a copy stays that is damaged so and was met by no command.
    """
    file = random.choice(target.files)
    kind, spoilt = spoil(file.name, file.read_bytes(), random)

    def copied() -> Path:
        copy = _copied(target, file, trial)
        if spoilt.data is None:
            copy.unlink()
        else:
            copy.write_bytes(spoilt.data)
        return copy

    judged = target.meet(copied())
    shutil.rmtree(trial)
    if judged.faults:
        copied()
    told = f"{kind} in {file.parent.name}/{file.name} ({spoilt.place})"
    return kind, judged._replace(faults=tuple(f"{told}: {fault}" for fault in judged.faults))


def open_log(log: Log, damaged: Path) -> Judged:
    """Whatever is damaged besides, every entry is there as it was, or a command says what is not."""
    meetings = searched(damaged.parent)
    return judge(meetings, () if is_noticed(meetings) else list(_lost_entries(log, damaged.parent)))


def searched(home: Path) -> list[Met]:
    """The two commands that read all of log and tables."""
    return [met(Tablelog(home), "audit", "--all"), met(Tablelog(home), "doctor", "--url", NOBODY)]


def _lost_entries(log: Log, home: Path) -> Iterator[str]:
    try:
        yield from differences(log, log_of(home))
    except Exception as error:
        yield f"the log cannot be read: {error!r}"


def open_tables(tables: Tables, damaged: Path) -> Judged:
    """What projections hold follows from the log, so that a rebuild may mend it. Secrets have a digest."""
    home = damaged.parent
    meetings = searched(home)
    if is_noticed(meetings):
        return judge(meetings)
    found = _tables_or_nothing(home)
    harmless = NOTHING_LOST
    if found is None or found.served != tables.served:
        meetings.append(met(Tablelog(home), "projections", "rebuild"))
        found, harmless = _tables_or_nothing(home), MENDED
    if found is None:
        return judge(meetings, ["the tables cannot be read"])
    lost = [f"rows of {table} are others" for table in served_otherwise(tables, found)]
    if found.secrets != tables.secrets:
        lost.append("the secrets of sessions are others")
    if found.registers != tables.registers:
        harmless = REGISTERS
    return judge(meetings, lost, harmless=harmless)


def _tables_or_nothing(home: Path) -> Tables | None:
    """None: they cannot be read. A damaged value may raise anything."""
    try:
        return tables_of(home)
    except Exception:
        return None


def bring_in(log: Log, damaged: Path) -> Judged:
    """Each session comes whole or not at all. Nothing says how many a file should hold."""
    home = damaged.parent.parent / "empty"
    meeting = met(Tablelog(home), "import", str(damaged))
    imported = log_of(home)
    wrong = differences({session: log.get(session, []) for session in imported}, imported)
    harmless = NOTHING_LOST if imported == log else FEWER
    return judge([meeting], wrong=list(wrong), harmless=harmless)


def verify(written: Mapping[str, bytes], damaged: Path) -> Judged:
    """Every byte of a backup counts, whatever it stands for."""
    backup = damaged.parent
    lost = [] if bytes_in(backup) == written else ["the backup is another one"]
    return judge([met(Tablelog(backup.parent / "empty"), "verify-backup", str(backup))], lost)


def bytes_in(folder: Path) -> Mapping[str, bytes]:
    """Every file of the folder, by name."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def replay(damaged: Path) -> Judged:
    """A recorded game has no digest: another legal game is none the worse."""
    return judge([met(Tablelog(damaged.parent.parent / "empty"), "replay", str(damaged))], harmless=LEGAL)
