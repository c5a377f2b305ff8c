"""Requests that are not sound, as bytes to a real server: a 400, and the next one is answered."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator

import pytest

from tests.support.service.server import Server

ANSWERING_SECONDS = 60
POST = (
    b"POST /v1/sessions HTTP/1.1\r\nHost: tablelog\r\nContent-Type: application/json\r\n"
    b"Idempotency-Key: 0123456789abcdef\r\nConnection: close\r\n"
)
CALLED = b"GET /smuggled HTTP/1.1\r\nHost: tablelog\r\n\r\n"
"""What would be a request of its own for who finds the end of the one before it elsewhere."""
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"
GET = b"GET /healthz HTTP/1.1\r\nHost: tablelog\r\nConnection: close\r\n"


@pytest.fixture(scope="module", params=["granian", "gunicorn"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    one = Server(tmp_path_factory.mktemp("framing"), TABLELOG_SERVER=request.param).start()
    yield one
    one.stop()


def answers(server: Server, request: bytes, *, ends: bool) -> bytes:
    """All that comes back until the server closes. ends: the client says that it sends no more."""
    with socket.create_connection(("127.0.0.1", server.port), ANSWERING_SECONDS) as connection:
        connection.sendall(request)
        if ends:
            connection.shutdown(socket.SHUT_WR)
        received = b""
        while data := connection.recv(65_536):
            received += data
    return received


def answer(server: Server, request: bytes, *, ends: bool = False) -> tuple[int, bytes]:
    """Status and body."""
    head, _, body = answers(server, request, ends=ends).partition(b"\r\n\r\n")
    return int(head.split()[1]), body


@pytest.mark.parametrize(
    "body",
    [
        b"zz\r\n{}\r\n0\r\n\r\n",
        b"-2\r\n{}\r\n0\r\n\r\n",
        b"0x2\r\n{}\r\n0\r\n\r\n",
        b"1_0\r\n{}\r\n0\r\n\r\n",
        b"\r\n\r\n",
        b"f" * 40 + b"\r\n{}\r\n0\r\n\r\n",
        b"0" * 10_000,
        b"2\r\n{}0\r\n\r\n",
        b"2\r\n{}",
        b"2\r\n{}\r\n",
        b"2\r\n{}\r\n0\r\n",
        b"",
        b"2\r\n{}\r\n0\r\nnonsense\r\n\r\n",
        b"2\r\n{}\r\n0\r\nA: " + b"x" * 20_000 + b"\r\n\r\n",
    ],
    ids=range(14),
)
def test_a_chunked_body_that_is_not_sound_is_a_problem(server: Server, body: bytes) -> None:
    status, told = answer(server, CHUNKED + body, ends=True)
    assert status == 400
    assert json.loads(told)["type"] == "/problems/bad-request"
    assert server.request("GET", "/healthz")[0] == 200


def test_a_sound_chunked_body_is_read(server: Server) -> None:
    status, told = answer(server, CHUNKED + b"1;a=b\r\n{\r\n1\r\n}\r\n0\r\nA: b\r\n\r\n")
    assert status == 422
    assert json.loads(told)["type"] == "/problems/invalid"


def test_a_body_that_ends_before_its_length_is_a_problem(server: Server) -> None:
    """`{}` would be read as a whole body otherwise, and half a file as a whole one."""
    status, told = answer(server, POST + b"Content-Length: 20\r\n\r\n{}", ends=True)
    assert status == 400
    assert json.loads(told)["detail"] == "The body ended after 2 of 20 bytes. Send it again, whole."
    assert server.request("GET", "/healthz")[0] == 200


@pytest.mark.parametrize(
    "header",
    [
        b"Transfer-Encoding: chunked, chunked",
        b"Transfer-Encoding: gzip",
        b"Content-Length: -2",
        b"Content-Length: 2, 2",
        b"Content-Length: two",
        b"Content-Length: \xb2",
        b"Content-Length: " + b"1" * 5_000,
    ],
)
def test_a_length_that_can_be_read_in_two_ways_is_refused(server: Server, header: bytes) -> None:
    assert answer(server, POST + header + b"\r\n\r\n2\r\n{}\r\n0\r\n\r\n")[0] == 400
    assert server.request("GET", "/healthz")[0] == 200


@pytest.mark.parametrize(
    ("header", "body"),
    [
        (b"Transfer-Encoding: chunked", b"2;a=\x01\r\n{}\r\n0\r\n\r\n"),
        (b"Transfer-Encoding: chunked", b"2\r\n{}\r\n0\r\nContent-Length: 4\r\n\r\n"),
        (b"Transfer-Encoding: chunked", b"2\r\n{}\r\n0\r\nScript_Name: /x\r\n\r\n"),
        (b"Content-Length: 2\r\nTransfer-Encoding: chunked", b"2\r\n{}\r\n0\r\n\r\n"),
        (b"Transfer-Encoding: chunked\r\nContent-Length: 2", b"2\r\n{}\r\n0\r\n\r\n"),
        (b"Content-Length: 2\r\nContent-Length: 2", b"{}"),
    ],
    ids=range(6),
)
def test_what_stands_beside_a_body_never_moves_its_end(server: Server, header: bytes, body: bytes) -> None:
    """It is refused, or read as RFC 9112 has it and the connection closed: one request, one answer."""
    both = b"Content-Length" in header and b"Transfer-Encoding" in header
    asked = POST.replace(b"Connection: close\r\n", b"") if both else POST
    received = answers(server, asked + header + b"\r\n\r\n" + body + CALLED, ends=False)
    assert received.count(b"HTTP/1.1 ") == 1
    assert int(received.split()[1]) in (400, 422)
    assert b"smuggled" not in received


def test_schemes_that_contradict_each_other_are_refused_or_not_read(server: Server) -> None:
    header = b"X-Forwarded-Proto: https\r\nX-Forwarded-Ssl: off"
    assert answer(server, GET + header + b"\r\n\r\n")[0] in (200, 400)


@pytest.mark.parametrize(
    "header",
    [
        b"SCRIPT_NAME: /x",
        b"Script_Name: /x",
        b"script_name: /healthz",
        b"SCRIPT_NAME: ",
        b"PATH_INFO: /x",
        b"Path_Info: /v1/sessions",
        b"REMOTE_ADDR: 192.0.2.1",
        b"REMOTE_USER: owner",
        b"HTTP_AUTHORIZATION: Bearer x",
        b"X_Forwarded_For: 192.0.2.1",
        b"Host: elsewhere",
        b"A : b",
        b"A: b\r\n c",
        b"A: b\x01",
    ],
)
def test_a_header_that_would_pass_for_another_is_refused(server: Server, header: bytes) -> None:
    assert answer(server, GET + header + b"\r\n\r\n")[0] == 400
    assert server.request("GET", "/healthz")[0] == 200


@pytest.mark.parametrize(
    "header",
    [
        b"Script-Name: /x",
        b"Path-Info: /x",
        b"X-Forwarded-For: 192.0.2.1",
        b"X-Forwarded-Proto: https",
        b"X-Forwarded-Host: elsewhere",
        b"X-Forwarded-Prefix: /x",
    ],
)
def test_a_header_that_nobody_reads_changes_nothing(server: Server, header: bytes) -> None:
    assert answer(server, GET + header + b"\r\n\r\n") == (200, b'{"status":"ok"}')
