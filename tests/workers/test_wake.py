"""Wake-ups are hints: they come through when Redis is there, and cost nothing when it is not."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from redis.exceptions import ConnectionError as RedisConnectionError

from replays.databases import make_engine
from replays.event_store import EventStore
from service.queries.sessions import wait_for
from tests.conftest import RedisServer
from tests.support.reef import Log
from workers import wake as breaker
from workers import wake as module
from workers.follow import prepare
from workers.wake import GROWN, Waker, wake

ROOT = Path(__file__).parent.parent.parent
PATIENCE_SECONDS = 120.0


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Redis may take its time, and the key of a wake-up stays for as long as a test."""
    for name in ("CONNECT_SECONDS", "ANSWER_SECONDS"):
        monkeypatch.setattr(module, name, PATIENCE_SECONDS)
    monkeypatch.setattr(module, "WAKE_MILLISECONDS", 1000 * int(PATIENCE_SECONDS))


def test_many_wake_ups_are_one_job(redis_url: str, redis_server: RedisServer) -> None:
    waker = Waker(redis_url)
    assert all(waker.wake() for _ in range(5))
    queue = GROWN.queue_in(redis_server.client())
    assert [job.func_name for job in queue.jobs] == [GROWN.job]
    redis_server.client().delete(GROWN.key)
    waker.wake()
    assert len(queue.jobs) == 2


def test_without_redis_nothing_happens(tmp_path: Path) -> None:
    assert not wake(None)
    assert not wake(f"unix://{tmp_path}/nobody.sock")


def test_a_redis_that_failed_is_left_alone_for_a_while(
    redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    waker, asked, clock = Waker(redis_server.url), [], [100.0]

    def refuse(*_: object, **__: object) -> None:
        asked.append(1)
        raise RedisConnectionError

    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    with monkeypatch.context() as broken:
        broken.setattr(waker._redis, "set", refuse)
        assert [waker.wake() for _ in range(3)] == [False] * 3
        assert asked == [1]
    assert not waker.wake()
    clock[0] += module.REST_SECONDS
    assert waker.wake()


def test_a_redis_that_hangs_is_waited_for_once(
    redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "ANSWER_SECONDS", 0.1)
    waker, clock = Waker(redis_server.url), [100.0]
    waker._redis.ping()
    monkeypatch.setattr(breaker, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    with redis_server.paused():
        assert [waker.wake() for _ in range(100)] == [False] * 100
    assert waker._breaker.is_open


@pytest.fixture(params=["redis", "timer alone", "redis gone"])
def worker(
    request: pytest.FixtureRequest, tmp_path: Path, redis_server: RedisServer
) -> Iterator[tuple[subprocess.Popen[bytes], str | None]]:
    """A worker process, with Redis, without one, and with the address of one that is not there."""
    redis_url = {"redis": redis_server.url, "timer alone": None, "redis gone": f"unix://{tmp_path}/gone.sock"}
    url = redis_url[request.param]
    environment = os.environ | {
        "TABLELOG_HOME": str(tmp_path),
        "TABLELOG_LOG_URL": f"sqlite:///{tmp_path}/log.db",
        "TABLELOG_TABLES_URL": f"sqlite:///{tmp_path}/tables.db",
        "TABLELOG_REDIS_URL": url or "",
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.support.workers.slow_worker"], cwd=ROOT, env=environment
    )
    yield process, url
    process.kill()
    process.wait()


def test_a_worker_follows_with_redis_and_without_and_ends_when_told(
    worker: tuple[subprocess.Popen[bytes], str | None], tmp_path: Path
) -> None:
    process, url = worker
    store = EventStore.open(f"sqlite:///{tmp_path}/log.db")
    engine = make_engine(f"sqlite:///{tmp_path}/tables.db")
    prepare(engine)
    for _ in range(3):
        log = Log().place()
        store.append(log.id, 1, log.stored)
        wake(url)
        assert wait_for(engine, "sessions", log.id, 2, PATIENCE_SECONDS)
    process.send_signal(signal.SIGTERM)
    assert process.wait(PATIENCE_SECONDS) == 0
    engine.dispose()
    store.close()


def test_a_worker_that_is_told_to_end_at_its_start_ends(tmp_path: Path, redis_server: RedisServer) -> None:
    environment = os.environ | {"TABLELOG_HOME": str(tmp_path), "TABLELOG_REDIS_URL": redis_server.url}
    environment |= {
        "TABLELOG_LOG_URL": f"sqlite:///{tmp_path}/log.db",
        "TABLELOG_TABLES_URL": f"sqlite:///{tmp_path}/tables.db",
    }
    process = subprocess.Popen([sys.executable, "-m", "workers"], cwd=ROOT, env=environment)
    end = time.monotonic() + PATIENCE_SECONDS
    while not (tmp_path / "tables.db").exists() and time.monotonic() < end:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    assert process.wait(PATIENCE_SECONDS) == 0
