"""Shared commits: threads that store at the same time share one transaction."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Sequence
from typing import TYPE_CHECKING

from replays.log_storage import Event, SqliteRecorder

if TYPE_CHECKING:
    from replays.postgresql_log import PostgresRecorder


class Waiting:
    """Entries of one session that wait to be stored, and what came of them."""

    def __init__(self, events: Sequence[Event]) -> None:
        self.events = events
        self.position: int | None = None
        self.error: Exception | None = None

    @property
    def settled(self) -> bool:
        return self.position is not None or self.error is not None


class SharedCommits:
    """Threads that store at the same time share one transaction: a commit costs the disk the same for many.

    Whoever has the turn stores for all who wait. If one of them is refused, each is stored alone.
    """

    def __init__(self, recorder: SqliteRecorder | PostgresRecorder) -> None:
        self._recorder = recorder
        self._queue: deque[Waiting] = deque()
        self._turn = threading.Lock()

    def store(self, events: Sequence[Event]) -> int:
        """Durable when it returns the position of the last. Raises what the recorder raises."""
        waiting = Waiting(events)
        self._queue.append(waiting)
        with self._turn:
            if not waiting.settled:
                self._store_all()
        if waiting.error is not None:
            raise waiting.error
        assert waiting.position is not None
        return waiting.position

    def _store_all(self) -> None:
        together = [self._queue.popleft() for _ in range(len(self._queue))]
        if len(together) > 1:
            try:
                positions = self._recorder.insert_events([event for one in together for event in one.events])
            except Exception:
                positions = None
            if positions is not None:
                place = 0
                for one in together:
                    place += len(one.events)
                    one.position = positions[place - 1]
                return
        for one in together:
            try:
                positions = self._recorder.insert_events(one.events)
            except Exception as error:
                one.error = error
            else:
                assert positions
                one.position = positions[-1]
