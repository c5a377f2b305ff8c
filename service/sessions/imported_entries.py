"""Which entries came from an imported file: written before they are stored, and never taken away."""

from __future__ import annotations

import time

import sqlalchemy as sa

from domain.kernel.entries import StoredEntry
from replays.databases import reading
from replays.event_store import EventStore
from replays.imported_range import ImportedRange, Importer
from service.sessions.register_tables import IMPORTED_RANGES

KEPT_SECONDS = 5.0
"""After this time a live stream knows what another process imported; pages and lists look each time."""
MOST_KEPT = 10_000


class ImportedEntries:
    """The marks of imported entries, over the registers."""

    def __init__(self, engine: sa.Engine, store: EventStore) -> None:
        self._engine = engine
        self._reading = reading(engine)
        self._store = store
        self._kept: dict[str, tuple[float, tuple[ImportedRange, ...]]] = {}

    def mark(self, session: str, first: int, entries: tuple[StoredEntry, ...], by: Importer, at: str) -> None:
        """Mark entries that are about to be stored, from number `first` on; again without effect."""
        digest = entries[-1].digest
        values = {"first": first, "last": first + len(entries) - 1, "importer": by, "at": at}
        own = (IMPORTED_RANGES.c.session == session) & (IMPORTED_RANGES.c.digest == digest)
        with self._engine.begin() as connection:
            known = connection.execute(sa.select(IMPORTED_RANGES.c.first).where(own)).one_or_none()
            if known is None:
                row = values | {"session": session, "digest": digest}
                connection.execute(sa.insert(IMPORTED_RANGES).values(row))
            elif first < known.first:
                connection.execute(sa.update(IMPORTED_RANGES).where(own).values(first=first))
        self._kept.pop(session, None)

    def of(self, session: str) -> tuple[ImportedRange, ...]:
        """The ranges of a session whose entries were stored, in order. Raises the databases' errors."""
        with self._reading.connect() as connection:
            if not sa.inspect(connection).has_table(IMPORTED_RANGES.name):
                return ()  # a home of an earlier version that cannot be written to
            query = sa.select(IMPORTED_RANGES).where(IMPORTED_RANGES.c.session == session)
            rows = connection.execute(query.order_by(IMPORTED_RANGES.c.first)).all()
        ranges = tuple(
            ImportedRange(row.first, row.last, row.importer, row.at)
            for row in rows
            if any(one.digest == row.digest for one in self._store.read(session, row.last, row.last))
        )
        if len(self._kept) >= MOST_KEPT:
            self._kept.clear()
        self._kept[session] = time.monotonic() + KEPT_SECONDS, ranges
        return ranges

    def known_of(self, session: str) -> tuple[ImportedRange, ...]:
        """The same, as it was some seconds ago at most."""
        kept = self._kept.get(session)
        return kept[1] if kept is not None and kept[0] > time.monotonic() else self.of(session)
