"""Live streams: who waits for which session, and the bell that is rung when it moves on.

The log is the truth and the queue: a stream that is woken reads what is new from it. Entries that
another process appended are noticed by looking at the log's end a few times a second.
"""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from replays.event_store import EventStore, Unavailable

LOOK_SECONDS = 0.25
READ_AT_ONCE = 500
FRAMES_KEPT = 4_096


class TooManyStreams(Exception):
    """No more streams are kept open."""


class TooManyOfAnAddress(TooManyStreams):
    """No more streams are kept open for one address."""


class Bell:
    """Rung whenever the session of one stream may have moved on."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self.rung = self._event.set

    def wait(self, seconds: float) -> bool:
        """Whether the bell was rung within this time."""
        rang = self._event.wait(seconds)
        self._event.clear()
        return rang


class Hub:
    """All open streams of this process."""

    def __init__(self, store: EventStore, most: int, most_of_an_address: int) -> None:
        self._store = store
        self._most = most
        self._most_of_an_address = most_of_an_address
        self._open_of: Counter[str] = Counter()
        self._bells: dict[str, set[Bell]] = defaultdict(set)
        self._open = 0
        self._lock = threading.Lock()
        self._watching: threading.Thread | None = None
        self._frames: OrderedDict[tuple[object, ...], bytes] = OrderedDict()
        self._ended = threading.Event()

    @property
    def open_streams(self) -> int:
        """How many streams are open."""
        return self._open

    def ring(self, session: str) -> None:
        """Wake the streams of a session."""
        bells = self._bells.get(session)
        if bells:
            for bell in tuple(bells):
                bell.rung()

    def must_have_room(self, address: str) -> None:
        """Raises `TooManyOfAnAddress` or `TooManyStreams` where no stream is opened for this address."""
        if self._open_of[address] >= self._most_of_an_address:
            raise TooManyOfAnAddress
        if self._open >= self._most:
            raise TooManyStreams

    @contextmanager
    def listening(self, session: str, address: str) -> Iterator[Bell]:
        """A bell for one stream. Raises `TooManyStreams`."""
        bell = Bell()
        with self._lock:
            self.must_have_room(address)
            self._open += 1
            self._open_of[address] += 1
            self._bells[session].add(bell)
            if self._watching is None:
                self._watching = threading.Thread(target=self._watch, name="log-end", daemon=True)
                self._watching.start()
        try:
            yield bell
        finally:
            with self._lock:
                self._open -= 1
                self._open_of[address] -= 1
                if not self._open_of[address]:
                    del self._open_of[address]
                self._bells[session].discard(bell)
                if not self._bells[session]:
                    del self._bells[session]

    def frame(self, key: tuple[object, ...], render: Callable[[], bytes]) -> bytes:
        """A frame that streams with the same eyes share: rendered once."""
        with self._lock:
            kept = self._frames.get(key)
        if kept is None:
            kept = render()
            with self._lock:
                self._frames[key] = kept
                if len(self._frames) > FRAMES_KEPT:
                    self._frames.popitem(last=False)
        return kept

    def close(self) -> None:
        """Stop looking at the log's end."""
        self._ended.set()

    def _watch(self) -> None:
        position: int | None = None
        while not self._ended.wait(LOOK_SECONDS):
            with self._lock:
                if not self._open:
                    self._watching = None
                    return
            with suppress(Unavailable):
                position = self._look(position)

    def _look(self, position: int | None) -> int:
        newest = self._store.position()
        if position is None:
            for session in tuple(self._bells):
                self.ring(session)
            return newest
        while position < newest:
            entries = self._store.since(position, READ_AT_ONCE)
            if not entries:
                return newest
            for session in {entry.session for entry in entries}:
                self.ring(session)
            position = entries[-1].position
        return position
