"""What one process appends, the streams of another hear of at once through Redis, and in a while without."""

from __future__ import annotations

import threading

import pytest
from flask import Flask

from service.sessions import live_streams
from service.sessions.live_streams import Hub, News
from tests.conftest import RedisServer
from tests.service.conftest import REEF_OPENING, MakeApp, Table, place
from workers import wake

PATIENCE_SECONDS = 60


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wake, "CONNECT_SECONDS", PATIENCE_SECONDS)
    monkeypatch.setattr(wake, "ANSWER_SECONDS", PATIENCE_SECONDS)
    monkeypatch.setattr(live_streams, "ANSWER_SECONDS", PATIENCE_SECONDS)


@pytest.fixture
def never_looks(monkeypatch: pytest.MonkeyPatch) -> list[int | None]:
    """Nobody looks at the log's end after the first time."""
    looked: list[int | None] = []

    def look(hub: Hub, position: int | None) -> int:
        looked.append(position)
        return 1

    monkeypatch.setattr(Hub, "_look", look)
    return looked


def hub_of(app: Flask) -> Hub:
    hub: Hub = app.extensions["tablelog"].hub
    return hub


def test_an_entry_of_another_process_rings_without_a_look_at_the_log(
    make_app: MakeApp, redis_url: str, never_looks: list[int | None]
) -> None:
    here, there = make_app(redis_url=redis_url), make_app(redis_url=redis_url)
    table, rung = Table(there, REEF_OPENING), threading.Event()
    with hub_of(here).listening(table.id, rung.set):
        while not never_looks:
            threading.Event().wait(0.001)
        table.acted(place("red"))
        assert rung.wait(PATIENCE_SECONDS)


def test_a_session_that_nobody_follows_here_is_not_looked_at(
    make_app: MakeApp, redis_url: str, never_looks: list[int | None]
) -> None:
    here, there = make_app(redis_url=redis_url), make_app(redis_url=redis_url)
    followed, other, rung = Table(there, REEF_OPENING), Table(there, REEF_OPENING), threading.Event()
    with hub_of(here).listening(followed.id, rung.set):
        while not never_looks:
            threading.Event().wait(0.001)
        other.acted(place("red"))
        followed.acted(place("red"))
        assert rung.wait(PATIENCE_SECONDS)
    assert not here.extensions["tablelog"].handler.remembers(other.id)


def test_the_log_is_looked_at_where_redis_is_gone(
    make_app: MakeApp, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_streams, "LOOK_SECONDS", 0.001)
    here, there = (make_app(redis_url=redis_server.url) for _ in range(2))
    table, rung = Table(there, REEF_OPENING), threading.Event()
    with hub_of(here).listening(table.id, rung.set):
        redis_server.stop()
        for _ in range(3):
            rung.clear()
            table.acted({"type": "roll_storm", "face": 1})
            assert rung.wait(PATIENCE_SECONDS)


def test_news_are_heard_again_once_redis_is_back(
    redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_streams, "REST_SECONDS", 0.0)
    monkeypatch.setattr(live_streams, "ANSWER_SECONDS", 5)
    told, heard = News(redis_server.url), News(redis_server.url)
    assert heard.hear(0) == ()
    redis_server.stop()
    told.tell(["a"])
    assert heard.hear(PATIENCE_SECONDS) is None
    redis_server.start()
    assert heard.hear(PATIENCE_SECONDS) == ()
    told.tell(["a", "b"])
    assert heard.hear(PATIENCE_SECONDS) == ["a", "b"]


def test_what_was_told_here_is_no_news_here(redis_url: str) -> None:
    told = News(redis_url)
    assert told.hear(0) == ()
    told.tell(["a"])
    assert told.hear(PATIENCE_SECONDS) == ()
