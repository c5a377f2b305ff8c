"""A worker process with a receiver that does not answer: projections go on, and a kill loses nothing."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from queue import Queue
from typing import Any

import pytest
import sqlalchemy as sa

from replays.databases import make_engine
from replays.event_store import EventStore
from service.queries.sessions import wait_for
from tests.conftest import RedisServer
from tests.support.receivers import Receiver, Taken, receiving
from tests.support.reef import Log
from workers.follow import prepare
from workers.webhooks.deliveries import CLUB_EVENTS, CLUB_SESSIONS, CLUB_WEBHOOKS, HELD, WEBHOOKS
from workers.webhooks.dispatching import tell

ROOT = Path(__file__).parent.parent.parent
PATIENCE_SECONDS = 120.0


class Silent(list[Any]):
    """Requests that came, of which none is answered until `answering` is set."""

    def __init__(self) -> None:
        super().__init__()
        self.came: Queue[Taken] = Queue()
        self.answering = threading.Event()

    def append(self, taken: Taken) -> None:
        super().append(taken)
        self.came.put(taken)
        self.answering.wait(PATIENCE_SECONDS)


@pytest.fixture
def silent() -> Iterator[tuple[Receiver, Silent]]:
    with receiving() as receiver:
        receiver.taken = silent = Silent()
        yield receiver, silent
        silent.answering.set()


def slow_worker(home: Path, urls: dict[str, str], redis: RedisServer) -> subprocess.Popen[bytes]:
    """A worker that sends to any address."""
    environment = os.environ | {
        "TABLELOG_HOME": str(home),
        "TABLELOG_LOG_URL": urls["log"],
        "TABLELOG_TABLES_URL": urls["tables"],
        "TABLELOG_REDIS_URL": redis.url,
        "TABLELOG_WEBHOOKS": "anywhere",
    }
    command = [sys.executable, "-m", "tests.support.workers.slow_worker"]
    return subprocess.Popen(command, cwd=ROOT, env=environment)


def test_a_receiver_that_does_not_answer_stops_no_projection_and_a_killed_worker_loses_nothing(
    tmp_path: Path, redis_server: RedisServer, silent: tuple[Receiver, Silent]
) -> None:
    receiver, requests = silent
    urls = {name: f"sqlite:///{tmp_path}/{name}.db" for name in ("log", "tables")}
    store, engine = EventStore.open(urls["log"]), make_engine(urls["tables"])
    prepare(engine)
    log = Log().place()
    with engine.begin() as connection:
        row = {"id": "w-1", "session": log.id, "url": receiver.url, "secret": b"-", "created_at": "2026"}
        row |= {"delivered": 1, "told_status": "open", "attempts": 0}
        connection.execute(sa.insert(WEBHOOKS).values(**row))
    store.append(log.id, 1, log.stored)
    with slow_worker(tmp_path, urls, redis_server) as worker:
        try:
            first = requests.came.get(timeout=PATIENCE_SECONDS)
            assert first.entries == (2, 2)
            log.place()
            store.append(log.id, 3, log.stored[2:])
            assert wait_for(engine, "sessions", log.id, 3, PATIENCE_SECONDS)
        finally:
            worker.kill()
    requests.answering.set()
    later = datetime.now(UTC) + HELD + timedelta(seconds=1)
    for _ in range(2):
        tell(engine, "w-1", "anywhere", "Tablelog", lambda: later)
    *again, rest = requests[1:]
    assert {(taken.id, taken.body) for taken in again} == {(first.id, first.body)}
    assert rest.entries == (3, 3)
    engine.dispose()
    store.close()


def test_a_killed_worker_loses_nothing_of_a_clubs_webhook(
    tmp_path: Path, redis_server: RedisServer, silent: tuple[Receiver, Silent]
) -> None:
    receiver, requests = silent
    urls = {name: f"sqlite:///{tmp_path}/{name}.db" for name in ("log", "tables")}
    store, engine = EventStore.open(urls["log"]), make_engine(urls["tables"])
    prepare(engine)
    logs = [Log().place(), Log().place()]
    with engine.begin() as connection:
        row = {
            "id": "w-1",
            "club": "c-1",
            "events": ",".join(CLUB_EVENTS),
            "url": receiver.url,
            "secret": b"-",
        }
        connection.execute(sa.insert(CLUB_WEBHOOKS).values(**row, created_at="2026", attempts=0))
        for number, log in enumerate(logs, 1):
            member = {"session": log.id, "club": "c-1", "number": number, "since": "2026"}
            connection.execute(sa.insert(CLUB_SESSIONS).values(**member))
    for log in logs:
        store.append(log.id, 1, log.stored)
    with slow_worker(tmp_path, urls, redis_server) as worker:
        try:
            first = requests.came.get(timeout=PATIENCE_SECONDS)
            for log in logs:
                assert wait_for(engine, "sessions", log.id, 2, PATIENCE_SECONDS)
        finally:
            worker.kill()
    requests.answering.set()
    later = datetime.now(UTC) + HELD + timedelta(seconds=1)
    while tell(engine, "w-1", "anywhere", "Tablelog", lambda: later) is not None:
        pass
    told = [(one.told["type"], one.told["session"], one.told.get("to")) for one in requests[1:]]
    assert (requests[1].id, requests[1].body) == (first.id, first.body)
    assert told == [
        *(("club.session", log.id, None) for log in logs),
        *(("session.entries", log.id, 2) for log in logs),
    ]
    engine.dispose()
    store.close()
