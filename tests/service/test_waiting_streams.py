"""Live streams on the event loop: woken together, served without a thread each, left when nobody reads."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from service.server.asgi import AsgiApplication
from tests.service.conftest import REEF_OPENING, MakeApp, Table, place
from tests.support.service.exchange import GONE, Exchange, Message, on_a_loop


def stream(table: Table, holder: str = "spectator") -> Exchange:
    return Exchange("GET", table.url + "/stream", Authorization=f"Bearer {table.tokens[holder]}")


async def until_sent(exchange: Exchange, words: bytes) -> None:
    while words not in exchange.body:
        await asyncio.sleep(0.001)


def test_streams_wait_without_threads_and_all_hear_of_an_entry(make_app: MakeApp) -> None:
    table = Table(make_app(streams=100), REEF_OPENING)
    streams = [stream(table, holder) for holder in ("scribe", "spectator", "seat:red") for _ in range(20)]

    async def follow() -> None:
        server = AsgiApplication(table.app)
        tasks = [asyncio.create_task(server(one.scope, one.receive, one.send)) for one in streams]
        for one in streams:
            await until_sent(one, b"event: state")
        await asyncio.to_thread(table.acted, place("red"))
        for one in streams:
            await until_sent(one, b"event: entry")
        await asyncio.to_thread(table.post, "/close", {})
        await asyncio.gather(*tasks)

    on_a_loop(follow())
    for one in streams:
        assert one.body.count(b"event: entry") == 2
        assert one.body.rstrip().splitlines()[-2] == b"event: end"
    assert table.app.extensions["tablelog"].hub.open_streams == 0


def test_who_leaves_gives_the_place_back(make_app: MakeApp) -> None:
    table = Table(make_app(streams=1), REEF_OPENING)
    hub = table.app.extensions["tablelog"].hub

    async def follow() -> None:
        server = AsgiApplication(table.app)
        for _ in range(3):
            one = stream(table)
            one.messages.append(GONE)
            await server(one.scope, one.receive, one.send)
            assert one.status == 200
            assert hub.open_streams == 0

    on_a_loop(follow())


def test_a_reader_who_takes_nothing_is_left_and_holds_nobody_up(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.server.streams.READING_SECONDS", 0.05)
    table = Table(make_app(), REEF_OPENING)
    deaf, hears = stream(table), stream(table)

    async def never(message: Message) -> None:
        deaf.sent.append(message)
        if message["type"] == "http.response.body":
            await asyncio.Event().wait()

    async def follow() -> None:
        server = AsgiApplication(table.app)
        left = asyncio.create_task(server(deaf.scope, deaf.receive, never))
        other = asyncio.create_task(server(hears.scope, hears.receive, hears.send))
        await until_sent(hears, b"event: state")
        await asyncio.to_thread(table.acted, place("red"))
        await until_sent(hears, b"event: entry")
        while not left.done():
            await asyncio.sleep(0.001)
        other.cancel()

    on_a_loop(follow())


def test_the_end_of_the_service_ends_its_streams(make_app: MakeApp) -> None:
    table = Table(make_app(), REEF_OPENING)
    one = stream(table)

    async def follow() -> None:
        server = AsgiApplication(table.app)
        task = asyncio.create_task(server(one.scope, one.receive, one.send))
        await until_sent(one, b"event: state")
        await server.close(30)
        assert task.done()

    on_a_loop(follow())
    assert one.sent[-1] == {"type": "http.response.body", "body": b""}


def test_a_stream_that_fails_ends_alone(make_app: MakeApp, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(make_app(), REEF_OPENING)
    one = stream(table)

    def fails(self: object) -> Any:
        raise RuntimeError

    async def follow() -> None:
        server = AsgiApplication(table.app)
        task = asyncio.create_task(server(one.scope, one.receive, one.send))
        await until_sent(one, b"event: state")
        monkeypatch.setattr("service.api.stream.Subscriber._burst", fails)
        await asyncio.to_thread(table.acted, place("red"))
        await task

    on_a_loop(follow())
    assert table.app.extensions["tablelog"].hub.open_streams == 0
