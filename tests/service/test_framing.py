"""Requests that are not sound, as bytes to a real server: a 400, and the next one is answered."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.service.server import Server

ANSWERING_SECONDS = 60
POST = (
    b"POST /v1/sessions HTTP/1.1\r\nHost: tablelog\r\nContent-Type: application/json\r\n"
    b"Idempotency-Key: 0123456789abcdef\r\n"
)
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"
GET = b"GET /healthz HTTP/1.1\r\nHost: tablelog\r\nConnection: close\r\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    one = Server(Path(tmp_path_factory.mktemp("framing"))).start()
    yield one
    one.stop()


def answer(server: Server, request: bytes) -> tuple[int, bytes]:
    """Status and body; the client sends no more after these bytes."""
    with socket.create_connection(("127.0.0.1", server.port), ANSWERING_SECONDS) as connection:
        connection.sendall(request)
        connection.shutdown(socket.SHUT_WR)
        received = b""
        while data := connection.recv(65_536):
            received += data
    head, _, body = received.partition(b"\r\n\r\n")
    return int(head.split()[1]), body


@pytest.mark.parametrize(
    "body",
    [
        b"zz\r\n{}\r\n0\r\n\r\n",
        b"-2\r\n{}\r\n0\r\n\r\n",
        b"0x2\r\n{}\r\n0\r\n\r\n",
        b"1_0\r\n{}\r\n0\r\n\r\n",
        b"\r\n\r\n",
        b"2;a=\x01\r\n{}\r\n0\r\n\r\n",
        b"f" * 40 + b"\r\n{}\r\n0\r\n\r\n",
        b"0" * 10_000,
        b"2\r\n{}0\r\n\r\n",
        b"2\r\n{}",
        b"2\r\n{}\r\n",
        b"2\r\n{}\r\n0\r\n",
        b"",
        b"2\r\n{}\r\n0\r\nContent-Length: 4\r\n\r\n",
        b"2\r\n{}\r\n0\r\nnonsense\r\n\r\n",
        b"2\r\n{}\r\n0\r\nScript_Name: /x\r\n\r\n",
        b"2\r\n{}\r\n0\r\nA: " + b"x" * 20_000 + b"\r\n\r\n",
    ],
    ids=range(17),
)
def test_a_chunked_body_that_is_not_sound_is_a_problem(server: Server, body: bytes) -> None:
    status, told = answer(server, CHUNKED + body)
    assert status == 400
    assert json.loads(told)["type"] == "/problems/bad-request"
    assert server.request("GET", "/healthz")[0] == 200


def test_a_sound_chunked_body_is_read(server: Server) -> None:
    status, told = answer(server, CHUNKED + b"1;a=b\r\n{\r\n1\r\n}\r\n0\r\nA: b\r\n\r\n")
    assert status == 422
    assert json.loads(told)["type"] == "/problems/invalid"


def test_a_body_that_ends_before_its_length_is_a_problem(server: Server) -> None:
    """`{}` would be read as a whole body otherwise, and half a file as a whole one."""
    status, told = answer(server, POST + b"Content-Length: 20\r\n\r\n{}")
    assert status == 400
    assert json.loads(told)["detail"] == "The body ended after 2 of 20 bytes. Send it again, whole."
    assert server.request("GET", "/healthz")[0] == 200


@pytest.mark.parametrize(
    "header",
    [
        b"Content-Length: 2\r\nTransfer-Encoding: chunked",
        b"Transfer-Encoding: chunked\r\nContent-Length: 2",
        b"Transfer-Encoding: chunked, chunked",
        b"Transfer-Encoding: gzip",
        b"Content-Length: -2",
        b"Content-Length: 2, 2",
        b"Content-Length: 2\r\nContent-Length: 2",
        b"Content-Length: two",
        b"Content-Length: \xb2",
        b"Content-Length: " + b"1" * 5_000,
    ],
)
def test_a_length_that_can_be_read_in_two_ways_is_refused(server: Server, header: bytes) -> None:
    assert answer(server, POST + header + b"\r\n\r\n2\r\n{}\r\n0\r\n\r\n")[0] == 400
    assert server.request("GET", "/healthz")[0] == 200


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
        b"X-Forwarded-Proto: https\r\nX-Forwarded-Ssl: off",
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
