"""Live streams: which streams wait for which session, and who is notified of new entries.

The log is the truth and the queue: a notified stream reads its new entries there. Redis announces
entries of other processes by session id only; each process then looks at the log. Without Redis, or for
entries that nothing announced, streams poll the end of the log.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress

from redis.client import PubSub
from redis.exceptions import RedisError
from sqlalchemy.exc import SQLAlchemyError

from replays.event_store import EventStore, Unavailable
from service.sessions.commands import WrittenEntry
from service.sessions.nudges import Nudges
from service.support.metrics import Metrics
from workers.wake import ANSWER_SECONDS, Breaker, impatient, wake

# News between processes: which sessions have grown, through Redis. A hint: the log tells what is new.

CHANNEL = "tablelog:grown"
NUDGES = "!"
"""Stands between session, seat and holder in the news of a nudge; no id has it."""
REST_SECONDS = 1.0
"""How long Redis is left alone after it failed: each time longer."""


class News:
    """Messages between processes about sessions that have grown. It never raises."""

    def __init__(self, redis_url: str) -> None:
        self._redis = impatient(redis_url)
        self._me = secrets.token_hex(8).encode()
        self._telling = Breaker(REST_SECONDS)
        self._hearing = Breaker(REST_SECONDS)
        self._heard: PubSub | None = None

    def tell(self, sessions: Iterable[str]) -> None:
        """These have grown here. For one thread alone."""
        if not self._telling.lets_ask():
            return
        try:
            self._redis.publish(CHANNEL, b" ".join((self._me, *(one.encode() for one in sessions))))
        except (RedisError, OSError):
            self._telling.failed()
        else:
            self._telling.answered()

    def hear(self, seconds: float) -> Sequence[str] | None:
        """The sessions that have grown elsewhere, waiting so long for a first one. For one thread alone.

        None at once where Redis cannot be reached, or was lost a while ago. The first time it returns once
        nothing more can be missed.
        """
        if not self._hearing.lets_ask():
            return None
        try:
            if self._heard is None:
                self._heard = self._redis.pubsub()  # type: ignore[no-untyped-call]
                self._heard.subscribe(CHANNEL)
                self._heard.get_message(timeout=ANSWER_SECONDS)
                return ()
            message = self._heard.get_message(timeout=seconds)
        except (RedisError, OSError):
            self.leave()
            self._hearing.failed()
            return None
        self._hearing.answered()
        if message is None or message["type"] != "message":
            return ()
        teller, _, sessions = message["data"].partition(b" ")
        return () if teller == self._me else sessions.decode("ascii", "replace").split()

    def leave(self) -> None:
        """Hear of nothing more, until `hear` is asked again."""
        heard, self._heard = self._heard, None
        if heard is not None:
            heard.close()


# Live streams: which streams wait for which session, and who is notified when it moves on.

LOOK_SECONDS = 0.25
ENDING_SECONDS = 5.0
"""How long an end waits for who looks at the log just then."""
LOOK_SECONDS_BESIDE_NEWS = 1.0
"""How often the log's end is looked at."""
FRAMES_KEPT = 4_096
WRITTEN_KEPT = 1_024

Notify = Callable[[], None]
"""Called, from any thread, when a session may have moved on."""
Moved = Callable[[Collection[str]], Collection[str]]
"""Which of these clubs have other sessions or other keys than when this was asked last."""


def _none_moved(clubs: Collection[str]) -> Collection[str]:
    return ()


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
        """Give the place back. Doing this twice is harmless."""
        if self._held:
            self._held = False
            self._hub.left(self._address)


