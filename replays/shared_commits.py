"""Shared commits: whoever stores at the same time shares one transaction. One thread stores for all."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from replays.log_storage import Event, SqliteRecorder
    from replays.postgresql_log import PostgresRecorder

LOG = logging.getLogger(__name__)

ENDING_SECONDS = 30.0

Settle = Callable[[int | None, Exception | None], None]
"""Called by the thread that stores, with the position of the last entry, or with what storing raised."""


class Waiting(NamedTuple):
    """Entries of one session that wait, and who is told what became of them."""

    events: Sequence[Event]
    settle: Settle


class SharedCommits:
    """A commit costs the disk the same for many. If one of them is refused, each is stored alone."""

    def __init__(self, recorder: SqliteRecorder | PostgresRecorder) -> None:
        self._recorder = recorder
        self._queue: SimpleQueue[Waiting | None] = SimpleQueue()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def store(self, events: Sequence[Event], settle: Settle) -> None:
        """Have them stored, and `settle` told once they are durable or refused."""
        self._queue.put(Waiting(events, settle))
        if self._thread is None:
            with self._lock:
                if self._thread is None:
                    self._thread = threading.Thread(target=self._run, name="commits", daemon=True)
                    self._thread.start()

    @property
    def waiting(self) -> int:
        """How many wait for the next transaction."""
        return self._queue.qsize()

    def close(self) -> None:
        """Store what waits, and end."""
        if self._thread is not None:
            self._queue.put(None)
            self._thread.join(ENDING_SECONDS)
            self._thread = None

    def _run(self) -> None:
        while (first := self._queue.get()) is not None:
            together = [first]
            with suppress(Empty):
                while (one := self._queue.get_nowait()) is not None:
                    together.append(one)
                self._queue.put(None)
            self._store_all(together)

    def _store_all(self, together: Sequence[Waiting]) -> None:
        if len(together) > 1:
            try:
                positions = self._recorder.insert_events([event for one in together for event in one.events])
            except Exception:
                positions = None
            if positions is not None:
                place = 0
                for one in together:
                    place += len(one.events)
                    _tell(one, positions[place - 1], None)
                return
        for one in together:
            try:
                positions = self._recorder.insert_events(one.events)
                assert positions
            except Exception as error:
                _tell(one, None, error)
            else:
                _tell(one, positions[-1], None)


def _tell(one: Waiting, position: int | None, error: Exception | None) -> None:
    """What fails in one's telling is no matter of the others, nor of the thread that stores."""
    try:
        one.settle(position, error)
    except Exception:
        LOG.exception("telling of a commit failed")
