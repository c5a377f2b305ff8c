"""The client of the commands: it waits when asked to, tries again when cut off, tells problems in words."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import click
import pytest

from service.cli import client
from service.cli.client import Api, RequestRefused

Planned = list[tuple[int, dict[str, str], bytes]]


class Server:
    """Answers as planned, one answer after another; a status of 0 cuts the connection."""

    def __init__(self) -> None:
        self.planned: Planned = []
        self.asked: list[tuple[str, str, bytes, str | None]] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def answer(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                outer.asked.append((self.command, self.path, body, self.headers.get("Authorization")))
                status, headers, data = outer.planned.pop(0)
                if not status:
                    self.connection.close()
                    return
                self.send_response(status)
                for name, value in {"Content-Length": str(len(data)), **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(data)

            do_GET = do_POST = answer  # noqa: N815

            def log_message(self, format: str, *arguments: object) -> None:
                pass

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.http.server_port}/base"
        threading.Thread(target=self.http.serve_forever, daemon=True).start()


@pytest.fixture
def server() -> Iterator[Server]:
    server = Server()
    yield server
    server.http.shutdown()
    server.http.server_close()


@pytest.fixture(autouse=True)
def waited(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    pauses: list[float] = []
    monkeypatch.setattr(time, "sleep", pauses.append)
    return pauses


def test_asks_with_its_token_and_reads_the_version(server: Server) -> None:
    server.planned = [(200, {"ETag": '"7"'}, b'{"a":1}')]
    answer = Api(server.url, "secret").get("/v1/x", at=3)
    assert (answer.status, answer.body, answer.version) == (200, {"a": 1}, '"7"')
    assert server.asked == [("GET", "/base/v1/x?at=3", b"", "Bearer secret")]


def test_sends_the_same_request_again_when_it_was_cut_off(server: Server) -> None:
    server.planned = [(0, {}, b""), (201, {}, b"{}")]
    assert Api(server.url).post("/v1/x", {"action_id": "1"}).status == 201
    assert server.asked[0] == server.asked[1]


def test_waits_as_long_as_it_is_asked_to(server: Server, waited: list[float]) -> None:
    server.planned = [(429, {"Retry-After": "17"}, b"{}"), (503, {}, b"{}"), (200, {}, b"{}")]
    assert Api(server.url).get("/v1/x").status == 200
    assert waited[:2] == [0.0, 17.0]


def test_tells_a_problem_in_words(server: Server) -> None:
    problem = {"detail": "No.", "rule": "TC-1", "errors": [{"pointer": "/seat", "detail": "unknown"}]}
    server.planned = [(409, {}, json.dumps(problem).encode())]
    with pytest.raises(RequestRefused) as refused:
        Api(server.url).post("/v1/x", {})
    assert refused.value.message == "409 TC-1: No.\n  /seat: unknown"


def test_an_answer_that_is_no_json_is_told_as_it_is(server: Server) -> None:
    server.planned = [(502, {}, b"<html>bad gateway")]
    with pytest.raises(RequestRefused, match="bad gateway"):
        Api(server.url).get("/v1/x")


def test_gives_up_after_some_attempts(server: Server) -> None:
    server.planned = [(0, {}, b"")] * client.ATTEMPTS
    with pytest.raises(click.ClickException, match="tablelog up"):
        Api(server.url).get("/v1/x")
