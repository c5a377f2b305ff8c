"""Telling that the log has grown: live streams here at once, others through Redis in the background."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Sequence

from service.metrics import Metrics
from service.sessions.commands import WrittenEntry
from service.sessions.live_streams import Hub
from service.sessions.news import News
from workers.wake import wake

REST_SECONDS = 0.010
"""Between two wake-ups: a worker that is awake goes on by itself."""


class Announcer:
    """Called after every append. Costs the request next to nothing: Redis is asked by another thread."""

    def __init__(self, hub: Hub, metrics: Metrics, redis_url: str | None, news: News | None) -> None:
        self._hub = hub
        self._metrics = metrics
        self._redis_url = redis_url
        self._news = news
        self._sessions: deque[str] = deque()
        self._grown = threading.Event()
        self._ended = False
        if news is not None:
            threading.Thread(target=self._tell_others, args=(news,), name="wake-up", daemon=True).start()

    def __call__(self, session: str, entries: int, written: Sequence[WrittenEntry] = ()) -> None:
        """So many entries were appended; `written` are those that are in hand."""
        self._hub.tell(session, written)
        self._metrics.entries.inc(entries)
        if self._news is not None:
            self._sessions.append(session)
            self._grown.set()

    def close(self) -> None:
        """Stop waking."""
        self._ended = True
        self._grown.set()

    def _tell_others(self, news: News) -> None:
        while self._grown.wait():
            self._grown.clear()
            if self._ended:
                return
            grown = {self._sessions.popleft() for _ in range(len(self._sessions))}
            if grown:
                news.tell(grown)
            wake(self._redis_url)
            time.sleep(REST_SECONDS)
