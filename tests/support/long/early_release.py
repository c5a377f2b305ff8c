"""Early release: all of PostgreSQL is killed under load, and a follower reads while commits are delayed.

Each figure has a control that must fail: without the commit that waits, kills lose answered entries; without
the table lock, a follower passes entries by. A control that loses nothing proves nothing, and is a fault.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from uuid import UUID

import psycopg
from psycopg.sql import SQL

from domain.kernel.engine.entries import StoredEntry
from replays.event_store import Conflict, EventStore, LogEntry, Unavailable
from replays.postgresql_log import PostgresRecorder
from tests.support.long.campaign import Outcome, Progress, Wanted
from tests.support.postgresql import PostgreSQLServer

PROCESSES, SESSIONS = 4, 6
"""Stores as of so many web processes, and the sessions that each of them records at once."""
MOST_ANSWERS_BETWEEN = 600
MOST_SECONDS_BETWEEN = 60.0
DELAYED_ENTRIES = 150
"""Of each session."""
READ_AT_ONCE = 50
SLOW_DISK = {
    "fsync": "on",  # else no commit is delayed
    "commit_delay": "5000",
    "commit_siblings": "0",
    "wal_buffers": "16MB",
    "wal_writer_delay": "10s",  # what no commit waits for is lost by a kill
    "wal_writer_flush_after": "1GB",
}
DELAY = """
    CREATE FUNCTION public.delay() RETURNS trigger LANGUAGE plpgsql AS $BODY$ BEGIN
        IF random() < 0.1 THEN PERFORM pg_sleep(random() * 0.05); END IF;
        RETURN NULL;
    END; $BODY$;
    CREATE TRIGGER delay AFTER INSERT ON public.tablelog_events EXECUTE FUNCTION public.delay();
