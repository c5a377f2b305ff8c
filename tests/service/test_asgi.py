"""The server: bodies are bounded before anybody works for them, answers are whole, clients hold no thread."""

from __future__ import annotations

import asyncio
import gzip
import json
import socket
import threading
from contextlib import ExitStack

import pytest
from flask import Flask

from service.jobs.questions import Answer
from service.processes import web
from service.processes.web import CannotStart
from service.queries.question import Query
from service.server import environ
from service.server.asgi import AsgiApplication
from tests.service.conftest import REEF_OPENING, MakeApp, Table, place
from tests.support.ports import held_port
from tests.support.service.exchange import GONE, JSON, Exchange, Message, asked, on_a_loop, piece

OPENING = json.dumps(REEF_OPENING).encode()


def test_a_body_may_come_in_many_pieces(app: Flask) -> None:
    pieces: list[Message] = [piece(OPENING[at : at + 1]) for at in range(len(OPENING))]
    in_chunks = Exchange(
        "POST", "/v1/sessions", [*pieces, piece(b"", more=False)], Transfer_Encoding="chunked", **JSON
    )
    by_length = Exchange(
        "POST", "/v1/sessions", [piece(OPENING, more=False)], Content_Length=str(len(OPENING)), **JSON
    )
    assert [status for status, _ in asked(app, in_chunks, by_length)] == [201, 201]


def test_a_body_that_is_too_long_is_not_read(make_app: MakeApp) -> None:
    length = 1000
    app = make_app(body_bytes=length)
    told = Exchange(
        "POST", "/v1/sessions", [piece(b" " * length)] * 5, Content_Length=str(length + 1), **JSON
    )
    grows = Exchange("POST", "/v1/sessions", [piece(b" " * length)] * 5, Transfer_Encoding="chunked", **JSON)
    for (status, problem), most in zip(asked(app, told, grows), (0, 2), strict=True):
        assert (status, problem["type"]) == (413, "/problems/too-large")
        assert (told if most == 0 else grows).received == most


def test_files_may_be_longer_than_other_bodies(make_app: MakeApp) -> None:
    app = make_app(body_bytes=1000, import_bytes=5000)
    file = [piece(b"\n" * 2000, more=False)]
    sent = Exchange("POST", "/v1/imports", file, Content_Length="2000", Content_Type="application/x-ndjson")
    ((status, _),) = asked(app, sent)
    assert status != 413
    assert sent.received == 1


def test_a_body_that_comes_too_slowly_is_given_up(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environ, "PATIENCE_SECONDS", 0.01)
    halves = [Exchange("POST", "/v1/sessions", [piece(b"{")], Content_Length="9", **JSON) for _ in range(100)]
    for status, problem in asked(app, *halves):
        assert (status, problem["type"]) == (408, "/problems/too-slow")


def test_slow_bodies_keep_nobody_waiting(app: Flask) -> None:
    async def ask() -> int:
        server = AsgiApplication(app)
        slow = [
            Exchange("POST", "/v1/sessions", [piece(b"{")], Content_Length="9", **JSON) for _ in range(500)
        ]
        waiting = [asyncio.create_task(exchange.through(server)) for exchange in slow]
        status, _ = await Exchange("GET", "/healthz").through(server)
        assert not any(task.done() for task in waiting)
        for task in waiting:
            task.cancel()
        return status

    assert on_a_loop(ask()) == 200


def test_chunks_that_break_off_are_no_body(app: Flask) -> None:
    broken = Exchange("POST", "/v1/sessions", [piece(OPENING), GONE], Transfer_Encoding="chunked", **JSON)
    ((status, problem),) = asked(app, broken)
    assert (status, problem["type"]) == (400, "/problems/bad-request")


@pytest.mark.parametrize(
    ("path", "headers"),
    [
        ("/healthz?" + "x" * environ.LONGEST_REQUEST_LINE, {}),
        ("/healthz", {"X_Long": "x" * environ.LONGEST_HEADER}),
    ],
)
def test_a_head_that_is_too_long_is_a_problem(app: Flask, path: str, headers: dict[str, str]) -> None:
    ((status, problem),) = asked(app, Exchange("GET", path, **headers))
    assert (status, problem["type"]) == (400, "/problems/bad-request")


