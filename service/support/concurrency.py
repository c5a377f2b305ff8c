"""Concurrency limits: work that takes much memory is done one piece at a time, and few requests wait for it.

So the memory in use depends on settings of ours, not on the number of requests, and threads stay free for
requests that record.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import copy_context
from typing import TypeVar

Done = TypeVar("Done")


class TooBusy(Exception):
    """Too many requests wait already, or the wait was too long."""


class ConcurrencyLimit:
    """Runs one call at a time, in order; `waiting` more wait for up to `patience_seconds`.

    All work runs in one thread of its own: an allocator keeps for a thread what that thread gave back, so
    many threads that each needed much once would hold it all.
    """

    def __init__(self, waiting: int, patience_seconds: float) -> None:
        self._places = threading.BoundedSemaphore(1 + waiting)
        self._patience_seconds = patience_seconds
        self._worker = ThreadPoolExecutor(1)

    @contextmanager
    def place(self) -> Iterator[None]:
        """Hold a place among the work that runs or waits. Raises `TooBusy` if there is none."""
        if not self._places.acquire(blocking=False):
            raise TooBusy
        try:
            yield
        finally:
            self._places.release()

    def run(self, work: Callable[[], Done]) -> Done:
        """Run the work of a caller that holds a place, in the caller's context; returns its result.

        Raises `TooBusy` if it has not begun after the longest wait, and everything that the work raises.
        """
        future = self._worker.submit(copy_context().run, work)
        try:
            return future.result(self._patience_seconds)
        except TimeoutError:
            if future.cancel():
                raise TooBusy from None
        return future.result()

    def close(self) -> None:
        """Begin nothing more."""
        self._worker.shutdown(wait=False, cancel_futures=True)
