"""Shared commits: whoever stores at the same time shares one transaction. One thread stores for all."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from concurrent.futures import Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from replays.log_storage import Event, SqliteRecorder
    from replays.postgresql_log import PostgresRecorder

ENDING_SECONDS = 30.0


class Waiting(NamedTuple):
    """Entries of one session that wait; `stored`: the position of the last of them, once they are durable."""

    events: Sequence[Event]
    stored: Future[int]


class SharedCommits:
    """A commit costs the disk the same for many. If one of them is refused, each is stored alone."""

    def __init__(self, recorder: SqliteRecorder | PostgresRecorder) -> None:
        self._recorder = recorder
        self._queue: SimpleQueue[Waiting | None] = SimpleQueue()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def store(self, events: Sequence[Event]) -> Future[int]:
        """Have them stored. The future gives the position of the last, or raises what the recorder raises."""
        waiting = Waiting(events, Future())
        self._queue.put(waiting)
        if self._thread is None:
            with self._lock:
                if self._thread is None:
                    self._thread = threading.Thread(target=self._run, name="commits", daemon=True)
                    self._thread.start()
        return waiting.stored

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
                    one.stored.set_result(positions[place - 1])
                return
        for one in together:
            try:
                positions = self._recorder.insert_events(one.events)
                assert positions
            except Exception as error:
                one.stored.set_exception(error)
            else:
                one.stored.set_result(positions[-1])
