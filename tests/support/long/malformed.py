"""Requests that no well-meaning client sends, as bytes."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from random import Random
from typing import NamedTuple

MOST_CHANGES = 6
DEEP = 3_000
LONG = 70_000


class Target(NamedTuple):
    """A session that exists, and the token of its owner."""

    session: str
    token: str


def malformed(random: Random, target: Target) -> bytes:
    """One of many kinds of malformed request, or a sound one with some of its bytes changed."""
    if random.random() < 0.5:
        return changed(random, sound(random, target))
    return random.choice(KINDS)(random, target)


def request(target: Target, body: bytes, *headers: bytes, line: bytes | None = None) -> bytes:
    """A request that records an action, with further header lines; its length is told."""
    return b"\r\n".join(
        [
            line or f"POST /v1/sessions/{target.session}/actions HTTP/1.1".encode(),
            b"Host: 127.0.0.1",
            b"Connection: close",
            f"Authorization: Bearer {target.token}".encode(),
            b"Content-Type: application/json",
            b"If-Match: *",
            f"Content-Length: {len(body)}".encode(),
            *headers,
            b"",
            body,
        ]
    )


def sound(random: Random, target: Target) -> bytes:
    """A request that a client could send."""
    here = f"/v1/sessions/{target.session}"
    asked = ("", "/entries?limit=5", "/offers?seat=red", "/audit", "/export", "/scores", "/timeline?from=1")
    if random.random() < 0.5:
        return request(target, b"", line=f"GET {here}{random.choice(asked)} HTTP/1.1".encode())
    return request(target, json.dumps({"type": "lay_out_tiles", "action_id": "an-action"}).encode())


def changed(random: Random, data: bytes) -> bytes:
    """The bytes with some replaced, cut out, doubled or put in; sometimes cut off."""
    changing = bytearray(data)
    for _ in range(random.randint(1, MOST_CHANGES)):
        place, length = random.randrange(len(changing)), random.randint(1, 12)
        stretch = changing[place : place + length]
        changing[place : place + length] = random.choice(
            (
                b"",
                random.randbytes(length),
                bytes(stretch * 2),
                b"\r\n",
                b"\0",
                b"\xff\xfe",
                b"%00",
                b'"',
                b"{[",
            )
        )
        changing = changing or bytearray(b"\r\n")
    return bytes(changing[: random.randrange(len(changing)) + 1] if random.random() < 0.2 else changing)


def _chunked(random: Random, target: Target) -> bytes:
    size = random.choice((b"zz", b"-1", b"", b"ffffffffffffffffff", b"5;a=\0", b"0x5", b" 5", b"1_0", b"5\n"))
    body = size + b"\r\n{}   \r\n0\r\n\r\n"
    return request(target, body, b"Transfer-Encoding: chunked").replace(b"Content-Length", b"X-Length", 1)


def _length(random: Random, target: Target) -> bytes:
    told = random.choice((b"-1", b"abc", b"99999999999999999999", b"1e3", b"+5", b"5, 6", b"", b"100"))
    sent = request(target, b"{}  ", b"Content-Length: 3") if random.random() < 0.2 else request(target, b"{}")
    return sent.replace(b"Content-Length: 2", b"Content-Length: " + told, 1)


def _request_line(random: Random, target: Target) -> bytes:
    here = f"/v1/sessions/{target.session}".encode()
    lines = (
        b"GET",
        b"GET / HTTP/9.9",
        b"G\0T / HTTP/1.1",
        b"BREW " + here + b" HTTP/1.1",
        b"GET http://[::1 HTTP/1.1",
        b"GET //x/../.. HTTP/1.1",
        b"GET /%ff%fe/%00 HTTP/1.1",
        b"GET " + here + b"/%2e%2e/%2e%2e HTTP/1.1",
        b"GET " + here + b"?at=%ff HTTP/1.1",
        b"GET " + here + b"?at=" + b"9" * 5_000 + b" HTTP/1.1",
        b"GET /" + b"a" * LONG + b" HTTP/1.1",
        b"GET /\xf0\x9f\x8e\xb2 HTTP/1.1",
        b"OPTIONS * HTTP/1.1",
        b"CONNECT 127.0.0.1:1 HTTP/1.1",
        b"PRI * HTTP/2.0",
    )
    return request(target, b"", line=random.choice(lines))


def _header(random: Random, target: Target) -> bytes:
    headers = (
        b"SCRIPT_NAME: /elsewhere",
        b"Script-Name: /v1",
        b"X-Forwarded-Proto: \xff",
        b"Host: \0",
        b"Transfer-Encoding: gzip, chunked, identity",
        b"Content-Encoding: br",
        b"Accept: \xff\xfe, */*;q=nan",
        b'If-None-Match: W/"',
        b'If-Match: "99999999999999999999999"',
        b"Idempotency-Key: " + b"k" * 5_000,
        b"Last-Event-ID: -1",
        b"Range: bytes=-",
        b"Expect: 200-ok",
        b"X-Request-Id: \xc3\x28",
        b"Authorization: Bearer " + random.randbytes(20).replace(b"\n", b"").replace(b"\r", b""),
        b"Content-Type: application/json; charset=utf-7",
        b"no colon",
        b" folded: line",
        b"A: " + b"b" * LONG,
        b"\r\n".join(b"H%d: v" % number for number in range(300)),
    )
    return request(target, b"{}", random.choice(headers))


def _json(random: Random, target: Target) -> bytes:
    bodies = (
        b"[" * DEEP + b"]" * DEEP,
        b'{"a":' * DEEP + b"1" + b"}" * DEEP,
        b'{"type": "lay_out_tiles", "type": "grab"}',
        b'{"type": NaN}',
        b'{"type": 1e999}',
        b'{"type": "\\ud800"}',
        b'{"type": "\xff"}',
        b'{"type": "grab", "seat": ' + b"9" * 5_000 + b"}",
        b'{"type": "grab", "seat": "red", "action_id": "\\u0000"}',
        b"\xef\xbb\xbf{}",
        b'{"type": "grab"} trailing',
        b"null",
        b"[]",
        b"[[]]",
        b'"' + b"x" * LONG + b'"',
        json.dumps({"type": "grab"}).encode("utf-16"),
    )
    return request(target, random.choice(bodies))


def _imports(random: Random, target: Target) -> bytes:
    packed = gzip.compress(b'{"format": "tablelog"}\n' * random.randint(1, 50), mtime=0)
    bodies = (
        changed(random, packed),
        packed[: random.randrange(len(packed))],
        packed + b"garbage",
        gzip.compress(b" " * 5_000_000, mtime=0),
        b"\x1f\x8b" + random.randbytes(40),
        b"\n" * 1_000,
    )
    line = b"POST /v1/imports HTTP/1.1"
    return request(target, random.choice(bodies), b"Content-Encoding: gzip", line=line)


def _stream(random: Random, target: Target) -> bytes:
    last = random.choice((b"1", b"0", b"-5", b"x", b"9" * 30, b"\xff"))
    line = f"GET /v1/sessions/{target.session}/stream HTTP/1.1".encode()
    return request(target, b"", b"Last-Event-ID: " + last, line=line)


def _pipelined(random: Random, target: Target) -> bytes:
    sent = [sound(random, target).replace(b"Connection: close\r\n", b"") for _ in range(random.randint(2, 5))]
    return b"".join([*sent, changed(random, sound(random, target))])


def _noise(random: Random, target: Target) -> bytes:
    return random.randbytes(random.randint(1, 2_000))


KINDS: tuple[Callable[[Random, Target], bytes], ...] = (
    _chunked,
    _length,
    _request_line,
    _header,
    _json,
    _imports,
    _stream,
    _pipelined,
    _noise,
)
