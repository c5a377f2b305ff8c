"""A log that releases early: others append and read before a commit is durable, nobody is answered before."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest

from replays.event_store import EventStore, Unconfirmed
from tests.replays.test_event_store import OTHER, SESSION, stored
from tests.support.postgresql import no_standby

PATIENCE_SECONDS = 20
WAITING = (
    "SELECT pid FROM pg_stat_activity "
    "WHERE wait_event = 'SyncRep' AND query LIKE '%tablelog%' AND datname = current_database()"
)


@pytest.fixture
def hosts(postgresql_url: str) -> Iterator[tuple[EventStore, EventStore]]:
    """The same log at two hosts."""
    stores = EventStore.open(postgresql_url, early=True), EventStore.open(postgresql_url, early=True)
    yield stores
    for store in stores:
        store.close()


def until(holds: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE_SECONDS
    while not holds():
        assert time.monotonic() < end, "it never came to that"


def waiting(url: str) -> set[int]:
    """The server's processes that wait for the standby, to answer somebody who appended."""
    with psycopg.connect(url, autocommit=True) as connection:
        return {pid for (pid,) in connection.execute(WAITING)}


def test_whoever_appends_waits_for_the_standby_and_nobody_waits_for_the_lock(
    hosts: tuple[EventStore, EventStore], postgresql_server: str, postgresql_url: str
) -> None:
    here, there = hosts
    with ThreadPoolExecutor() as threads:
        with no_standby(postgresql_server):
            first = threads.submit(here.append, SESSION, 1, stored("a"))
            until(lambda: len(waiting(postgresql_url)) == 1)
            second = threads.submit(there.append, OTHER, 1, stored("b"))
            until(lambda: len(waiting(postgresql_url)) == 2)
            assert [entry.topic for entry in there.since(0, 9)] == ["reef.a", "reef.b"]
            assert not first.done()
            assert not second.done()
        assert [first.result(), second.result()] == [entry.position for entry in there.since(0, 9)]


def test_what_was_committed_and_not_confirmed_is_not_answered_when_its_connection_is_lost(
    hosts: tuple[EventStore, EventStore], postgresql_server: str, postgresql_url: str
) -> None:
    """The store tries again, and finds the very same entries: they are there, but not durable."""
    here, there = hosts
    with ThreadPoolExecutor() as threads:
        with no_standby(postgresql_server):
            answer = threads.submit(here.append, SESSION, 1, stored("a"))
            until(lambda: waiting(postgresql_url))
            (lost,) = waiting(postgresql_url)
            with psycopg.connect(postgresql_url, autocommit=True) as connection:
                connection.execute("SELECT pg_terminate_backend(%s)", (lost,))
            until(lambda: answer.done() or waiting(postgresql_url) - {lost})
            assert not answer.done()
        assert answer.result(PATIENCE_SECONDS) == there.position()
    assert [entry.number for entry in there.read(SESSION)] == [1]


def test_what_another_host_recorded_can_be_waited_for(
    hosts: tuple[EventStore, EventStore], postgresql_server: str, postgresql_url: str
) -> None:
    here, there = hosts
    with ThreadPoolExecutor() as threads:
        with no_standby(postgresql_server):
            appended: Future[int] = threads.submit(here.append, SESSION, 1, stored("a"))
            until(lambda: list(there.read(SESSION)))
            with pytest.raises(Unconfirmed):
                there.confirm(0.1)
            confirming = [threads.submit(there.confirm) for _ in range(3)]
        assert [one.result(PATIENCE_SECONDS) for one in confirming] == [None] * 3
        assert appended.result(PATIENCE_SECONDS) == 1


def test_a_server_that_promises_nothing_is_left_to_its_operator(
    postgresql_url: str, postgresql_server: str
) -> None:
    """`synchronous_commit = off` is the operator's choice: then nobody waits."""
    store = EventStore.open(f"{postgresql_url}&options=-csynchronous_commit%3Doff", early=True)
    with no_standby(postgresql_server):
        assert store.append(SESSION, 1, stored("a")) == 1
    store.close()


def test_sqlite_has_nothing_to_release_early(tmp_path: Path) -> None:
    store = EventStore.open(f"sqlite:///{tmp_path}/log.db", early=True)
    store.append(SESSION, 1, stored("a"))
    store.confirm()
    assert [entry.topic for entry in store.read(SESSION)] == ["reef.a"]
    store.close()
