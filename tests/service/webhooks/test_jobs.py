"""Webhooks through rq: Redis holds hints alone, and is not needed."""

from __future__ import annotations

import pytest
from rq import Queue, SimpleWorker

from tests.conftest import RedisServer
from tests.service.conftest import place
from tests.service.webhooks.conftest import NOON, Hook
from workers import jobs
from workers.wake import TO_TELL, Waker
from workers.webhooks import telling
from workers.webhooks.deliveries import PAUSES
from workers.webhooks.looking import look


@pytest.fixture
def at_work(small: Hook, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch) -> Hook:
    """What rq runs finds its databases as a worker does, and the test's clock."""
    settings = small.table.app.extensions["tablelog"].settings
    for name, value in (
        ("HOME", str(settings.home)),
        ("LOG_URL", settings.log_url),
        ("TABLES_URL", settings.tables_url),
        ("REDIS_URL", redis_server.url),
        ("WEBHOOKS", "anywhere"),
    ):
        monkeypatch.setenv(f"TABLELOG_{name}", value)
    monkeypatch.setattr(jobs, "tables_of_this_process", lambda: small.engine)
    monkeypatch.setattr(jobs, "tell_once", lambda *given: telling.tell(*given, clock=small.clock))
    return small


def burst(redis_server: RedisServer) -> None:
    """Let rq work off what waits."""
    connection = redis_server.client()
    SimpleWorker([Queue(TO_TELL.queue, connection=connection)], connection=connection).work(burst=True)


def looked(hook: Hook, waker: Waker) -> int:
    def nobody(webhook: str) -> None:
        raise AssertionError("Redis is there")

    return look(hook.engine, waker.wake, nobody, hook.clock.now, jobs.ENDING)


def test_rq_delivers_and_delivers_again(at_work: Hook, redis_server: RedisServer) -> None:
    waker = Waker(redis_server.url, TO_TELL)
    queue = Queue(TO_TELL.queue, connection=redis_server.client())
    at_work.receiver.answers = [500, 200]
    at_work.record(place("red"))
    assert [looked(at_work, waker) for _ in range(3)] == [1, 1, 1]
    assert [job.args for job in queue.jobs] == [(at_work.id,)]
    burst(redis_server)
    assert looked(at_work, waker) == 0
    at_work.clock.now += PAUSES[0]
    assert looked(at_work, waker) == 1
    burst(redis_server)
    first, again = at_work.receiver.taken
    assert (first.id, first.body) == (again.id, again.body)
    assert first.headers["user-agent"] == jobs.AGENT
    assert at_work.state["delivered"] == 2


def test_when_redis_loses_everything_nothing_is_lost(at_work: Hook, redis_server: RedisServer) -> None:
    waker = Waker(redis_server.url, TO_TELL)
    at_work.record(place("red"))
    assert looked(at_work, waker) == 1
    redis_server.client().flushall()
    burst(redis_server)
    assert at_work.receiver.taken == []
    assert looked(at_work, waker) == 1
    burst(redis_server)
    assert [taken.entries for taken in at_work.receiver.taken] == [(2, 2)]


def test_without_redis_the_worker_tells_by_itself(small: Hook) -> None:
    small.record(place("red"))
    assert look(small.engine, lambda webhook: False, lambda _: small.tell(), NOON, jobs.ENDING) == 1
    assert small.state["delivered"] == 2


def test_a_job_that_comes_twice_sends_once(at_work: Hook) -> None:
    at_work.record(place("red"))
    jobs.tell(at_work.id)
    jobs.tell(at_work.id)
    jobs.tell("nobody")
    assert len(at_work.receiver.taken) == 1