def test_a_path_is_read_as_its_bytes(app: Flask) -> None:
    ((status, problem),) = asked(app, Exchange("GET", "/caf%C3%A9/%2e%2e/%ff"))
    assert status == 404
    assert problem["instance"] == "/caf\u00e9/../\ufffd"


def test_an_answer_tells_its_length_and_a_head_has_no_body(app: Flask) -> None:
    table = Table(app, REEF_OPENING).acted(place("red"), place("blue"))
    headers = {"Authorization": f"Bearer {table.tokens['owner']}", "Accept": "application/x-ndjson"}
    whole = Exchange("GET", table.url + "/entries", **headers)
    packed = Exchange("GET", table.url + "/entries", Accept_Encoding="gzip", **headers)
    head = Exchange("HEAD", table.url, Authorization=headers["Authorization"])

    async def ask() -> None:
        server = AsgiApplication(app)
        for exchange in (whole, packed, head):
            await server(exchange.scope, exchange.receive, exchange.send)

    on_a_loop(ask())
    assert len(whole.body.splitlines()) == 3
    assert gzip.decompress(packed.body) == whole.body
    for exchange in (whole, packed):
        assert int(exchange.headers[b"content-length"]) == len(exchange.body)
    assert (head.status, head.body) == (200, b"")
    assert int(head.headers[b"content-length"]) > 0


def test_a_long_answer_waits_for_its_reader_in_a_file(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.server.answers.IN_MEMORY", 10)
    monkeypatch.setattr("service.server.answers.PIECE", 100)
    table = Table(app, REEF_OPENING)
    headers = {"Authorization": f"Bearer {table.tokens['owner']}", "Accept": "application/x-ndjson"}
    exchange = Exchange("GET", table.url + "/entries", **headers)
    ((status, entry),) = asked(app, exchange)
    assert (status, entry["number"]) == (200, 1)
    assert len(exchange.sent) > 2
    assert [message["more_body"] for message in exchange.sent[1:]] == [True] * (len(exchange.sent) - 2) + [
        False
    ]


@pytest.mark.parametrize("path", ["/v1/sessions/{session}/audit", "/v1/statistics/time_of_chaos/score"])
def test_a_request_that_waits_for_a_job_keeps_nobody_from_recording(
    reef: Table, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.setattr("service.server.asgi.THREADS", 1)
    monkeypatch.setattr("service.api.replays.LONG_ENTRIES", 0)
    waits, turn = threading.Event(), threading.Event()
    jobs = reef.app.extensions["tablelog"].jobs
    wait_for = jobs.wait

    def wait(job: str, seconds: float) -> str:
        waits.set()
        assert turn.wait(60)
        return str(wait_for(job, 60))

    monkeypatch.setattr(jobs, "wait", wait)
    questions = reef.app.extensions["tablelog"].questions
    asked_for = questions.ask

    def ask_for(query: Query) -> Answer:
        waits.set()
        assert turn.wait(60)
        return asked_for(query)

    monkeypatch.setattr(questions, "ask", ask_for)
    headers = {"Authorization": f"Bearer {reef.tokens['owner']}"}

    async def ask() -> None:
        server = AsgiApplication(reef.app)
        asking = [Exchange("GET", path.format(session=reef.id), **headers) for _ in range(5)]
        waiting = [asyncio.create_task(one.through(server)) for one in asking]
        assert await asyncio.to_thread(waits.wait, 60)
        assert (await Exchange("GET", "/healthz").through(server))[0] == 200
        assert not any(task.done() for task in waiting)
        turn.set()
        assert {status for status, _ in await asyncio.gather(*waiting)} == {200}

    on_a_loop(ask())


def test_a_port_that_somebody_listens_on_is_not_shared() -> None:
    with held_port() as port, ExitStack() as stack, web.port_of_its_own("127.0.0.1", port, "web"):
        with pytest.raises(CannotStart, match="cannot be used"):
            stack.enter_context(web.port_of_its_own("127.0.0.1", port, "web"))
        stack.enter_context(web.port_of_its_own("127.0.0.1", port, "up"))
    with (
        ExitStack() as stack,
        socket.create_server(("127.0.0.1", 0)) as other,
        pytest.raises(CannotStart, match="cannot be used"),
    ):
        stack.enter_context(web.port_of_its_own("127.0.0.1", other.getsockname()[1], "web"))
