"""Who watches a live table, and which process plays it: marks in Redis that fade by themselves."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable

from redis.exceptions import RedisError

from workers.breaker import Breaker
from workers.wake import REST_SECONDS, Hint, impatient

WATCHED = Hint("tablelog-live-tables", "service.live_tables.jobs.play", "tablelog:live-table", about=1)
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
        """Ask for bots: one job a table, which is a hint and may be lost or doubled."""
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
