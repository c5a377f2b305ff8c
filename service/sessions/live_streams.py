"""Live streams: which streams wait for which session, and who is notified when it moves on.

The log is the truth and the queue: a stream that is woken reads from it what is new and not in hand. Of what
another process appended there is news through Redis. Where there is none, and for what appends without
telling, the log's end is looked at.
"""

from __future__ import annotations

import threading
import time
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress

from replays.event_store import EventStore, Unavailable
from service.sessions.commands import WrittenEntry
from service.sessions.news import News

LOOK_SECONDS = 0.25
ENDING_SECONDS = 5.0
"""How long an end waits for who looks at the log just then."""
LOOK_SECONDS_BESIDE_NEWS = 1.0
"""How often the log's end is looked at."""
READ_AT_ONCE = 500
FRAMES_KEPT = 4_096
WRITTEN_KEPT = 1_024

Notify = Callable[[], None]
"""Called, from any thread, when a session may have moved on."""


class TooManyStreams(Exception):
    """No more streams are kept open."""


class TooManyOfAnAddress(TooManyStreams):
    """No more streams are kept open for one address."""


class Wakeup:
    """Notified whenever the session of one stream may have moved on."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self.notify = self._event.set

    def wait(self, seconds: float) -> bool:
        """Whether it was notified within this time."""
        notified = self._event.wait(seconds)
        self._event.clear()
        return notified


class StreamSlot:
    """The place of one open stream among those that are kept open."""

    def __init__(self, hub: Hub, address: str) -> None:
        self._hub = hub
        self._address = address
        self._held = True

    def leave(self) -> None:
        """Give the place back. A second time is no matter."""
        if self._held:
            self._held = False
            self._hub.left(self._address)


class Hub:
    """All open streams of this process."""

    def __init__(
        self, store: EventStore, most: int, most_of_an_address: int, news: News | None = None
    ) -> None:
        self._store = store
        self._news = news
        self._most = most
        self._most_of_an_address = most_of_an_address
        self._open_of: Counter[str] = Counter()
        self._listeners: dict[str, set[Notify]] = defaultdict(set)
        self._open = 0
        self._lock = threading.Lock()
        self._watching: threading.Thread | None = None
        self._frames: OrderedDict[tuple[object, ...], bytes] = OrderedDict()
        self._written: OrderedDict[tuple[str, int], WrittenEntry] = OrderedDict()
        self._ended = threading.Event()

    @property
    def open_streams(self) -> int:
        """How many streams are open."""
        return self._open

    def notify(self, session: str) -> None:
        """Wake the streams of a session."""
        listeners = self._listeners.get(session)
        if listeners:
            for notify in tuple(listeners):
                notify()

    def tell(self, session: str, written: Sequence[WrittenEntry]) -> None:
        """Wake the streams of a session, which need not read back what was written just now."""
        if session not in self._listeners:
            return
        with self._lock:
            for one in written:
                self._written[session, one.entry.number] = one
            while len(self._written) > WRITTEN_KEPT:
                self._written.popitem(last=False)
        self.notify(session)

    def in_hand(self, session: str, number: int) -> WrittenEntry | None:
        """An entry that was written just now; None where it must be read from the log."""
        with self._lock:
            return self._written.get((session, number))

    def take_place(self, address: str) -> StreamSlot:
        """A place for one stream. Raises `TooManyOfAnAddress` or `TooManyStreams` where there is none."""
        with self._lock:
            if self._open_of[address] >= self._most_of_an_address:
                raise TooManyOfAnAddress
            if self._open >= self._most:
                raise TooManyStreams
            self._open += 1
            self._open_of[address] += 1
        return StreamSlot(self, address)

    def left(self, address: str) -> None:
        """A stream of this address is over."""
        with self._lock:
            self._open -= 1
            self._open_of[address] -= 1
            if not self._open_of[address]:
                del self._open_of[address]

    @contextmanager
    def listening(self, session: str, notify: Notify) -> Iterator[None]:
        """Have this called, from any thread, whenever the session may have moved on."""
        with self._lock:
            self._listeners[session].add(notify)
            if self._watching is None:
                self._watching = threading.Thread(target=self._watch, name="log-end", daemon=True)
                self._watching.start()
        try:
            yield
        finally:
            with self._lock:
                self._listeners[session].discard(notify)
                if not self._listeners[session]:
                    del self._listeners[session]

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
        """Stop looking at the log's end. A look that is under way is waited for, if it does not take long."""
        self._ended.set()
        with self._lock:
            watching = self._watching
        if watching is not None and watching is not threading.current_thread():
            watching.join(ENDING_SECONDS)

    def _watch(self) -> None:
        position: int | None = None
        looked = time.monotonic()
        while not self._ended.is_set():
            heard = self._news.hear(LOOK_SECONDS_BESIDE_NEWS) if self._news is not None else None
            if heard is None:
                self._ended.wait(LOOK_SECONDS)
            with self._lock:
                if self._ended.is_set() or not self._listeners:
                    self._watching = None
                    if self._news is not None:
                        self._news.leave()
                    return
            for session in heard or ():
                self.notify(session)
            if heard is None or position is None or time.monotonic() >= looked + LOOK_SECONDS_BESIDE_NEWS:
                looked = time.monotonic()
                with suppress(Unavailable):
                    position = self._look(position)

    def _look(self, position: int | None) -> int:
        newest = self._store.position()
        if position is None:
            for session in tuple(self._listeners):
                self.notify(session)
            return newest
        while position < newest:
            entries = self._store.since(position, READ_AT_ONCE)
            if not entries:
                return newest
            for session in {entry.session for entry in entries}:
                self.notify(session)
            position = entries[-1].position
        return position
