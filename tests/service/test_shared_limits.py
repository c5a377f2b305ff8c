"""Limits that several web processes share: each counts in memory, and a Redis adds up what all counted."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask
from redis.exceptions import ConnectionError as RedisConnectionError

from service.http import rate_limits
from service.http.rate_limits import give_back, spend
from service.support import rate_limit_counts
from service.support.rate_limit_counts import MINUTE, RateLimitCounts
from tests.conftest import RedisServer
from tests.service.conftest import REEF_OPENING, MakeApp, Table
from workers import wake

LONG = 600.0
STORM = {"type": "roll_storm", "face": 1}
ADDRESS = "198.51.100.7"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """The clock of the limits, and that of breakers: both stand still."""
    made = SimpleNamespace(seconds=90.0, of_breakers=1_000.0)
    monkeypatch.setattr(rate_limits, "time", SimpleNamespace(time=lambda: made.seconds))
    monkeypatch.setattr(wake, "time", SimpleNamespace(monotonic=lambda: made.of_breakers))
    return made


@pytest.fixture
def two(
    make_app: MakeApp, redis_url: str, clock: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> tuple[Flask, Flask]:
    """Two processes' applications that share their limits, and settle when the test asks them to."""
    monkeypatch.setattr(rate_limit_counts, "SETTLE_SECONDS", LONG)
    made = {"limits_url": redis_url, "reads_per_minute": 4, "stored_bytes_per_day": 1_000}
    return make_app("here", **made), make_app("there", **made)


def counts(app: Flask) -> RateLimitCounts:
    found: RateLimitCounts = app.extensions["tablelog"].counts
    return found


def reads(app: Flask, times: int = 1, address: str = ADDRESS) -> list[int]:
    """The statuses of so many requests from one address."""
    client = app.test_client()
    return [client.get("/v1/games", environ_base={"REMOTE_ADDR": address}).status_code for _ in range(times)]


def known(app: Flask, clock: SimpleNamespace) -> int:
    """How many requests of the address this process knows of in the minute that runs."""
    return counts(app).count(MINUTE, ("reads", ADDRESS), 0, clock.seconds)


def settle(*apps: Flask) -> None:
    for app in apps:
        assert counts(app).settle()


def test_both_refuse_at_the_limit_once_they_have_settled(two: tuple[Flask, Flask]) -> None:
    here, there = two
    assert reads(here, 1) + reads(there, 3) == [200] * 4
    settle(there, here)
    assert reads(here) == [429]
    assert reads(there) == [200], "it settled first, and knew of its own three alone"
    settle(there)
    assert reads(there) == [429]
    assert reads(here, address="198.51.100.8") == [200]


def test_a_process_learns_of_others_when_it_has_counted_itself(two: tuple[Flask, Flask]) -> None:
    here, there = two
    assert reads(here, 4) == [200] * 4
    settle(here)
    assert reads(there) == [200], "it has not settled this address yet"
    settle(there)
    assert reads(there) == [429]


