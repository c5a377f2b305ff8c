"""Turns: work that takes much memory is done one piece at a time, some waits, the rest is told to come again.

So what it takes is bounded by numbers of ours, not by how many ask for it, and threads are left for those who
record.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import copy_context
from typing import TypeVar

Done = TypeVar("Done")


class NoTurn(Exception):
    """Too many wait already, or the wait was too long."""


class Turns:
    """One piece of work at a time, first come, first served; `waiting` more wait up to `patience_seconds`.

    All is done in one thread of its own: an allocator keeps what a thread gave back for that thread, so many
    threads that each needed much once would hold it all.
    """

    def __init__(self, waiting: int, patience_seconds: float) -> None:
        self._places = threading.BoundedSemaphore(1 + waiting)
        self._patience_seconds = patience_seconds
        self._worker = ThreadPoolExecutor(1)

    @contextmanager
    def place(self) -> Iterator[None]:
        """Hold one of the places of those who wait or work. Raises `NoTurn` if there is none."""
        if not self._places.acquire(blocking=False):
            raise NoTurn
        try:
            yield
        finally:
            self._places.release()

    def take(self, work: Callable[[], Done]) -> Done:
        """Do the work of who holds a place, in the context of the caller; what it returns.

        Raises `NoTurn` if it has not begun after the longest wait, and what the work raises.
        """
        future = self._worker.submit(copy_context().run, work)
        try:
            return future.result(self._patience_seconds)
        except TimeoutError:
            if future.cancel():
                raise NoTurn from None
        return future.result()

    def close(self) -> None:
        """Begin nothing more."""
        self._worker.shutdown(wait=False, cancel_futures=True)