"""
"""A tenth of the transactions take up to 50 ms longer between their positions and their commit."""
APPEND = "SELECT pg_get_functiondef('public.tablelog_append'::regproc)"
LOCK = "LOCK TABLE public.tablelog_events IN EXCLUSIVE MODE;"


class Writer(threading.Thread):
    """Appends entry after entry, as one request after another, and remembers what was answered.

    refused: sessions that could not be continued because their last answered entry was gone.
    """

    def __init__(self, store: EventStore, seed: str, ended: threading.Event, most: int | None = None) -> None:
        super().__init__(daemon=True)
        self.store, self.random, self.ended, self.most = store, Random(seed), ended, most
        self.answered: dict[tuple[str, int], str] = {}
        self.refused = 0

    def run(self) -> None:
        session, number, last = self._session(), 1, None
        while not self.ended.is_set() and (self.most is None or len(self.answered) < self.most):
            digest = f"{self.random.getrandbits(256):064x}"
            entry = StoredEntry("reef.placed", b"x" * 400, digest)
            try:
                self._append(session, number, entry, last)
            except Conflict:
                self.refused += 1
                session, number, last = self._session(), 1, None
            except Unavailable:
                return
            else:
                self.answered[session, number] = digest
                number, last = number + 1, digest

    def _append(self, session: str, number: int, entry: StoredEntry, last: str | None) -> None:
        """Sends the very same entry until it is answered. Raises `Conflict`, `Unavailable` at the end."""
        while True:
            try:
                self.store.append(session, number, [entry], follows=last)
            except Unavailable:
                if self.ended.is_set():
                    raise
            else:
                return

    def _session(self) -> str:
        return str(UUID(int=self.random.getrandbits(128)))


def run(wanted: Wanted, folder: Path) -> Outcome:
    """The campaign."""
    figures, faults = dict[str, str](), list[str]()
    for waits in (True, False):
        killed = kills(wanted.crashes, wanted.seed, waits=waits)
        figures |= killed.figures
        faults += killed.faults
    for locks in (True, False):
        followed = follows(wanted.seed, locks=locks)
        figures |= followed.figures
        faults += followed.faults
    return Outcome(figures, faults)


def kills(times: int, seed: int, *, waits: bool) -> Outcome:
    """Kill all of PostgreSQL so many times under load. waits: for the commit that makes entries durable."""
    what = "killed" if waits else "control, killed without the wait"
    random, progress = Random(seed), Progress(what, times)
    with _server() as server, _writing(server.url, seed, waits=waits) as writers:
        for number in range(times):
            _wait_for(writers, random.randint(MOST_ANSWERS_BETWEEN // 4, MOST_ANSWERS_BETWEEN))
            server.kill()
            server.revive()
            server.wait_until_it_answers()
            progress.at(number + 1, f"{_answers(writers)} entries answered")
        _wait_for(writers, 1)
        _end(writers)
        store = EventStore.open(server.url)
        there = {(entry.session, entry.number): entry.digest for entry in _all(store)}
        store.close()
    answered = {key: digest for writer in writers for key, digest in writer.answered.items()}
    lost = sum(there.get(key) != digest for key, digest in answered.items())
    figures = {f"{what}: times, entries answered, lost": f"{times}, {len(answered)}, {lost}"}
    faults = []
    if waits and lost:
        faults.append(f"{lost} answered entries were lost")
    if waits and (refused := sum(writer.refused for writer in writers)):
        faults.append(f"{refused} sessions could not be continued")
    if not waits and not lost:
        faults.append("nothing was lost without the wait: this campaign proves nothing")
    return Outcome(figures, faults)


def follows(seed: int, *, locks: bool, entries: int = DELAYED_ENTRIES) -> Outcome:
    """Follow the log by position while commits are delayed. locks: the append takes the table lock."""
    what = "followed" if locks else "control, followed without the lock"
    with _server() as server:
        EventStore.open(server.url).close()
        with psycopg.connect(server.url, autocommit=True) as connection:
            connection.execute(DELAY)
            if not locks:
                _take_the_lock_out(connection)
        reader, ended, seen = EventStore.open(server.url), threading.Event(), list[int]()
        following = threading.Thread(target=_follow, args=(reader, ended, seen), daemon=True)
        following.start()
        with _writing(server.url, seed, most=entries) as writers:
            for writer in writers:
                writer.join(MOST_SECONDS_BETWEEN)
        ended.set()
        following.join(MOST_SECONDS_BETWEEN)
        there = [entry.position for entry in _all(reader)]
        reader.close()
    skipped = len(set(there) - set(seen))
    figures = {f"{what}: entries, skipped": f"{len(there)}, {skipped}"}
    faults = []
    if locks and seen != there:
        faults.append(f"a follower skipped {skipped} entries, or saw them in another order")
    if not locks and not skipped:
        faults.append("nothing was skipped without the lock: this campaign proves nothing")
    return Outcome(figures, faults)


@contextmanager
def _server() -> Iterator[PostgreSQLServer]:
    server = PostgreSQLServer(settings=SLOW_DISK).start()
    try:
        yield server
    finally:
        server.stop()


@contextmanager
def _writing(url: str, seed: int, *, waits: bool = True, most: int | None = None) -> Iterator[list[Writer]]:
    """Writers that record at the same time, until the end or so many entries each."""
    ended = threading.Event()
    stores = [EventStore.open(url, early=True) for _ in range(PROCESSES)]
    for store in () if waits else stores:
        assert isinstance(store._recorder, PostgresRecorder)
        store._recorder.confirming = SQL("SELECT 1")
    writers = [
        Writer(store, f"{seed} {place} {number}", ended, most)
        for place, store in enumerate(stores)
        for number in range(SESSIONS)
    ]
    for writer in writers:
        writer.start()
    try:
        yield writers
    finally:
        _end(writers)
        for store in stores:
            store.close()


def _end(writers: Sequence[Writer]) -> None:
    for writer in writers:
        writer.ended.set()
    for writer in writers:
        writer.join(MOST_SECONDS_BETWEEN)


def _take_the_lock_out(connection: psycopg.Connection) -> None:
    row = connection.execute(APPEND).fetchone()
    assert row is not None
    assert LOCK in row[0]
    connection.execute(row[0].replace(LOCK, ""))


def _follow(store: EventStore, ended: threading.Event, seen: list[int]) -> None:
    """Read what comes after the position that was read last, as a projection does."""
    position = 0
    while True:
        is_last = ended.is_set()
        batch = store.since(position, READ_AT_ONCE)
        seen.extend(entry.position for entry in batch)
        position = batch[-1].position if batch else position
        if is_last and not batch:
            return


def _answers(writers: Sequence[Writer]) -> int:
    return sum(len(writer.answered) for writer in writers)


def _wait_for(writers: Sequence[Writer], answers: int) -> None:
    """Until so many more entries are answered."""
    wanted, end = _answers(writers) + answers, time.monotonic() + MOST_SECONDS_BETWEEN
    while _answers(writers) < wanted:
        if time.monotonic() > end:
            raise RuntimeError("nothing is answered any more")
        time.sleep(0.001)


def _all(store: EventStore) -> Iterator[LogEntry]:
    position = 0
    while batch := store.since(position, 2_000):
        yield from batch
        position = batch[-1].position
