"""Keeping: which sandbox sessions their tables want to have for ever, and when the others expire."""

from __future__ import annotations

from datetime import datetime, timedelta

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.exc import IntegrityError

from domain.kernel.messages import Json
from domain.kernel.session import Session
from replays.databases import reading
from service.sessions.commands import now
from service.sessions.register_tables import KEEPING
from workers.expiry import as_text


class Retention(Struct, frozen=True):
    """Whether somebody chose to keep a session. since: when, or when it was imported. changes: how often."""

    kept: bool = False
    since: str | None = None
    changes: int = 0


class Keeping:
    """The register of what is kept. Its table is made by the migrations of `workers.tables`.

    days: how long a sandbox session rests before it expires; 0 = none does. held_since: when the log's
    database began to count.
    """

    def __init__(self, engine: sa.Engine, days: int, held_since: str) -> None:
        self._engine = engine
        self._reading = reading(engine)
        self._days = days
        self._held_since = held_since

    def of(self, session: Session) -> Retention:
        """The choice for this session; the default for one that is not a sandbox."""
        if not session.opened.sandbox:
            return Retention()
        query = sa.select(KEEPING).where(KEEPING.c.session == session.id)
        with self._reading.connect() as connection:
            row = connection.execute(query).one_or_none()
        return Retention() if row is None else Retention(row.kept, row.since, row.changes)

    def told(self, session: Session) -> dict[str, Json]:
        """Whether the session is kept, and when it expires: null for never. Only sandbox sessions expire."""
        said = self.of(session)
        kept = said.kept or not session.opened.sandbox
        if kept or not self._days:
            return {"kept": kept, "expires_at": None}
        moments = (session.updated, self._held_since, *filter(None, (said.since,)))
        latest = max(map(datetime.fromisoformat, moments))
        try:
            return {"kept": False, "expires_at": as_text(latest + timedelta(days=self._days))}
        except OverflowError:
            return {"kept": False, "expires_at": None}

    def keep(self, session: str, *, kept: bool) -> None:
        """Keep a session, or no longer: it rests from now on then. Said again without effect."""
        own = KEEPING.c.session == session
        with self._engine.begin() as connection:
            row = connection.execute(sa.select(KEEPING.c.kept).where(own)).one_or_none()
            if row is None and not kept:
                return
            said = {"kept": kept, "since": now(), "changes": KEEPING.c.changes + 1}
            changed = sa.update(KEEPING).where(own, KEEPING.c.kept.is_not(sa.true() if kept else sa.false()))
            connection.execute(changed.values(**said))
        if row is None:
            self._begin(session, kept=True, changes=1)

    def arrived(self, session: str) -> None:
        """Note that a session is about to be imported: it rests from now on, not from its last entry."""
        own = KEEPING.c.session == session
        with self._engine.begin() as connection:
            known = connection.execute(sa.update(KEEPING).where(own).values(since=now())).rowcount
        if not known:
            self._begin(session, kept=False, changes=0)

    def forget(self, session: str) -> None:
        """Delete the row of a session that has expired meanwhile."""
        with self._engine.begin() as connection:
            connection.execute(sa.delete(KEEPING).where(KEEPING.c.session == session))

    def _begin(self, session: str, *, kept: bool, changes: int) -> None:
        try:
            with self._engine.begin() as connection:
                row = {"session": session, "kept": kept, "since": now(), "changes": changes}
                connection.execute(sa.insert(KEEPING).values(**row))
        except IntegrityError:  # somebody else said so just now: the later one stands
            if kept:
                self.keep(session, kept=True)
