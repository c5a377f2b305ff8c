"""Random bytes for salts and names of requests, read from the system many at a time.

Each read releases the interpreter lock, and another thread takes it: at a hundred requests at once that
costs more than all else about a salt.
"""

from __future__ import annotations

import os
import threading
from io import BytesIO

READ_AT_ONCE = 4096


class Reserve:
    """Bytes of the system's own source. No byte is given twice, by no process that another has become."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept = BytesIO()
        os.register_at_fork(after_in_child=self._forget)

    def hex(self, count: int) -> str:
        """So many random bytes, as hexadecimal digits."""
        with self._lock:
            taken = self._kept.read(count)
            if len(taken) < count:
                self._kept = BytesIO(os.urandom(max(READ_AT_ONCE, count)))
                taken = self._kept.read(count)
        return taken.hex()

    def _forget(self) -> None:
        self._lock = threading.Lock()
        self._kept = BytesIO()


RESERVE = Reserve()
random_hex = RESERVE.hex
