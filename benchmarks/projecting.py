"""How fast the read models are rebuilt from the log, by one process and by two that share it."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec.structs import replace

from benchmarks.measured import Measured
from benchmarks.replaying import longest_recorded
from domain.games import REGISTRY
from domain.kernel.engine.entries import NO_DIGEST, Entry, StoredEntry, seal, unseal
from domain.kernel.messages import know_structs
from replays.databases import make_engine
from replays.event_store import EventStore
from replays.library import Library
from tests.support.postgresql import PostgreSQLServer
from workers.projections import PROJECTIONS
from workers.rebuild import rebuild

ENTRIES, BAR = 20_000, 40_000
SHARED_BAR, ROUNDS = 1.7, 5
ROOT = Path(__file__).parent.parent


def rows() -> Iterator[Measured]:
    """Rebuilding from a log of the first title's longest recorded game, over and over as other sessions."""
    game = next(iter(REGISTRY.values()))
    entries = [unseal(game, stored.topic, stored.body) for stored in longest_recorded(game)]
    with tempfile.TemporaryDirectory(prefix="tlb") as folder:
        store = EventStore.open(f"sqlite:///{Path(folder)}/log.db")
        sessions = -(-ENTRIES // len(entries))
        for place in range(sessions):
            session = f"01900000-0000-7000-8000-{place:012x}"
            store.append(session, 1, _as_session(game.key, entries, session))
        total = sessions * len(entries)
        groups: list[tuple[str, ...]] = [*((projection.name,) for projection in PROJECTIONS), ()]
        for place, names in enumerate(groups):
            engine = make_engine(f"sqlite:///{Path(folder)}/tables{place}.db")
            began = time.perf_counter()
            rebuild(store, engine, Library(), names)
            rate = total / (time.perf_counter() - began)
            engine.dispose()
            what = f"projection rebuild, {names[0] if names else 'all of them in one pass'}, {game.key}"
            yield Measured(what, f"{rate:,.0f} entries/s", f"≥ {BAR:,}", rate >= BAR)
        store.close()
    yield from shared()


def shared() -> Iterator[Measured]:
    """Rebuilding on PostgreSQL by one process and by two, in turn: two free cores are needed."""
    server = PostgreSQLServer().start()
    try:
        store = EventStore.open(server.url)
        total = place = 0
        while total < ENTRIES:
            for game in REGISTRY.values():
                entries = [unseal(game, stored.topic, stored.body) for stored in longest_recorded(game)]
                session = f"01900000-0000-7000-8000-{place:012x}"
                store.append(session, 1, _as_session(game.key, entries, session))
                total, place = total + len(entries), place + 1
        store.close()
        rounds = [[_side_by_side(server.url, many, total) for many in (1, 2)] for _ in range(ROUNDS)]
    finally:
        server.stop()
    alone, together = (max(rates, key=lambda rate: rate[0]) for rates in zip(*rounds, strict=True))
    ratio = together[0] / alone[0]
    yield Measured(
        "projection rebuild on PostgreSQL, two processes",
        f"{together[0]:,.0f} entries/s",
        f"≥ {SHARED_BAR} × one",
        ratio >= SHARED_BAR,
        floor=f"{alone[0]:,.0f} ({ratio:.2f})",
        note=f"best of {ROUNDS} rounds; {together[1]:.3f} ms CPU an entry, one process {alone[1]:.3f} ms",
    )


def _side_by_side(url: str, many: int, total: int) -> tuple[float, float]:
    """Entries a second, and milliseconds of CPU an entry, of a rebuild by so many processes."""
    command = [sys.executable, "-m", "benchmarks.projecting", url]
    processes = [
        subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for _ in range(many)
    ]
    for process in processes:
        assert process.stdout is not None
        process.stdout.readline()
    began = time.perf_counter()
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    spent = [process.communicate()[0] for process in processes]
    rate = total / (time.perf_counter() - began)
    return rate, 1_000 * sum(map(float, spent)) / total


def _rebuild_when_asked(url: str) -> None:
    """Rebuild everything after a line on standard input; print the seconds of CPU that it took."""
    know_structs()
    store, engine = EventStore.open(url), make_engine(url)
    print("ready", flush=True)
    sys.stdin.readline()
    began = time.process_time()
    rebuild(store, engine, Library())
    print(time.process_time() - began, flush=True)
    store.close()


def _as_session(game: str, entries: Sequence[Entry], session: str) -> list[StoredEntry]:
    stored: list[StoredEntry] = []
    for entry in entries:
        previous = stored[-1].digest if stored else NO_DIGEST
        stored.append(seal(game, previous, replace(entry, session=session)))
    return stored


if __name__ == "__main__":
    _rebuild_when_asked(sys.argv[1])
