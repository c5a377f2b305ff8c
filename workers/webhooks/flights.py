"""Flights: the deliveries that this process sends at the moment, bounded so that nobody takes all of them.

A receiver is a host and a port, as a URL names them. Names cost nothing, so the address that is connected to
has a bound of its own. A receiver that keeps us waiting rests for growing pauses; nobody else notices.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from workers.webhooks.deliveries import Due

MOST = 32
MOST_OF_A_RECEIVER = 2
MOST_OF_A_SESSION = 2
MOST_TO_AN_ADDRESS = 8
SLOW_SECONDS = 2.0
"""An attempt that takes so long is slow, whatever comes of it."""
SLOW_BEFORE_REST = 3
"""After so many slow attempts in a row, a receiver rests."""
FIRST_REST_SECONDS = 10.0
LONGEST_REST_SECONDS = 600.0
MOST_DOUBLINGS = 16
MOST_REMEMBERED = 10_000
"""Receivers whose slowness is remembered; the one that was slow first is forgotten first."""


class Crowded(Exception):
    """As many deliveries as may be are on their way to this address."""


class Slowness(NamedTuple):
    """How many attempts in a row were slow, and when the receiver is tried again (monotonic seconds)."""

    times: int
    rests_until: float


class Flights:
    """What this process sends at the moment. Threads share it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._webhooks: set[str] = set()
        self._receivers: Counter[str] = Counter()
        self._sessions: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()
        self._slow: dict[str, Slowness] = {}
        self._somebody_waits = False

    def begin(self, due: Due) -> bool:
        """Take a place for a delivery; False where it has one or there is none, or its receiver rests."""
        with self._lock:
            if due.webhook in self._webhooks:
                return False
            slow = self._slow.get(due.receiver)
            most = 1 if slow is not None and slow.times >= SLOW_BEFORE_REST else MOST_OF_A_RECEIVER
            if slow is not None and time.monotonic() < slow.rests_until:
                return False
            if (
                len(self._webhooks) >= MOST
                or self._receivers[due.receiver] >= most
                or self._sessions[due.session] >= MOST_OF_A_SESSION
            ):
                self._somebody_waits = True
                return False
            self._webhooks.add(due.webhook)
            self._receivers[due.receiver] += 1
            self._sessions[due.session] += 1
            return True

    def end(self, due: Due) -> bool:
        """Give the place back; whether somebody waits for one, since this was asked last."""
        with self._lock:
            waits, self._somebody_waits = self._somebody_waits, False
            self._webhooks.remove(due.webhook)
            _less(self._receivers, due.receiver)
            _less(self._sessions, due.session)
            return waits

    def took(self, receiver: str, seconds: float) -> None:
        """Remember how long an attempt took, whatever came of it."""
        with self._lock:
            known = self._slow.pop(receiver, None)
            if seconds < SLOW_SECONDS:
                return
            times = 1 if known is None else known.times + 1
            rest = 0.0
            if (more := times - SLOW_BEFORE_REST) >= 0:
                rest = min(FIRST_REST_SECONDS * 2.0 ** min(more, MOST_DOUBLINGS), LONGEST_REST_SECONDS)
            self._slow[receiver] = Slowness(times, time.monotonic() + rest)
            if len(self._slow) > MOST_REMEMBERED:
                del self._slow[next(iter(self._slow))]

    @contextmanager
    def to(self, address: str) -> Iterator[None]:
        """Hold a place at an address. Raises `Crowded`."""
        with self._lock:
            if self._addresses[address] >= MOST_TO_AN_ADDRESS:
                raise Crowded(address)
            self._addresses[address] += 1
        try:
            yield
        finally:
            with self._lock:
                _less(self._addresses, address)


def _less(counts: Counter[str], key: str) -> None:
    counts[key] -= 1
    if not counts[key]:
        del counts[key]
