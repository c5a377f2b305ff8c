"""The event log, on SQLite or PostgreSQL.

With `log_storage`, `postgresql_log` and `log_tables` all that knows the event-sourcing library.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from functools import partial
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import UUID

from eventsourcing.persistence import (
    InfrastructureFactory,
    IntegrityError,
    PersistenceError,
)
from eventsourcing.utils import Environment
from msgspec import Struct
from msgspec.structs import astuple
from sqlalchemy.exc import SQLAlchemyError

from domain.kernel.engine.entries import StoredEntry
from replays.log_storage import HIGHEST_NUMBER, Event, Expired, SqliteRecorder, state_bytes
from replays.log_tables import LOG, log_address, log_engine, settings_of
from replays.migrating import bring_up

if TYPE_CHECKING:
    from replays.postgresql_log import PostgresRecorder

LOGGER = logging.getLogger(__name__)

LOG_NAME = "Tablelog"
ENDING_SECONDS = 30.0
"""How long an end waits for what is being stored."""
CONFIRMING_SECONDS = 5.0
"""How long a request waits for the database to confirm what it stored."""
HANGING_SECONDS = 0.75
"""After which readers no longer wait for it: they are answered within a second."""
PAGE = 2_000


class LogEntry(Struct, frozen=True, gc=False):
    """An entry as the log holds it. `position` is its place in the whole log, in commit order."""

    position: int
    session: str
    number: int
    topic: str
    body: bytes
    digest: str


class LogRow(Struct, frozen=True, gc=False):
    """A row of the log as the database holds it. `state`: the bytes of the entry with its digest."""

    position: int
    session: str
    number: int
    topic: str
    state: bytes

    @property
    def entry(self) -> LogEntry:
        """The entry in the row."""
        return _entry((self.position, self.session, self.number, self.topic, self.state))


class Whole(NamedTuple):
    """A log from end to end: what expired, in order, and every row, a session after the other."""

    expired: list[Expired]
    rows: Iterator[LogRow]


class Conflict(Exception):
    """Somebody else appended first, the entry before is missing or another one, or the session expired."""


class Unavailable(Exception):
    """The database cannot be reached or refused the work. Whether the entries are stored is unknown."""


class Unconfirmed(Unavailable):
    """The database has not said in time that the entries are durable. They may be stored later."""


Settle = Callable[[int | None, Exception | None], None]
"""Called by the thread that stores, with the position of the last entry, or with what storing raised."""


Committed = Callable[[int, float], None]
"""Called after every transaction, with how many entries it stored, or was to store, and its seconds."""
NO_POSITION = 0
"""Of a commit without entries."""


class Waiting(NamedTuple):
    """Entries of one session that wait to be stored, and the callback for the result.

    Without events: it waits until what others appended is durable.
    """

    events: Sequence[Event]
    settle: Settle


class SharedCommits:
    """Entries that are stored at the same time share one transaction, which costs the disk the same for many.

    One thread stores for all. If one of them is refused, each is stored alone.
    """

    def __init__(self, recorder: SqliteRecorder | PostgresRecorder, committed: Committed) -> None:
        self._recorder = recorder
        self._committed = committed
        self._queue: SimpleQueue[Waiting | None] = SimpleQueue()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._began: float | None = None

    def store(self, events: Sequence[Event], settle: Settle) -> None:
        """Queue the events to be stored; `settle` is called once they are durable or refused."""
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

    @property
    def seconds_under_way(self) -> float:
        """How long the transaction that is under way has taken; 0: there is none."""
        began = self._began
        return 0.0 if began is None else time.monotonic() - began

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
            began = time.monotonic()
            self._store_all(together)
            self._committed(sum(len(one.events) for one in together), time.monotonic() - began)

    def _store_all(self, together: Sequence[Waiting]) -> None:
        if len(together) > 1:
            try:
                positions = self._insert([event for one in together for event in one.events])
            except Exception:
                positions = None
            if positions is not None:
                place = 0
                for one in together:
                    place += len(one.events)
                    _settled(one, positions[place - 1] if one.events else NO_POSITION, None)
                return
        for one in together:
            try:
                positions = self._insert(one.events)
                assert positions or not one.events
            except Exception as error:
                _settled(one, None, error)
            else:
                _settled(one, positions[-1] if positions else NO_POSITION, None)

    def _insert(self, events: Sequence[Event]) -> Sequence[int] | None:
        """One transaction. It is over before anybody hears of it, so that nobody who heard sees it run."""
        self._began = time.monotonic()
        try:
            return self._recorder.insert_events(events)
        finally:
            self._began = None


def _settled(one: Waiting, position: int | None, error: Exception | None) -> None:
    """Call one callback. If it fails, neither the others nor the thread that stores are affected."""
    try:
        one.settle(position, error)
    except Exception:
        LOGGER.exception("a listener to commits failed")


class EventStore:
    """The log of all sessions: append-only but for what expires, in commit order.

    Safe to share between threads, not forks.
    """

    def __init__(self, factory: InfrastructureFactory[Any]) -> None:
        self._factory = factory
        self._recorder: SqliteRecorder | PostgresRecorder = factory.application_recorder()  # type: ignore[assignment]
        self._commits = SharedCommits(
            self._recorder, lambda entries, seconds: self.committed(entries, seconds)
        )
        self.committed: Committed = lambda entries, seconds: None
        """Told of every transaction."""
        self.conflicts = 0
        """How many appends others were before."""
        self.rewound = 0
        """How many sessions were read again because the log had lost entries of them."""
        self.doubts = 0
        """How often the database failed, or had lost entries: what is known may not be in it any more."""

    def doubt(self, *, rewound: bool = False) -> None:
        """Entries that are known may be lost. rewound: those of a session are, and it was read again."""
        self.doubts += 1
        self.rewound += rewound

    @classmethod
    def open(cls, url: str, *, early: bool = False) -> EventStore:
        """The log at this address: see `replays.addresses`.

        early: on PostgreSQL, an append releases the log before its entries are durable: others may read them
        then, and who appended them waits as always. Makes or migrates the tables. Raises `ValueError` for
        another URL, `UnusableDatabase`, `Unavailable`.
        """
        address = log_address(url)
        environment = Environment(LOG_NAME, settings_of(address))
        engine = log_engine(url)
        try:
            bring_up(engine, LOG)
        except SQLAlchemyError as error:
            raise Unavailable(str(getattr(error, "orig", None) or error)) from error
        finally:
            engine.dispose()
        with _reaching():
            factory: Any = InfrastructureFactory.construct(environment)
            if address.server:  # of an address the library's settings take one host and its port alone
                from replays.postgresql_log import LogConnection  # its driver is loaded by who has a server

                pool = factory.datastore.pool
                pool.kwargs = {"row_factory": pool.kwargs["row_factory"], **address.connection}
                pool.connection_class = LogConnection
            store = cls(factory)
            store._recorder.early = early and bool(address.server)
            return store

    @property
    def hangs(self) -> bool:
        """Whether the database takes so long to confirm what is stored that no thread should wait for it."""
        return self._commits.seconds_under_way > HANGING_SECONDS

    @property
    def commit_age_seconds(self) -> float:
        """How long the transaction that runs has taken; 0: none runs."""
        return self._commits.seconds_under_way

    def append(
        self,
        session: str,
        first: int,
        stored: Sequence[StoredEntry],
        *,
        follows: str | None = None,
        patience: float | None = None,
    ) -> int:
        """Store the entries `first`, `first + 1` … of a session in one durable transaction.

        follows: the digest that the entry before them must have; None: any. patience: seconds after which it
        raises `Unconfirmed`; None: never. Returns the position of the last. Raises `Conflict`,
        `Unavailable`, and `ValueError` for a session id that is not a UUID. Storing the very same entries
        again is not a conflict: a connection may be lost after the commit and before the answer.
        """
        appended: Future[int] = Future()
        self.append_soon(session, first, stored, partial(_settle, appended), follows=follows)
        return confirmed(appended, patience)

    @property
    def releases_early(self) -> bool:
        """Whether others may read entries before they are durable."""
        return self._recorder.early

    def confirm(self, patience: float | None = None) -> None:
        """Wait until all that was read is durable. Without early release, what can be read is.

        patience: as of `append`. Raises `Unavailable`.
        """
        if not self.releases_early:
            return
        done: Future[int] = Future()
        self._commits.store((), partial(_settle, done))
        with self._reaching():
            confirmed(done, patience)

    def append_soon(
        self,
        session: str,
        first: int,
        stored: Sequence[StoredEntry],
        settle: Settle,
        *,
        follows: str | None = None,
    ) -> None:
        """Append as `append` does, without waiting: another thread calls `settle` with the result."""
        if not is_session_id(session):
            raise ValueError(f"{session!r} is not the id of a session")
        key = self._recorder.key(session)
        events = [
            Event(
                key,
                first + place,
                entry.topic,
                entry.body + b"\n" + entry.digest.encode(),
                None if place else follows,
            )
            for place, entry in enumerate(stored)
        ]

        def committed(position: int | None, error: Exception | None) -> None:
            if error is not None:
                try:
                    position = self._in_spite_of(error, session, first, stored)
                except Exception as refused:
                    error = refused
            settle(position, error if position is None else None)

        self._commits.store(events, committed)

    def _in_spite_of(self, error: Exception, session: str, first: int, stored: Sequence[StoredEntry]) -> int:
        """The position of entries that could not be stored because they are stored already; else raises."""
        if not isinstance(error, IntegrityError):
            if isinstance(error, PersistenceError):
                self.doubt()
                raise Unavailable(str(error)) from error
            raise error
        there = list(self.read(session, first, first + len(stored) - 1))
        if [(entry.topic, entry.body, entry.digest) for entry in there] != [
            (entry.topic, entry.body, entry.digest) for entry in stored
        ]:
            self.conflicts += 1
            raise Conflict(f"{session} has moved on past entry {first - 1}") from error
        if self._recorder.early:  # the commit that was to make them durable may have failed
            with self._reaching():
                self._recorder.insert_events(())
        return there[-1].position

    def read(self, session: str, first: int = 1, last: int | None = None) -> Iterator[LogEntry]:
        """The session's entries `first` to `last`, in order; none for an unknown session."""
        if not is_session_id(session):
            return
        end = last if last is not None else HIGHEST_NUMBER
        while first <= end:
            with self._reaching():
                page = list(map(_entry, self._recorder.of_session(session, first, end, PAGE)))
            yield from page
            if len(page) < PAGE:
                return
            first = page[-1].number + 1

    def since(self, position: int, limit: int, parts: Sequence[int] | None = None) -> list[LogEntry]:
        """Up to `limit` entries of all sessions after `position`, in commit order.

        `parts`: only those of sessions in these parts (`replays.log_storage.part_of`).
        """
        with self._reaching():
            return list(map(_entry, self._recorder.since(position, limit, parts)))

    def since_in(self, sessions: Collection[str], position: int, limit: int) -> list[LogEntry]:
        """Up to `limit` entries of these sessions after `position`, in commit order."""
        with self._reaching():
            return list(map(_entry, self._recorder.since_in(sessions, position, limit)))

    def position(self) -> int:
        """The highest position that was ever assigned, 0 if none was. Its session may have expired."""
        with self._reaching():
            return self._recorder.max_notification_id() or 0

    def grown(self, after: int, last: int) -> list[str]:
        """The sessions that have entries after one position, up to another; in any order."""
        with self._reaching():
            return list(map(str, self._recorder.grown_keys(after, last)))

    def sessions(self) -> Iterator[str]:
        """The ids of all sessions, oldest first."""
        with self._reaching():
            keys = self._recorder.session_keys()
        return map(str, keys)

    def expired(self, session: str) -> Expired | None:
        """The row that is left of a session that expired; None for any other."""
        with self._reaching():
            rows = self._recorder.expired_session(session)
        return Expired(*rows[0]) if rows else None

    def expired_since(self, number: int, limit: int) -> list[Expired]:
        """Up to `limit` sessions that expired after this number of them, in the order in which they went."""
        with self._reaching():
            return [Expired(*row) for row in self._recorder.expired(number, limit)]

    def held_since(self) -> str:
        """When this database began to hold the log and to count how long sessions rest: UTC, RFC 3339."""
        with self._reaching():
            return str(self._recorder.held_since()[0][0])

    @contextmanager
    def whole(self) -> Iterator[Whole]:
        """The log as it is at one moment. Others may append meanwhile. Raises `Unavailable`."""
        with _reaching(), self._recorder.whole() as (expired, rows):
            yield Whole([Expired(*row) for row in expired], map(_row, rows))

    def fill(self, connection: Any, rows: Iterable[LogRow], expired: Iterable[Expired] = ()) -> None:
        """Write rows as another log had them, in a transaction of the caller's.

        `connection`: the database driver's own, to the database of this log. Raises `ValueError` if the
        log is not empty, and the driver's errors.
        """
        values = (
            (row.position, self._recorder.key(row.session), row.number, row.topic, row.state) for row in rows
        )
        self._recorder.fill(connection, values, map(astuple, expired))

    @contextmanager
    def _reaching(self) -> Iterator[None]:
        """Turns the library's errors, but for integrity, into `Unavailable`."""
        try:
            with _reaching():
                yield
        except Unavailable:
            self.doubt()
            raise

    def close(self) -> None:
        """Store what waits, and give the connections back."""
        self._commits.close()
        self._factory.close()


