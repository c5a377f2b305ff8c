"""First slips: an outcome that was typed wrong is let off once, before the table is told of it."""

from __future__ import annotations

import threading
from collections import OrderedDict

AGAIN_AFTER = 20
"""Entries of a session until a holder may be let off again: too many to find out what is hidden."""
MOST_HELD = 10_000
"""Holders that are remembered."""


class Slips:
    """Who was let off, and at which version. It is kept in memory: a restart forgets it."""

    def __init__(self) -> None:
        self._last: OrderedDict[tuple[str, str], int] = OrderedDict()
        self._lock = threading.Lock()

    def lets_off(self, session: str, holder: str, version: int) -> bool:
        """Whether this holder's refusal at this version is let off; it then counts as the last one."""
        with self._lock:
            last = self._last.get((session, holder))
            if last is not None and version < last + AGAIN_AFTER:
                return False
            self._last[session, holder] = version
            self._last.move_to_end((session, holder))
            if len(self._last) > MOST_HELD:
                self._last.popitem(last=False)
            return True
