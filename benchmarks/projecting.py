"""How fast the read models are built anew from the log."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec.structs import replace

from benchmarks.measured import Measured
from benchmarks.replaying import longest_recorded
from domain.games import REGISTRY
from domain.kernel.engine.entries import NO_DIGEST, Entry, StoredEntry, seal, unseal
from replays.databases import make_engine
from replays.event_store import EventStore
from replays.library import Library
from workers.projections import PROJECTIONS
from workers.rebuild import rebuild

ENTRIES, BAR = 20_000, 40_000


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


def _as_session(game: str, entries: Sequence[Entry], session: str) -> list[StoredEntry]:
    stored: list[StoredEntry] = []
    for entry in entries:
        previous = stored[-1].digest if stored else NO_DIGEST
        stored.append(seal(game, previous, replace(entry, session=session)))
    return stored
