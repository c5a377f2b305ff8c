"""Scribes record while something disturbs the service; in the end log and projections are compared with what
they were told.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random

import sqlalchemy as sa

from replays.databases import make_engine
from replays.event_store import EventStore
from replays.library import Library
from service.sessions.registers import Registers
from tests.support.long.campaign import CONSOLE, Outcome, Wanted
from tests.support.long.running import Stuck, Tablelog, until
from tests.support.long.scribes import Scribe, Told, recorded_games
from tests.support.postgresql import PostgreSQLServer
from tests.support.workers.serial import found
from workers.follow import ProjectionRunner, prepare
from workers.rebuild import status

DRAIN_SECONDS = 600
SHOWN = 5

OverOne = Callable[[Wanted, Path, Mapping[str, str]], Outcome]
"""`over(wanted, home, settings)`: a campaign over the store that these settings name, else SQLite."""


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


class Evening:
    """A home with `up`, and the scribes who record there. `random`: of whoever disturbs them.

    revive: starts what else has ended, as a service manager would, and returns whether it had.
    games: those that are recorded, else all of the library.
    """

    def __init__(
        self,
        wanted: Wanted,
        tablelog: Tablelog,
        *,
        revive: Callable[[], bool] = lambda: False,
        games: Sequence[Path] | None = None,
    ) -> None:
        self.tablelog, self._revive, self.done = tablelog, revive, threading.Event()
        self.random = Random(f"{wanted.seed}/{tablelog.home.name}")
        self.scribes = [
            Scribe(tablelog.port, Random(f"{wanted.seed}/{number}"), games or recorded_games(), self.done)
            for number in range(wanted.clients)
        ]
        self.revived: Counter[str] = Counter()
        """How often `up` and the store were started again."""

    def begin(self) -> None:
        """Start `up`, and the scribes once it is ready. Raises `Stuck`."""
        self.tablelog.start()
        self.tablelog.wait_until_ready()
        for scribe in self.scribes:
            scribe.start()

    @property
    def told(self) -> dict[str, list[Told]]:
        """What all scribes were told, by session."""
        return {session: told for scribe in self.scribes for session, told in dict(scribe.told).items()}

    @property
    def answers(self) -> int:
        """How many entries have been answered for."""
        return sum(scribe.answers for scribe in self.scribes)

    def wait_for(self, more: int) -> None:
        """Until so many more entries are answered: what disturbs nobody proves nothing. Raises `Stuck`."""
        reached = self.answers + more

        def recorded() -> bool:
            self.revive()
            if not any(scribe.is_alive() for scribe in self.scribes):
                raise Stuck("no scribe is left")
            return self.answers >= reached

        until(recorded, "nobody is answered any more")

    def revive(self) -> None:
        """Start again what has ended."""
        self.revived["store"] += self._revive()
        self.revived["up"] += self.tablelog.revive()

    def end(self) -> None:
        """Nobody is disturbed any more: every request that is under way gets its answer. Raises `Stuck`."""
        self.done.set()

        def finished() -> bool:
            self.revive()
            return not any(scribe.is_alive() for scribe in self.scribes)

        until(finished, "some requests are never answered")
        until(self._is_ready, "Tablelog is not ready though nobody disturbs it")

    def _is_ready(self) -> bool:
        self.revive()
        return self.tablelog.is_ready()


Disturb = Callable[[Evening], Outcome]
"""`disturb(evening)`: what happens while the scribes record."""


def over(evening: Evening, settings: Mapping[str, str], disturb: Disturb, *, alone: bool = True) -> Outcome:
    """Record, disturb, wait for the workers to come to the end of the log, then compare everything.

    settings: those that name the store. alone: nobody but the scribes opens sessions.
    """
    tablelog, figures, faults = evening.tablelog, dict[str, str](), list[str]()
    try:
        evening.begin()
        figures, found_meanwhile = disturb(evening)
        faults += found_meanwhile
        evening.end()
        wait_for_projections(*urls(tablelog.home, settings))
    except Stuck as stuck:
        faults.append(str(stuck))
    finally:
        evening.done.set()
        tablelog.stop()
    faults += [scribe.trouble for scribe in evening.scribes if scribe.trouble]
    told = evening.told
    passed, audit = tablelog.run("audit", "--all")
    if passed != 0:
        faults.append(f"audit --all: {audit.strip()[-500:]}")
    log_url, tables_url = urls(tablelog.home, settings)
    faults += compared(log_url, tables_url, tablelog.home / "rebuilt.db", told, alone=alone)
    figures |= {
        "up started again": str(evening.revived["up"]),
        "sessions, entries answered": f"{len(told)}, {sum(map(len, told.values()))}",
        "requests sent again": str(sum(scribe.retries for scribe in evening.scribes)),
        "audit": next((line for line in audit.splitlines() if line.endswith(" failed")), audit.strip()),
    }
    return Outcome(figures, faults)


def urls(home: Path, settings: Mapping[str, str]) -> tuple[str, str]:
    """Where log and tables of this home are."""
    log_url = settings.get("TABLELOG_LOG_URL", f"sqlite:///{home}/log.db")
    return log_url, settings.get("TABLELOG_TABLES_URL", f"sqlite:///{home}/tables.db")


def wait_for_projections(log_url: str, tables_url: str) -> None:
    """Wait for the worker that runs to come to the end of the log. Raises `Stuck`."""
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
        ProjectionRunner(store, fresh, Library(Registers(engine).component_set)).pull()
        served, anew = found(engine), found(fresh)
    finally:
        fresh.dispose()
    for table, rows in anew.items():
        if rows != served[table]:
            missing, extra = rows - served[table], served[table] - rows
            example = sorted(missing or extra, key=repr)[0]
            yield f"{table}: {len(missing)} rows are missing, {len(extra)} too many, such as {example}"
