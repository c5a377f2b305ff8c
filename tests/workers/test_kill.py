"""The kill test: workers die at random, Redis is flushed and stopped; nothing is lost or counted twice."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from random import Random

import sqlalchemy as sa

from replays.databases import make_engine
from replays.event_store import EventStore
from tests.conftest import RedisServer
from tests.support.reef import LIBRARY, random_log
from tests.support.workers.serial import differences
from workers.follow import prepare
from workers.rebuild import status
from workers.wake import wake

ROOT = Path(__file__).parent.parent.parent
WORKERS = 2
KILLS = 6
REDIS_IS_FLUSHED, REDIS_STOPS, REDIS_STARTS = (1, 5), 2, 4
SESSIONS = 6
DRAIN_SECONDS = 240


class Writer(threading.Thread):
    """Appends to sessions by turns and wakes the workers, until it is told to stop."""

    def __init__(self, store: EventStore, redis_url: str, random: Random) -> None:
        super().__init__()
        self.store, self.redis_url, self.random = store, redis_url, random
        self.accepted: list[tuple[str, int, str]] = []
        self.done = threading.Event()

    def run(self) -> None:
        logs = [(random_log(self.random, steps=10_000), 0) for _ in range(SESSIONS)]
        while not self.done.wait(0.03):
            place = self.random.randrange(SESSIONS)
            log, stored = logs[place]
            session, new = next(log)
            self.store.append(session.id, stored + 1, new)
            self.accepted += [(session.id, stored + n, entry.digest) for n, entry in enumerate(new, 1)]
            logs[place] = log, stored + len(new)
            wake(self.redis_url)


class Crew:
    """The worker processes. Whoever is killed is replaced."""

    def __init__(self, environment: dict[str, str]) -> None:
        self.environment = environment
        self.processes = [self._start() for _ in range(WORKERS)]

    def _start(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", "tests.support.workers.slow_worker"],
            cwd=ROOT,
            env=os.environ | self.environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def kill(self, place: int) -> None:
        self.processes[place].send_signal(signal.SIGKILL)
        self.processes[place].wait()
        self.processes[place] = self._start()

    def dismiss(self) -> None:
        for process in self.processes:
            process.kill()
            process.wait()


def wait_until_moved(store: EventStore, engine: sa.Engine, reached: int) -> int:
    """A kill proves nothing while nobody works: wait until the projections are past this position."""
    end = time.monotonic() + DRAIN_SECONDS
    while (position := min(one.position for one in status(store, engine))) <= reached:
        assert time.monotonic() < end, "no worker gets anything done"
        time.sleep(0.02)
    return position


def test_killed_workers_and_a_failing_redis_lose_nothing(
    event_store: EventStore, log_url: str, tables_url: str, redis_server: RedisServer
) -> None:
    random = Random(20261120)
    engine = make_engine(tables_url)
    prepare(engine)
    writer = Writer(event_store, redis_server.url, random)
    crew = Crew(
        {
            "TABLELOG_LOG_URL": log_url,
            "TABLELOG_TABLES_URL": tables_url,
            "TABLELOG_REDIS_URL": redis_server.url,
            "TABLELOG_HOME": str(redis_server.socket.parent),
        }
    )
    try:
        writer.start()
        reached = 0
        for kill in range(KILLS):
            reached = wait_until_moved(event_store, engine, reached)
            time.sleep(random.uniform(0.2, 1.0))
            if kill == REDIS_STOPS:
                redis_server.stop()
            elif kill == REDIS_STARTS:
                redis_server.start()
            elif kill in REDIS_IS_FLUSHED:
                redis_server.client().flushall()
            crew.kill(random.randrange(WORKERS))
        writer.done.set()
        writer.join()
        drained_by = time.monotonic() + DRAIN_SECONDS
        while any(s.position < s.end for s in status(event_store, engine)):
            assert time.monotonic() < drained_by, "the workers do not come to the end of the log"
            time.sleep(0.05)
    finally:
        writer.done.set()
        crew.dismiss()
        if redis_server.process is None:
            redis_server.start()
    stored = {(entry.session, entry.number, entry.digest) for entry in event_store.since(0, 1_000_000)}
    assert stored == set(writer.accepted)
    assert len(writer.accepted) == len(stored)
    assert differences(event_store, LIBRARY, engine) == []
    assert not any(s.set_aside for s in status(event_store, engine))
    engine.dispose()
