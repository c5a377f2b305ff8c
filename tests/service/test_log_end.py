"""Looking at the log's end for live streams: who looks has ended before the log is closed."""

from __future__ import annotations

import threading
from pathlib import Path

from replays.event_store import EventStore
from service.sessions.live_streams import Hub


class Slow(EventStore):
    """A log that takes until it is let go to say where its end is."""

    looking: threading.Event
    go: threading.Event

    def position(self) -> int:
        self.looking.set()
        assert self.go.wait(10)
        return super().position()


def test_the_log_is_looked_at_by_nobody_once_the_streams_are_closed(tmp_path: Path) -> None:
    store = Slow.open(f"sqlite:///{tmp_path}/log.db")
    assert isinstance(store, Slow)
    store.looking, store.go = threading.Event(), threading.Event()
    hub = Hub(store, 1, 1)
    with hub.listening("session", lambda: None):
        assert store.looking.wait(10)
        threading.Timer(0.1, store.go.set).start()
        hub.close()
    assert "log-end" not in {thread.name for thread in threading.enumerate()}
    store.close()
