"""Listings: tags and visibility that the owner of a session changed after the opening, outside the log."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Mapping

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.exc import IntegrityError

from domain.kernel.engine.entries import Opened
from replays.databases import reading
from service.sessions.register_tables import LISTING_TAGS, LISTINGS

MOST_KEPT = 10_000
KEPT_SECONDS = 1.0
"""After this time another process's change is seen; one's own is seen at once."""


class Listing(Struct, frozen=True):
    """Changes to what a session's opening says; None: unchanged. `changes`: how often there were any."""

    visibility: str | None = None
    tags: tuple[str, ...] | None = None
    changes: int = 0

    def visibility_of(self, opened: Opened) -> str:
        """The visibility of the session of this opening now."""
        return self.visibility or opened.visibility

    def tags_of(self, opened: Opened) -> list[str]:
        """The tags that the session of this opening has now."""
        return list(opened.tags if self.tags is None else self.tags)


UNCHANGED = Listing()


class Listings:
    """The register of listings. Its tables are made by the migrations of `workers.tables`."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._reading = reading(engine)
        self._kept: dict[str, tuple[float, Listing]] = {}
        self._lock = threading.Lock()

    def of(self, session: str) -> Listing:
        """The changes of this session."""
        kept = self._kept.get(session)
        if kept is not None and kept[0] > time.monotonic():
            return kept[1]
        with self._lock:
            with self._reading.connect() as connection:
                read = listings_in(connection, [session]).get(session, UNCHANGED)
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            self._kept[session] = (time.monotonic() + KEPT_SECONDS, read)
            return read

    def change(self, session: str, visibility: str | None, tags: Iterable[str] | None) -> None:
        """Replace the visibility and the tags; None leaves them as they are. Again it counts no change."""
        wanted = None if tags is None else tuple(dict.fromkeys(tags))
        values: dict[str, object] = {"changes": LISTINGS.c.changes + 1}
        values |= {} if visibility is None else {"visibility": visibility}
        values |= {} if wanted is None else {"tagged": True}
        own = LISTINGS.c.session == session
        try:
            with self._engine.begin() as connection:
                now = listings_in(connection, [session]).get(session, UNCHANGED)
                if visibility in (None, now.visibility) and wanted in (None, now.tags):
                    return
                if not connection.execute(sa.update(LISTINGS).where(own).values(**values)).rowcount:
                    first = {"visibility": visibility, "tagged": wanted is not None, "changes": 1}
                    connection.execute(sa.insert(LISTINGS).values(session=session, **first))
                if wanted is not None:
                    connection.execute(sa.delete(LISTING_TAGS).where(LISTING_TAGS.c.session == session))
                    for place, tag in enumerate(wanted):
                        tagged = sa.insert(LISTING_TAGS).values(session=session, tag=tag, place=place)
                        connection.execute(tagged)
        except IntegrityError:  # somebody else changed it just now for the first time: the later one stands
            self.change(session, visibility, wanted)
        with self._lock:
            self._kept.pop(session, None)


def listings_in(connection: sa.Connection, sessions: Iterable[str]) -> Mapping[str, Listing]:
    """The changes of these sessions, read in the caller's transaction; unchanged ones are missing."""
    wanted = sorted(set(sessions))
    tags: dict[str, list[str]] = {}
    query = sa.select(LISTING_TAGS).where(LISTING_TAGS.c.session.in_(wanted)).order_by(LISTING_TAGS.c.place)
    for row in connection.execute(query):
        tags.setdefault(row.session, []).append(row.tag)
    rows = connection.execute(sa.select(LISTINGS).where(LISTINGS.c.session.in_(wanted)))
    return {
        row.session: Listing(
            row.visibility, tuple(tags.get(row.session, ())) if row.tagged else None, row.changes
        )
        for row in rows
    }
