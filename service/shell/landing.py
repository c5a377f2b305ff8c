"""Landing: what other threads have finished, brought back to the loop many at a time.

Each call across wakes the loop through the system, and lets go of the interpreter on its way.
"""

from __future__ import annotations

import asyncio
from collections import deque
from concurrent.futures import Future
from typing import Any


class Landing:
    """Of one loop, which is the one that runs where it is first asked for."""

    def __init__(self) -> None:
        self._landed: deque[asyncio.Future[None]] = deque()
        self._is_told = False
        self._loop: asyncio.AbstractEventLoop | None = None

    def of(self, work: Future[Any]) -> asyncio.Future[None]:
        """Done once the work is, however it ended."""
        loop = self._loop = self._loop or asyncio.get_running_loop()
        waiting = loop.create_future()
        work.add_done_callback(lambda _: self._bring(loop, waiting))
        return waiting

    def _bring(self, loop: asyncio.AbstractEventLoop, waiting: asyncio.Future[None]) -> None:
        self._landed.append(waiting)
        if not self._is_told:
            self._is_told = True
            loop.call_soon_threadsafe(self._wake)

    def _wake(self) -> None:
        """Whatever lands after the first line is brought by another call."""
        self._is_told = False
        while self._landed:
            waiting = self._landed.popleft()
            if not waiting.done():
                waiting.set_result(None)
