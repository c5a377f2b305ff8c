"""Which sessions are live tables, who has claimed their seats, and who watches or plays them.

A live table is a session whose opening was reserved under a key that no request can have. A seat is
claimed once its holder's epoch has begun: nobody had a token of it earlier. The marks of watchers are
keys in Redis that expire.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Sequence

import sqlalchemy as sa
from redis.exceptions import RedisError
from sqlalchemy.exc import IntegrityError

from replays.databases import reading
from service.sessions.register_tables import EPOCHS, OPENINGS
from service.sessions.registers import TokenRequest, claim_of, keep
from service.sessions.tokens import holder
from workers.wake import REST_SECONDS, Breaker, Hint, impatient

# The spectators of a live table, and the process that plays it: keys in Redis that expire by themselves.

WATCHED = Hint("tablelog-live-tables", "service.live_tables.bots.play", "tablelog:live-table", about=1)
"""About a session: somebody watches there."""
MARK_SECONDS = 5.0
"""How often an open stream says that it is there."""
LEASE_MILLISECONDS = 15_000
"""How long a table waits for a process that was killed while it played it."""


class Watchers:
    """Marks of live tables. Raises `RedisError` where nothing else is said."""

    def __init__(self, redis_url: str, linger_seconds: int) -> None:
        self.redis = impatient(redis_url)
        self._queue = WATCHED.queue_in(self.redis)
        self._linger = linger_seconds
        self._me = secrets.token_hex()
        self._breaker = Breaker(REST_SECONDS)

    def mark(self, session: str) -> None:
        """Somebody watches; where nobody plays for them, say so."""
        self.redis.set(_watched(session), 1, ex=self._linger)
        if not self.redis.exists(_lease(session)):
            self.call(session)

    def call(self, session: str) -> None:
        """Ask for bots: one job per table, which is a hint and may be lost or duplicated."""
        if self.redis.set(f"{_lease(session)}:called", 1, nx=True, px=LEASE_MILLISECONDS):
            WATCHED.enqueue(self._queue, session, job_id=f"live-table-{session}")

    def watching(self, session: str) -> Callable[[], None]:
        """To be called by an open stream again and again. It never raises, and a dead Redis costs little."""
        due = 0.0

        def watch() -> None:
            nonlocal due
            now = time.monotonic()
            if now < due or not self._breaker.lets_ask():
                return
            due = now + MARK_SECONDS
            try:
                self.mark(session)
            except (RedisError, OSError):
                self._breaker.failed()
            else:
                self._breaker.answered()

        return watch

    def is_watched(self, session: str) -> bool:
        """Whether anybody watched within the time that a table lingers."""
        return bool(self.redis.exists(_watched(session)))

    def leases(self, session: str) -> bool:
        """Whether this process plays the table; if nobody does, it does from now on."""
        if self.redis.set(_lease(session), self._me, nx=True, px=LEASE_MILLISECONDS):
            return True
        held = self.redis.get(_lease(session))
        if held != self._me.encode():
            return False
        self.redis.pexpire(_lease(session), LEASE_MILLISECONDS)
        return True

    def release(self, session: str) -> None:
        """The table is over: nobody plays it."""
        self.redis.delete(_lease(session), _watched(session))


def _watched(session: str) -> str:
    return f"tablelog:live-table:{session}:watched"


def _lease(session: str) -> str:
    return f"tablelog:live-table:{session}:played"


# Which sessions are live tables, and which of their seats people have taken: read from the registers.

KEY = "live table/"
"""Ids that clients give have no blank in them."""
NEWEST = 50
FIRST_TOKEN = 1


class LiveRegister:
    """The live tables of these registers."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._reading = reading(engine)

    def key(self, session: str) -> str:
        """The key under which the opening of a live table is reserved."""
        return f"{KEY}{session}"

    def newest(self) -> list[str]:
        """The sessions of live tables, the newest first; some may never have been stored."""
        query = sa.select(OPENINGS.c.session).where(OPENINGS.c.key.startswith(KEY, autoescape=True))
        with self._reading.connect() as connection:
            return list(connection.scalars(query.order_by(OPENINGS.c.session.desc()).limit(NEWEST)))

    def is_live_table(self, session: str) -> bool:
        """Whether the session was opened for bots to play in."""
        query = sa.select(OPENINGS.c.session).where(OPENINGS.c.key == self.key(session))
        with self._reading.connect() as connection:
            return connection.execute(query).first() is not None

    def taken(self, session: str, seats: Sequence[str]) -> frozenset[str]:
        """The seats that people have taken, as it stands now."""
        query = sa.select(EPOCHS.c.holder).where(EPOCHS.c.session == session)
        with self._reading.connect() as connection:
            holders = set(connection.scalars(query))
        return frozenset(seat for seat in seats if holder("seat", seat) in holders)

    def take(self, session: str, seat: str, asked: TokenRequest | None) -> bool:
        """Let somebody have the seat, as this request asks. False: somebody else has it."""
        rows = [
            {"session": session, "holder": name, "epoch": FIRST_TOKEN}
            for name in (holder("seat", seat), claim_of(seat))
        ]
        try:
            with self._engine.begin() as connection:
                connection.execute(sa.insert(EPOCHS), rows)
                if asked is not None:
                    keep(connection, asked, {holder("seat", seat): FIRST_TOKEN})
        except IntegrityError:
            return False
        return True