def test_the_thread_settles_by_itself(
    make_app: MakeApp, redis_url: str, clock: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It starts at the first count and not before, so that a forked process has one."""
    monkeypatch.setattr(rate_limit_counts, "SETTLE_SECONDS", 0.01)
    here, there = (make_app(name, limits_url=redis_url, reads_per_minute=50) for name in ("here", "there"))
    assert counts(here)._thread is None
    assert reads(here, 40) == [200] * 40
    assert reads(there) == [200]
    end = time.monotonic() + LONG
    while reads(there) != [429]:
        assert time.monotonic() < end
    threads = [counts(app)._thread for app in (here, there)]
    for app in (here, there):
        counts(app).close()
    for thread in threads:
        assert thread is not None
        thread.join(LONG)
        assert not thread.is_alive()


def test_one_process_has_no_thread(make_app: MakeApp) -> None:
    app = make_app(reads_per_minute=50)
    assert reads(app) == [200]
    assert counts(app)._thread is None


def test_a_redis_that_hangs_delays_no_request(two: tuple[Flask, Flask], redis_server: RedisServer) -> None:
    here, there = two
    assert reads(there) == [200]
    with redis_server.paused():
        settling = threading.Thread(target=counts(here).settle)
        assert reads(here) == [200]
        settling.start()
        assert reads(here, 4) == [200, 200, 200, 429], "counted here meanwhile"
        settling.join(LONG)
        assert counts(here).breaker.is_open
        assert not counts(there).settle()


def test_no_request_waits_while_the_thread_settles(
    two: tuple[Flask, Flask], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, _ = two
    asked, answer = threading.Event(), threading.Event()
    exchange = counts(here)._exchange

    def waiting(*given: Any) -> Any:
        asked.set()
        assert answer.wait(LONG)
        return exchange(*given)

    monkeypatch.setattr(counts(here), "_exchange", waiting)
    assert reads(here) == [200]
    settling = threading.Thread(target=counts(here).settle)
    settling.start()
    assert asked.wait(LONG)
    assert reads(here, 4) == [200, 200, 200, 429]
    answer.set()
    settling.join(LONG)


def test_what_was_counted_while_redis_hung_is_settled_once_it_answers(
    two: tuple[Flask, Flask], redis_server: RedisServer, clock: SimpleNamespace
) -> None:
    here, there = two
    with redis_server.paused():
        for _ in range(3):
            assert reads(here) == [200]
            assert not counts(here).settle()
            clock.of_breakers += wake.LONGEST_REST_SECONDS
    assert reads(there) == [200]
    settle(here, there)
    assert not counts(here).breaker.is_open
    assert known(there, clock) == 4, "each once, though it was written three times"


def lost_answers(exchange: Callable[..., Any]) -> Callable[..., Any]:
    """Redis does what is asked, and the connection ends before it answers."""

    def exchanged(*given: Any) -> Any:
        exchange(*given)
        raise RedisConnectionError

    return exchanged


def test_a_lost_answer_loses_no_count_and_doubles_none(
    two: tuple[Flask, Flask], clock: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = two
    assert reads(here, 2) == [200] * 2
    with monkeypatch.context() as patched:
        patched.setattr(counts(here), "_exchange", lost_answers(counts(here)._exchange))
        assert not counts(here).settle()
    assert reads(here) == [200]
    clock.of_breakers += wake.LONGEST_REST_SECONDS
    assert reads(there) == [200]
    settle(here, there)
    assert known(there, clock) == 4


def test_a_connection_that_ends_half_way_leaves_the_rest_for_the_next_time(
    two: tuple[Flask, Flask], clock: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = two
    monkeypatch.setattr(rate_limit_counts, "NAMES_AT_ONCE", 1)
    addresses = [f"198.51.100.{number}" for number in range(5)]
    for address in addresses:
        assert reads(here, 3, address) == [200] * 3
    exchange, times = counts(here)._exchange, []

    def breaking(*given: Any) -> Any:
        times.append(given)
        if len(times) > 2:
            raise RedisConnectionError
        return exchange(*given)

    with monkeypatch.context() as patched:
        patched.setattr(counts(here), "_exchange", breaking)
        assert not counts(here).settle()
    clock.of_breakers += wake.LONGEST_REST_SECONDS
    settle(here)
    for address in addresses:
        assert reads(there, 1, address) == [200]
    settle(there)
    assert [reads(there, 1, address) for address in addresses] == [[429]] * 5


def test_a_window_that_ends_meanwhile_keeps_its_counts_to_itself(
    two: tuple[Flask, Flask], clock: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = two
    assert reads(there, 4) == [200] * 4
    settle(there)
    assert reads(here) == [200]
    exchange = counts(here)._exchange

    def during_the_last_of_the_minute(*given: Any) -> Any:
        found = exchange(*given)
        clock.seconds = 120.0
        assert reads(here) == [200]
        return found

    with monkeypatch.context() as patched:
        patched.setattr(counts(here), "_exchange", during_the_last_of_the_minute)
        settle(here)
    assert known(here, clock) == 1
    settle(here)
    assert reads(there) == [200]
    assert known(there, clock) == 1
    settle(there)
    assert known(there, clock) == 2


def test_counts_in_redis_are_those_of_a_window_and_expire(
    two: tuple[Flask, Flask], redis_server: RedisServer, clock: SimpleNamespace
) -> None:
    here, _ = two
    with here.test_request_context(environ_base={"REMOTE_ADDR": ADDRESS}):
        spend(10, [ADDRESS])
    assert reads(here) == [200]
    settle(here)
    redis = redis_server.client()
    keys = {key.decode(): redis.ttl(key) for key in redis.keys("tablelog:limits:*")}
    assert f"tablelog:limits:60:1:reads:{ADDRESS}" in keys
    assert f"tablelog:limits:86400:0:bytes stored:{ADDRESS}" in keys
    assert all(0 < ttl <= int(key.split(":")[2]) + MINUTE for key, ttl in keys.items()), keys


def test_what_is_given_back_is_given_back_to_all(two: tuple[Flask, Flask]) -> None:
    here, there = two
    with here.test_request_context():
        spend(900, [ADDRESS])
    settle(here)
    with here.test_request_context():
        give_back(700, [ADDRESS])
    with there.test_request_context():
        spend(100, [ADDRESS])
        settle(here, there)
        with pytest.raises(rate_limits.TooManyBytes):
            spend(701, [ADDRESS])
        spend(700, [ADDRESS])


def test_what_has_not_changed_is_free_for_all(
    make_app: MakeApp, redis_url: str, clock: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limit_counts, "SETTLE_SECONDS", LONG)
    table = Table(make_app(reads_per_minute=3, limits_url=redis_url), REEF_OPENING)
    headers = table.headers("scribe") | {"If-None-Match": table.get("", "scribe").headers["ETag"]}
    for _ in range(5):
        assert table.client.get(table.url, headers=headers).status_code == 304
        settle(table.app)
    assert [table.get("", "scribe").status_code for _ in range(3)] == [200, 200, 429]


def test_many_principals_take_no_room_beyond_their_window(
    two: tuple[Flask, Flask], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, _ = two
    monkeypatch.setattr(rate_limit_counts, "NAMES_AT_ONCE", 7)
    window = counts(here)._windows[MINUTE]
    for minute in range(3):
        for number in range(50):
            counts(here).count(MINUTE, ("reads", str(number)), 1, MINUTE * minute)
        assert len(window._own) == len(window._unsettled) == 50
        assert len(window._others) == 0
        settle(here)
        assert len(window._own) == len(window._others) == 50
        assert not window._unsettled


def test_a_redis_without_a_server_leaves_each_process_its_own_limits(
    make_app: MakeApp, clock: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limit_counts, "SETTLE_SECONDS", LONG)
    app = make_app(reads_per_minute=2, limits_url="redis+unix:///nowhere/nobody.sock")
    assert reads(app) == [200]
    assert not counts(app).settle()
    assert reads(app, 2) == [200, 429]


def test_names_of_any_characters_are_settled(two: tuple[Flask, Flask]) -> None:
    here, there = two
    odd = "\ud800 ü\n:*"
    counts(here).count(MINUTE, ("reads", odd), 3, 0)
    settle(here)
    counts(there).count(MINUTE, ("reads", odd), 1, 0)
    settle(there)
    assert counts(there).count(MINUTE, ("reads", odd), 0, 0) == 4
