"""Nudges: who asked which seat to act. They reach the open streams of that seat, and are stored nowhere."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict

from msgspec import Struct

SEATS_KEPT = 4_096
RECENT_SECONDS = 30.0


class Nudge(Struct, frozen=True):
    """The last nudge of a seat: the number of it, the holder who nudged, and when."""

    count: int
    by: str
    at: float

    @property
    def is_recent(self) -> bool:
        """Whether a page that was out of sight for a moment has yet to hear of it."""
        return time.monotonic() - self.at < RECENT_SECONDS


NONE = Nudge(0, "", float("-inf"))


class Nudges:
    """The last nudge of each seat, as this process has heard of them. Times are seconds of a steady clock."""

    def __init__(self) -> None:
        self._last: OrderedDict[tuple[str, str], Nudge] = OrderedDict()
        self._lock = threading.Lock()

    def add(self, session: str, seat: str, by: str) -> None:
        """Somebody nudges a seat."""
        with self._lock:
            before = self._last.pop((session, seat), NONE)
            self._last[session, seat] = Nudge(before.count + 1, by, time.monotonic())
            while len(self._last) > SEATS_KEPT:
                self._last.popitem(last=False)

    def last(self, session: str, seat: str) -> Nudge:
        """The last nudge of a seat; `NONE` before the first."""
        with self._lock:
            return self._last.get((session, seat), NONE)
