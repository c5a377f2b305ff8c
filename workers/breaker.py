"""A breaker: what has failed is left alone for some seconds, then asked by one alone, until it answers."""

from __future__ import annotations

import threading
import time

LONGEST_REST_SECONDS = 30.0


class Breaker:
    """Between a caller that can do without an answer and a server that may hang. For any threads."""

    def __init__(self, rest_seconds: float, longest_seconds: float = LONGEST_REST_SECONDS) -> None:
        """rest_seconds: how long the first rest is; each one after it is twice as long, up to the longest."""
        self._first = self._next = rest_seconds
        self._longest = longest_seconds
        self._until = 0.0
        self._open = False
        self._lock = threading.Lock()

    @property
    def is_open(self) -> bool:
        """Whether the last answer that was waited for did not come."""
        return self._open

    def lets_ask(self) -> bool:
        """Whether to ask now. While it is open one caller a rest is let through, to probe."""
        with self._lock:
            if not self._open:
                return True
            now = time.monotonic()
            if now < self._until:
                return False
            self._rest(now)
            return True

    def failed(self) -> None:
        """No answer came."""
        with self._lock:
            if not self._open:
                self._open = True
                self._rest(time.monotonic())

    def answered(self) -> None:
        """An answer came."""
        if self._open:
            with self._lock:
                self._open = False
                self._next = self._first

    def _rest(self, now: float) -> None:
        self._until = now + self._next
        self._next = min(2 * self._next, self._longest)
