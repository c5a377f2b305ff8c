"""Web, worker, Redis, heavy work and all of them at once are killed at random while scribes record."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from random import Random

import sqlalchemy as sa

from replays.databases import make_engine
from replays.event_store import EventStore
from replays.library import Library
from service.sessions.registers import Registers
from tests.long.campaign import CONSOLE, Outcome, Progress, Wanted
from tests.long.running import UNBOUNDED, Stuck, Tablelog, kill, until
from tests.long.scribes import Scribe, Told, recorded_games
from tests.postgresql import PostgreSQLServer
from tests.workers.serial import found
from workers.follow import Follower, prepare
from workers.rebuild import status

VICTIMS = {"web": 4, "worker": 3, "redis": 2, "heavy": 1, "everything": 1}
"""How often each is chosen."""

MOST_ANSWERS_BETWEEN = 60
LONGEST_WAIT_SECONDS = 0.5
DRAIN_SECONDS = 600
SHOWN = 5


OverOne = Callable[[Wanted, Path, Mapping[str, str]], Outcome]
"""`over(wanted, home, settings)`: a campaign over the store that these settings name, else SQLite."""


def run(wanted: Wanted, folder: Path) -> Outcome:
    """The campaign, once over each store."""
    return over_each_store(wanted, folder, over)


def over_each_store(wanted: Wanted, folder: Path, over: OverOne) -> Outcome:
    """Figures and faults of each store that is asked for; PostgreSQL is a server of our own."""
    figures, faults = dict[str, str](), list[str]()
    for store in wanted.stores:
        if store == "sqlite":
            outcome = over(wanted, folder / store, {})
        else:
            server = PostgreSQLServer().start()
            try:
                urls = {"TABLELOG_LOG_URL": server.url, "TABLELOG_TABLES_URL": server.url}
                outcome = over(wanted, folder / store, urls)
            finally:
                server.stop()
        figures |= {f"{store}: {what}": figure for what, figure in outcome.figures.items()}
        faults += [f"{store}: {fault}" for fault in outcome.faults]
    return Outcome(figures, faults)


Beside = Callable[[Tablelog], AbstractContextManager[object]]
"""`beside(tablelog)`: what else goes on while it is killed, from other addresses."""


def over(wanted: Wanted, home: Path, settings: Mapping[str, str], beside: Beside | None = None) -> Outcome:
    """Record and kill, wait for the workers to come to the end of the log, then compare everything."""
    tablelog = Tablelog(home, UNBOUNDED if beside is None else {}, **settings)
    random, done = Random(f"{wanted.seed}/{home.name}"), threading.Event()
    scribes = [
        Scribe(tablelog.port, Random(f"{wanted.seed}/{number}"), recorded_games(), done)
        for number in range(wanted.clients)
    ]
    counted, faults = Counter[str](), list[str]()
    try:
        tablelog.start()
        tablelog.wait_until_ready()
        for scribe in scribes:
            scribe.start()
        with nullcontext() if beside is None else beside(tablelog):
            counted = _kill(tablelog, scribes, wanted.kills, random)
        done.set()
        _last_answers(tablelog, scribes)
        _drain(tablelog, settings)
    except Stuck as stuck:
        faults.append(str(stuck))
    finally:
        done.set()
        tablelog.stop()
    faults += [scribe.trouble for scribe in scribes if scribe.trouble]
    told = {session: entries for scribe in scribes for session, entries in scribe.told.items()}
    passed, audit = tablelog.run("audit", "--all")
    if passed != 0:
        faults.append(f"audit --all: {audit.strip()[-500:]}")
    log_url, tables_url = urls(home, settings)
    faults += compared(log_url, tables_url, home / "rebuilt.db", told, alone=beside is None)
    figures = {
        "kills": ", ".join(f"{counted[victim]} {victim}" for victim in VICTIMS),
        "up started again": str(counted["revived"]),
        "sessions, entries answered": f"{len(told)}, {sum(map(len, told.values()))}",
        "requests sent again": str(sum(scribe.retries for scribe in scribes)),
        "audit": audit.strip().rpartition("\n")[2],
    }
    return Outcome(figures, faults)


def _kill(tablelog: Tablelog, scribes: Sequence[Scribe], kills: int, random: Random) -> Counter[str]:
    """A victim at a time, each after some more answers: a kill proves nothing while nobody works."""
    counted, progress = Counter[str](), Progress(f"kills over {tablelog.home.name}", kills)
    for number in range(kills):
        reached = answers(scribes) + random.randint(1, MOST_ANSWERS_BETWEEN)

        def recorded(reached: int = reached) -> bool:
            counted["revived"] += tablelog.revive()
            if not any(scribe.is_alive() for scribe in scribes):
                raise Stuck("no scribe is left")
            return answers(scribes) >= reached

        until(recorded, "nobody is answered any more")
        time.sleep(random.uniform(0, LONGEST_WAIT_SECONDS))
        counted[_kill_one(tablelog, random)] += 1
        progress.at(number + 1, f"{answers(scribes)} entries answered")
    return counted


def _kill_one(tablelog: Tablelog, random: Random) -> str:
    """Kill whom chance chooses among those that run; returns who it was."""
    while True:
        victim = random.choices(list(VICTIMS), list(VICTIMS.values()))[0]
        if victim == "everything":
            tablelog.kill_all()
            return victim
        if processes := tablelog.processes(victim):
            kill(random.choice(processes))
            return victim


def answers(scribes: Iterable[Scribe]) -> int:
    """How many entries have been answered for."""
    return sum(scribe.answers for scribe in scribes)


def _last_answers(tablelog: Tablelog, scribes: Sequence[Scribe]) -> None:
    """Nobody is killed any more: every request that is under way gets its answer."""

    def finished() -> bool:
        tablelog.revive()
        return not any(scribe.is_alive() for scribe in scribes)

    until(finished, "some requests are never answered")


def urls(home: Path, settings: Mapping[str, str]) -> tuple[str, str]:
    """Where log and tables of this home are."""
    log_url = settings.get("TABLELOG_LOG_URL", f"sqlite:///{home}/log.db")
    return log_url, settings.get("TABLELOG_TABLES_URL", f"sqlite:///{home}/tables.db")


def _drain(tablelog: Tablelog, settings: Mapping[str, str]) -> None:
    """Wait for the worker that runs to come to the end of the log."""
    log_url, tables_url = urls(tablelog.home, settings)
    store, engine = EventStore.open(log_url), make_engine(tables_url)
    try:
        until(
            lambda: all(one.position >= one.end for one in status(store, engine)),
            "the worker does not come to the end of the log",
            DRAIN_SECONDS,
        )
    finally:
        engine.dispose()
        store.close()


def compared(
    log_url: str,
    tables_url: str,
    rebuilt: Path,
    told: Mapping[str, Sequence[Told]],
    *,
    alone: bool = True,
) -> Iterator[str]:
    """What is wrong with log and projections, given what was answered.

    rebuilt: a file for new tables. alone: nobody else opened sessions.
    """
    store, engine = EventStore.open(log_url), make_engine(tables_url)
    try:
        CONSOLE.print("  comparing the log with the answers, and the projections with new ones")
        if alone:
            yield from never_answered(store, told)
        yield from lost_or_doubled(store, told)
        yield from otherwise_projected(store, engine, rebuilt)
    finally:
        engine.dispose()
        store.close()


def never_answered(store: EventStore, told: Mapping[str, Sequence[Told]]) -> Iterator[str]:
    """Every session in the log was answered for."""
    for session in sorted(set(store.sessions()) - told.keys()):
        yield f"session {session} is in the log, but nobody was told of it"


def lost_or_doubled(store: EventStore, told: Mapping[str, Sequence[Told]]) -> Iterator[str]:
    """Every answered entry is in the log once, in its place, and nothing else is in its session."""
    for session, entries in sorted(told.items()):
        logged = [Told(entry.number, entry.digest) for entry in store.read(session)]
        if logged != list(entries):
            missing, extra = set(entries) - set(logged), set(logged) - set(entries)
            yield (
                f"session {session}: {len(entries)} answered, {len(logged)} in the log; "
                f"lost {sorted(one.number for one in missing)[:SHOWN]}, "
                f"never answered {sorted(one.number for one in extra)[:SHOWN]}"
            )


def otherwise_projected(store: EventStore, engine: sa.Engine, rebuilt: Path) -> Iterator[str]:
    """The rows that are served are those that one worker makes of the log from nothing."""
    for one in status(store, engine):
        if one.position != one.end or one.set_aside:
            yield f"projection {one.projection} stands at {one.position} of {one.end}, {one.set_aside} aside"
    fresh = make_engine(f"sqlite:///{rebuilt}")
    try:
        prepare(fresh)
        Follower(store, fresh, Library(Registers(engine).component_set)).pull()
        served, anew = found(engine), found(fresh)
    finally:
        fresh.dispose()
    for table, rows in anew.items():
        if rows != served[table]:
            missing, extra = rows - served[table], served[table] - rows
            example = sorted(missing or extra, key=repr)[0]
            yield f"{table}: {len(missing)} rows are missing, {len(extra)} too many, such as {example}"