def _settle(stored: Future[int], position: int | None, error: Exception | None) -> None:
    """Give the result of storing to the thread that waits for it."""
    if position is None:
        stored.set_exception(error)
    else:
        stored.set_result(position)


def confirmed(stored: Future[int], patience: float | None) -> int:
    """The position of what is being stored, waited for so many seconds. Raises what storing raised.

    Raises `Unconfirmed` when the time is over.
    """
    try:
        return stored.result(patience)
    except TimeoutError as error:
        if stored.done():
            raise
        raise Unconfirmed("the database has not confirmed it yet") from error


@contextmanager
def _reaching() -> Iterator[None]:
    """Turns the library's errors, but for integrity, into `Unavailable`."""
    try:
        yield
    except IntegrityError:
        raise
    except PersistenceError as error:
        raise Unavailable(str(error)) from error


def _entry(row: Any) -> LogEntry:
    position, session, number, topic, state = row
    body, _, digest = state_bytes(state).rpartition(b"\n")
    return LogEntry(position, str(session), number, topic, body, digest.decode("ascii", "replace"))


def _row(row: Any) -> LogRow:
    position, session, number, topic, state = row
    return LogRow(position, str(session), number, topic, state_bytes(state))


def is_session_id(session: str) -> bool:
    """Whether this is a UUID in its one canonical spelling."""
    try:
        return str(UUID(session)) == session
    except ValueError:
        return False
