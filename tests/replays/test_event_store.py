"""The event log: durable, ordered, without gaps, on both databases."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
import uuid
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from domain.kernel.engine.entries import StoredEntry
from replays import event_store as module
from replays.event_store import Conflict, EventStore, Unavailable

SESSION = "0193d0a0-0000-7000-8000-000000000001"
OTHER = "0193d0a0-0000-7000-8000-000000000002"


@pytest.fixture(params=["sqlite", "postgresql", "early"])
def event_store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[EventStore]:
    """An empty event store, on SQLite and on PostgreSQL, there also with early release."""
    is_early = request.param == "early"
    url = f"sqlite:///{tmp_path}/log.db"
    if request.param != "sqlite":
        url = request.getfixturevalue("postgresql_url")
    store = EventStore.open(url, early=is_early)
    yield store
    store.close()


def stored(*texts: str) -> list[StoredEntry]:
    return [StoredEntry(f"reef.{text}", f'{{"text":"{text}"}}'.encode(), f"{text:0>64}") for text in texts]


def test_it_gives_back_what_was_appended(event_store: EventStore) -> None:
    last = event_store.append(SESSION, 1, stored("a", "b"))
    later = event_store.append(SESSION, 3, stored("c"))
    log = list(event_store.read(SESSION))
    assert [(entry.number, entry.topic, entry.body, entry.digest) for entry in log] == [
        (number, entry.topic, entry.body, entry.digest)
        for number, entry in enumerate(stored("a", "b", "c"), 1)
    ]
    assert {entry.session for entry in log} == {SESSION}
    assert [entry.position for entry in log][1:] == [last, later]
    assert event_store.position() == later > last


def test_who_is_told_that_an_append_is_over_sees_none_run(event_store: EventStore) -> None:
    seen: Future[float] = Future()

    def told(*_: object) -> None:
        seen.set_result(event_store.commit_age_seconds)

    event_store.append_soon(SESSION, 1, stored("a"), told)
    assert seen.result() == 0


def test_it_reads_any_stretch_of_a_session(event_store: EventStore) -> None:
    event_store.append(SESSION, 1, stored(*"abcde"))
    assert [entry.number for entry in event_store.read(SESSION, 2, 4)] == [2, 3, 4]
    assert [entry.number for entry in event_store.read(SESSION, 4)] == [4, 5]
    assert list(event_store.read(SESSION, 6)) == []


def test_it_reads_a_session_longer_than_a_page(
    event_store: EventStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PAGE", 2)
    event_store.append(SESSION, 1, stored(*"abcde"))
    assert [entry.number for entry in event_store.read(SESSION)] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("nobody", [OTHER, "nonsense", SESSION.upper(), "", "\0"])
def test_an_unknown_session_has_no_entries(event_store: EventStore, nobody: str) -> None:
    event_store.append(SESSION.replace("0001", "000a"), 1, stored("a"))
    assert list(event_store.read(nobody)) == []


def test_only_a_uuid_can_be_appended_to(event_store: EventStore) -> None:
    with pytest.raises(ValueError, match="not the id of a session"):
        event_store.append("nonsense", 1, stored("a"))


def test_an_empty_log_stands_at_zero(event_store: EventStore) -> None:
    assert event_store.position() == 0
    assert event_store.since(0, 10) == []
    assert list(event_store.sessions()) == []


def test_the_whole_log_comes_in_commit_order(event_store: EventStore) -> None:
    event_store.append(OTHER, 1, stored("a"))
    event_store.append(SESSION, 1, stored("b", "c"))
    event_store.append(OTHER, 2, stored("d"))
    log = event_store.since(0, 3)
    assert [entry.topic for entry in log] == ["reef.a", "reef.b", "reef.c"]
    assert [entry.topic for entry in event_store.since(log[-1].position, 3)] == ["reef.d"]
    assert list(event_store.sessions()) == [OTHER, SESSION]


def test_sessions_that_have_grown_since_a_position_are_known_by_their_ids(event_store: EventStore) -> None:
    first = event_store.append(OTHER, 1, stored("a"))
    second = event_store.append(SESSION, 1, stored("b", "c"))
    third = event_store.append(OTHER, 2, stored("d"))
    assert event_store.grown(0, first) == [OTHER]
    assert event_store.grown(first, second) == [SESSION]
    assert sorted(event_store.grown(first, third)) == sorted([OTHER, SESSION])
    assert event_store.grown(third, third) == []


def test_a_second_writer_at_the_same_place_is_told_so(event_store: EventStore) -> None:
    event_store.append(SESSION, 1, stored("a"))
    with pytest.raises(Conflict):
        event_store.append(SESSION, 1, stored("b"))
    with pytest.raises(Conflict):
        event_store.append(SESSION, 1, stored("a", "c"))
    assert [entry.topic for entry in event_store.read(SESSION)] == ["reef.a"]


def test_nothing_is_appended_past_a_gap(event_store: EventStore) -> None:
    event_store.append(SESSION, 1, stored("a"))
    with pytest.raises(Conflict):
        event_store.append(SESSION, 3, stored("c"))
    with pytest.raises(Conflict):
        event_store.append(OTHER, 2, stored("b"))
    assert event_store.position() == event_store.since(0, 10)[-1].position


def test_the_very_same_entries_again_are_no_conflict(event_store: EventStore) -> None:
    """As after a connection that was lost between the commit and the answer."""
    position = event_store.append(SESSION, 1, stored("a", "b"))
    assert event_store.append(SESSION, 1, stored("a", "b")) == position
    assert len(list(event_store.read(SESSION))) == 2


def test_writers_at_once_lose_nothing_and_a_reader_passes_nothing(event_store: EventStore) -> None:
    seen: list[int] = []
    done = threading.Event()

    def follow() -> None:
        position = 0
        while True:
            finished = done.is_set()
            batch = event_store.since(position, 7)
            seen.extend(entry.position for entry in batch)
            position = batch[-1].position if batch else position
            if finished and not batch:
                return

    def write(number: int) -> None:
        session = str(uuid.UUID(int=number))
        for first in range(1, 61, 2):
            event_store.append(session, first, stored("a", "b"))

    reader = threading.Thread(target=follow)
    reader.start()
    with ThreadPoolExecutor(6) as writers:
        list(writers.map(write, range(6)))
    done.set()
    reader.join()
    assert seen == [entry.position for entry in event_store.since(0, 1_000)]
    assert len(seen) == 6 * 60


def test_one_of_many_writers_of_the_same_entry_wins(event_store: EventStore) -> None:
    def write(name: str) -> bool:
        try:
            event_store.append(SESSION, 1, stored(name))
        except Conflict:
            return False
        return True

    with ThreadPoolExecutor(8) as writers:
        assert sum(writers.map(write, "abcdefgh")) == 1


def test_processes_may_open_an_empty_log_at_the_same_time(log_url: str) -> None:
    program = "import sys; from replays.event_store import EventStore; EventStore.open(sys.argv[1]).close()"
    processes = [subprocess.Popen([sys.executable, "-c", program, log_url]) for _ in range(3)]
    assert [process.wait() for process in processes] == [0, 0, 0]


def test_a_log_is_found_again_by_another_process(log_url: str) -> None:
    first = EventStore.open(log_url)
    first.append(SESSION, 1, stored("a"))
    first.close()
    second = EventStore.open(log_url)
    assert [entry.topic for entry in second.read(SESSION)] == ["reef.a"]
    second.close()


def test_edited_bytes_are_still_read(tmp_path: Path) -> None:
    """The audit must be able to look at a log that somebody broke."""
    store = EventStore.open(f"sqlite:///{tmp_path}/log.db")
    store.append(SESSION, 1, stored("a", "b"))
    with closing(sqlite3.connect(tmp_path / "log.db")) as connection, connection:
        connection.execute("UPDATE stored_events SET state = x'ff00' WHERE originator_version = 1")
        connection.execute("UPDATE stored_events SET state = x'0aff' WHERE originator_version = 2")
    assert [(entry.body, entry.digest) for entry in store.read(SESSION)] == [
        (b"", "\ufffd\0"),
        (b"", "\ufffd"),
    ]
    store.close()


def test_sqlite_writes_through_at_every_commit(tmp_path: Path) -> None:
    store = EventStore.open(f"sqlite:///{tmp_path}/log.db")
    assert store._recorder.datastore.pool.is_journal_mode_wal
    store.close()


def test_an_unreachable_log_says_so(tmp_path: Path) -> None:
    with pytest.raises(Unavailable):
        EventStore.open(f"sqlite:///{tmp_path}/no/such/folder/log.db")


@pytest.mark.parametrize(
    "url",
    [
        "mysql://user:secret@host/db",
        "sqlite:///",
        "sqlite://relative.db",
        "log.db",
        "postgresql://user:secret@host/",
        "postgresql://user:secret@host/db?sslmood=require",
    ],
)
def test_a_wrong_address_is_refused_without_showing_its_password(url: str) -> None:
    with pytest.raises(ValueError) as refusal:
        EventStore.open(url)
    assert "secret" not in str(refusal.value)


def test_threads_that_append_together_share_a_commit_and_one_refusal_hurts_nobody_else(
    event_store: EventStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    sessions = [SESSION[:-2] + f"{number:02x}" for number in range(16, 32)]
    for session in (SESSION, *sessions):
        event_store.append(session, 1, stored("a"))
    recorder, transactions = event_store._recorder, []
    insert, begun, may_end = recorder.insert_events, threading.Event(), threading.Event()

    def counting(events):
        transactions.append(len(events))
        begun.set()
        may_end.wait(20)
        return insert(events)

    monkeypatch.setattr(recorder, "insert_events", counting)

    def append(session: str) -> int | None:
        try:
            return event_store.append(session, 7 if session == sessions[3] else 2, stored("b"))
        except Conflict:
            return None

    with ThreadPoolExecutor(len(sessions) + 1) as threads:
        alone = threads.submit(append, SESSION)
        begun.wait(20)
        answers = threads.map(append, sessions)
        while event_store._commits.waiting < len(sessions):
            threading.Event().wait(0.001)
        may_end.set()
        positions = list(answers)

    assert alone.result() is not None
    assert [session for session, position in zip(sessions, positions, strict=True) if position is None] == [
        sessions[3]
    ]
    assert transactions[:2] == [1, len(sessions)]
    for session, position in zip(sessions, positions, strict=True):
        log = list(event_store.read(session))
        assert [entry.number for entry in log] == ([1] if position is None else [1, 2])
        assert position is None or log[-1].position == position


def test_a_row_that_was_edited_into_a_text_is_read_so_that_the_audit_can_find_it(tmp_path: Path) -> None:
    store = EventStore.open(f"sqlite:///{tmp_path}/log.db")
    store.append(SESSION, 1, stored("a"))
    with closing(sqlite3.connect(tmp_path / "log.db")) as connection, connection:
        connection.execute("UPDATE stored_events SET state = replace(state, 'text', 'tent')")
    (entry,) = store.read(SESSION)
    assert entry.body == b'{"tent":"a"}'
    store.close()
