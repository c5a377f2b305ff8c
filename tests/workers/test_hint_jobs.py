"""What somebody else writes into Redis: no code of theirs runs, it is said, and the next hint is taken."""

from __future__ import annotations

import json
import os
import pickle
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from redis import Redis
from rq import Callback, Queue
from rq.job import Job
from rq.serializers import JSONSerializer

from tests.conftest import RedisServer
from tests.support.hints import work_off
from workers.wake import Hint

HINT = Hint("hints", f"{__name__}.heard", "tablelog:hint", job_seconds=120, about=1)
DOES: list[Callable[[str], object]] = []
"""What jobs do, the last one."""
JOB_KEY = b"rq:job:theirs"


def heard(about: str) -> None:
    """The one function that jobs of the queue may call."""
    DOES[-1](about)


def hint(redis_server: RedisServer, about: str = "w-1") -> None:
    HINT.enqueue(HINT.queue_in(redis_server.client()), about)


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What jobs were about."""
    found: list[str] = []
    monkeypatch.setattr(f"{__name__}.DOES", [found.append])
    return found


class Touching:
    """What makes a file when it is unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[str]]:
        return os.mkdir, (str(self.path),)


def push(redis: Redis, **members: bytes) -> None:
    """A job of somebody else in the queue."""
    redis.hset(JOB_KEY, mapping=members)
    redis.rpush(f"rq:queue:{HINT.queue}", "theirs")


def calls(function: str, *arguments: Any, instance: Any = None, **named: Any) -> bytes:
    return zlib.compress(json.dumps([function, instance, arguments, named]).encode())


def refused(redis_server: RedisServer, told: list[str], caplog: pytest.LogCaptureFixture) -> str:
    """What is logged of what waits, after which the next hint is taken."""
    caplog.clear()
    hint(redis_server)
    work_off(HINT, redis_server)
    assert told == ["w-1"]
    assert not redis_server.client().exists(JOB_KEY)
    return caplog.text


@pytest.mark.parametrize("packed", [True, False], ids=["packed", "plain"])
def test_a_pickle_is_not_read(
    redis_url: str,
    redis_server: RedisServer,
    told: list[str],
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    packed: bool,
) -> None:
    data = pickle.dumps((HINT.job, Touching(tmp_path / "made"), (), {}))
    push(redis_server.client(), data=zlib.compress(data) if packed else data, result=data, meta=data)
    assert "it is not JSON" in refused(redis_server, told, caplog)
    assert not (tmp_path / "made").exists()


def test_a_job_of_the_version_before_is_dropped(
    redis_url: str, redis_server: RedisServer, told: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    before = Queue(HINT.queue, connection=redis_server.client())
    job = before.enqueue(HINT.job, "w-0", job_timeout=120, result_ttl=0, failure_ttl=60)
    assert "it is not JSON" in refused(redis_server, told, caplog)
    assert not redis_server.client().exists(job.key)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (lambda made: calls("os.mkdir", made), "calls 'os.mkdir'"),
        (lambda made: calls("workers.jobs.follow"), "calls 'workers.jobs.follow'"),
        (lambda made: calls("tests.nowhere.that_is_there"), "calls 'tests.nowhere"),
        (lambda made: calls(HINT.job, "w-2", webhook="w-3"), "named arguments"),
        (lambda made: calls("mkdir", instance=made), "calls 'mkdir'"),
        (lambda made: calls(HINT.job, "w-2", instance=made), "an object"),
        (lambda made: calls(HINT.job), "other than 1"),
        (lambda made: calls(HINT.job, "w-2", "w-3"), "other than 1"),
        (lambda made: calls(HINT.job, {"$ne": 1}), "not an id"),
        (lambda made: calls(HINT.job, "../" + made), "not an id"),
        (lambda made: zlib.compress(b"[" * 100_000), "it is not JSON"),
        (lambda made: b"\x80\x05nothing", "it is not JSON"),
    ],
)
def test_a_job_that_is_no_hint_of_its_queue_is_refused(
    redis_url: str,
    redis_server: RedisServer,
    told: list[str],
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    data: Callable[[str], bytes],
    why: str,
) -> None:
    push(redis_server.client(), data=data(str(tmp_path / "made")))
    assert why in refused(redis_server, told, caplog)
    assert not (tmp_path / "made").exists()


def made_a_folder(job: Job, *_: Any) -> None:
    Path(os.environ["MADE_BY_A_CALLBACK"]).mkdir()


@pytest.mark.parametrize("fails", [False, True])
def test_callbacks_are_not_called(
    redis_url: str,
    redis_server: RedisServer,
    told: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    fails: bool,
) -> None:
    monkeypatch.setenv("MADE_BY_A_CALLBACK", str(tmp_path / "made"))
    if fails:
        DOES.append(lambda about: 1 / 0)
    callback = Callback(made_a_folder)
    queue = Queue(HINT.queue, connection=redis_server.client(), serializer=JSONSerializer)
    queue.enqueue(HINT.job, "w-1", on_success=callback, on_failure=callback, on_stopped=callback)
    work_off(HINT, redis_server)
    assert told == ([] if fails else ["w-1"])
    assert not (tmp_path / "made").exists()


def test_what_is_no_job_at_all_is_passed_over(
    redis_url: str, redis_server: RedisServer, told: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    redis = redis_server.client()
    redis.set("rq:job:text", "no hash")
    redis.hset("rq:job:empty", mapping={"status": "of nothing"})
    redis.rpush(f"rq:queue:{HINT.queue}", "text", "empty", "not there", "a/b c", "")
    refused(redis_server, told, caplog)


def test_no_command_in_redis_ends_a_worker(
    redis_url: str, redis_server: RedisServer, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """rq would end at `shutdown`, and rest while a key says so."""
    redis = redis_server.client()
    redis.set("rq:suspended", 1)
    hint(redis_server)
    channels: list[int] = []
    DOES.append(lambda about: channels.append(len(redis.pubsub_channels("rq:pubsub:*"))))
    work_off(HINT, redis_server)
    assert channels == [0]


def test_what_a_killed_worker_left_is_not_called(
    redis_url: str,
    redis_server: RedisServer,
    told: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """rq would call the failure callback of each job that was begun and not ended."""
    monkeypatch.setenv("MADE_BY_A_CALLBACK", str(tmp_path / "made"))
    redis = redis_server.client()
    callback = f"{__name__}.made_a_folder".encode()
    redis.hset(JOB_KEY, mapping={"data": calls(HINT.job, "w-2"), "failure_callback_name": callback})
    redis.zadd(f"rq:wip:{HINT.queue}", {"theirs:1": 1})
    work_off(HINT, redis_server)
    assert not (tmp_path / "made").exists()
    assert redis.zcard(f"rq:wip:{HINT.queue}") == 0
