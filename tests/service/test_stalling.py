"""Clients who send half of something, nothing, or never read, on a real server: the table goes on."""

from __future__ import annotations

import resource
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from benchmarks.running import memory_of
from tests.support.service.following import Session
from tests.support.service.server import Server, send

CLIENTS = 600
"""More than a server with 512 threads could wait for."""
MANY = 1_800
UNREAD = 50
FILES = 4_096
ENDING_SECONDS = 60
HALF_A_HEAD = b"GET /healthz HTTP/1.1\r\nHost: tablelog\r\nX-Never: "
HALF_A_BODY = (
    b"POST /v1/sessions HTTP/1.1\r\nHost: tablelog\r\nContent-Type: application/json\r\n"
    b"Content-Length: 1000\r\n\r\n{"
)


@pytest.fixture
def many_files() -> Iterator[None]:
    """As many open files as so many clients need."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(FILES, hard)), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_who_stalls_the_service_stalls_himself(many_files: None, tmp_path: Path) -> None:
    server = Server(tmp_path, TABLELOG_STREAMS_OF_AN_ADDRESS=str(UNREAD)).start()
    session = Session(server)
    token = {"Authorization": f"Bearer {session.tokens['scribe']}", "If-Match": "*"}
    stream = f"GET {session.url}/stream?with=words,board HTTP/1.1\r\nHost: tablelog\r\nAuthorization: "
    with ExitStack() as stalling, closing(server.connection()) as scribe:
        for said, clients in (
            (HALF_A_HEAD, CLIENTS),
            (HALF_A_BODY, CLIENTS),
            (b"", CLIENTS),
            (f"{stream}{token['Authorization']}\r\n\r\n".encode(), UNREAD),
        ):
            for _ in range(clients):
                one = stalling.enter_context(socket.create_connection(("127.0.0.1", server.port)))
                one.sendall(said)
        for action in session.actions:
            assert send(scribe, "POST", session.url + "/actions", action, token)[0] == 201
        assert server.request("GET", "/healthz")[0] == 200
        assert server.process is not None
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(ENDING_SECONDS) == 0
    server.stop()
    again = Server(tmp_path).start()
    assert again.request("GET", session.url, headers=token)[1]["version"] == len(session.actions) + 1
    again.stop()


def test_memory_that_half_requests_took_is_given_back(many_files: None, tmp_path: Path) -> None:
    server = Server(tmp_path).start()
    assert server.process is not None
    before = memory_of(server.process.pid)
    with ExitStack() as stalling:
        for _ in range(MANY):
            one = stalling.enter_context(socket.create_connection(("127.0.0.1", server.port)))
            one.sendall(HALF_A_HEAD)
        assert server.request("GET", "/healthz")[0] == 200
        grown = memory_of(server.process.pid) - before
    assert grown > before / 8
    ends = time.monotonic() + ENDING_SECONDS
    while (left := memory_of(server.process.pid) - before) > grown / 3 and time.monotonic() < ends:
        time.sleep(0.05)  # a request would have the allocator look after what it holds
    assert left <= grown / 3
    server.stop()