class Hub:
    """All open streams of this process."""

    def __init__(
        self,
        store: EventStore,
        most: int,
        most_of_an_address: int,
        news: News | None = None,
        moved: Moved = _none_moved,
    ) -> None:
        """moved: asked about the clubs that have open streams; other processes change them, too."""
        self._store = store
        self._news = news
        self._moved = moved
        self._clubs: dict[str, frozenset[str]] = {}
        self._club_of: dict[str, str] = {}
        self._most = most
        self._most_of_an_address = most_of_an_address
        self._open_of: Counter[str] = Counter()
        self._listeners: dict[str, set[Notify]] = defaultdict(set)
        self._open = 0
        self._lock = threading.Lock()
        self._watching: threading.Thread | None = None
        self._frames: OrderedDict[tuple[object, ...], bytes] = OrderedDict()
        self._written: OrderedDict[tuple[str, int, int], WrittenEntry] = OrderedDict()
        self._ended = threading.Event()
        self.nudges = Nudges()

    @property
    def open_streams(self) -> int:
        """How many streams are open."""
        return self._open

    def notify(self, followed: str) -> None:
        """Wake the streams of a session and of its club, or those of a club."""
        for one in (followed, self._club_of.get(followed)):
            listeners = None if one is None else self._listeners.get(one)
            if listeners:
                for notify in tuple(listeners):
                    notify()

    def follow_club(self, club: str, sessions: Collection[str]) -> None:
        """The streams of the club, which are listening, are woken when one of these sessions moves on."""
        with self._lock:
            if club in self._listeners:
                self._belong(club, frozenset(sessions))

    def _belong(self, club: str, sessions: frozenset[str]) -> None:
        """For who holds the lock."""
        former = self._clubs.get(club, frozenset())
        for session in former - sessions:
            if self._club_of.get(session) == club:
                del self._club_of[session]
        self._club_of.update(dict.fromkeys(sessions - former, club))
        self._clubs[club] = sessions

    def tell(self, session: str, written: Sequence[WrittenEntry]) -> None:
        """Wake the streams of a session, which need not read back what was written just now."""
        if session not in self._listeners and session not in self._club_of:
            return
        with self._lock:
            for one in written:
                self._written[session, one.entry.number, self._store.doubts] = one
            while len(self._written) > WRITTEN_KEPT:
                self._written.popitem(last=False)
        self.notify(session)

    def nudge(self, session: str, seat: str, by: str) -> None:
        """Somebody nudges a seat: its streams say so."""
        self.nudges.add(session, seat, by)
        self.notify(session)

    def _hear(self, news: str) -> None:
        """News of another process: a session that has grown, or a nudge."""
        session, *nudge = news.split(NUDGES)
        if nudge:
            seat, by = nudge
            self.nudges.add(session, seat, by)
        self.notify(session)

    def in_hand(self, session: str, number: int) -> WrittenEntry | None:
        """An entry that was written just now; None where it must be read from the log."""
        with self._lock:
            return self._written.get((session, number, self._store.doubts))

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
    def listening(self, followed: str, notify: Notify) -> Iterator[None]:
        """Have this called, from any thread, whenever the session or club may have moved on."""
        with self._lock:
            self._listeners[followed].add(notify)
            if self._watching is None:
                self._watching = threading.Thread(target=self._watch, name="log-end", daemon=True)
                self._watching.start()
        try:
            yield
        finally:
            with self._lock:
                self._listeners[followed].discard(notify)
                if not self._listeners[followed]:
                    del self._listeners[followed]
                    self._belong(followed, frozenset())
                    del self._clubs[followed]

    def frame(self, key: tuple[object, ...], render: Callable[[], bytes]) -> bytes:
        """A frame that streams with the same viewer share: rendered once."""
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
        looked = looked_at_clubs = time.monotonic()
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
            for news in heard or ():
                self._hear(news)
            if heard is None or position is None or time.monotonic() >= looked + LOOK_SECONDS_BESIDE_NEWS:
                looked = time.monotonic()
                with suppress(Unavailable):
                    position = self._look(position)
            if time.monotonic() >= looked_at_clubs + LOOK_SECONDS_BESIDE_NEWS:
                looked_at_clubs = time.monotonic()
                self._look_at_clubs()

    def _look(self, position: int | None) -> int:
        newest = self._store.position()
        if position is None or newest < position:  # a log that lost its newest entries has moved on as well
            for session in tuple(self._listeners):
                self.notify(session)
        elif position < newest:
            for session in self._store.grown(position, newest):
                self.notify(session)
        return newest

    def _look_at_clubs(self) -> None:
        if clubs := tuple(self._clubs):
            with suppress(SQLAlchemyError):
                for club in self._moved(clubs):
                    self.notify(club)


# Telling that the log has grown: live streams here at once, others through Redis in the background.

ANNOUNCER_REST_SECONDS = 0.010
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

    def nudge(self, session: str, seat: str, by: str) -> None:
        """A holder nudges a seat: the seat's streams say so, here and in other processes."""
        self._hub.nudge(session, seat, by)
        if self._news is not None:
            self._sessions.append(NUDGES.join((session, seat, by)))
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
            time.sleep(ANNOUNCER_REST_SECONDS)
