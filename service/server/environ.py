"""Reads a request: its head as a WSGI environment, or why it is refused; and its body.

Bodies are read on the loop before any code works for them, limited in size and time. A long body goes to
a temporary file, so many slow clients cost little memory and no thread.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import IO, Any
from urllib.parse import unquote_to_bytes

from service.problems import Problem

# A request's head as the application reads it: the environment of WSGI, or why it is refused.

LONGEST_REQUEST_LINE = 8190
"""Bytes of method, path and query, as gunicorn counts them."""
LONGEST_HEADER = 8190
OWN_NAMES = {b"content-type": "CONTENT_TYPE", b"content-length": "CONTENT_LENGTH"}
ONE_ALONE = frozenset({b"host", b"content-length", b"transfer-encoding"})
"""Headers that two readers could understand in two ways if they came twice."""


def environ_of(scope: Mapping[str, Any]) -> tuple[dict[str, Any], Problem | None]:
    """The environment without its body, and what is wrong with the head."""
    raw_path: bytes = scope["raw_path"]
    query: bytes = scope["query_string"]
    host, port = scope["server"] or ("", 0)
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(raw_path).decode("latin-1"),
        "QUERY_STRING": query.decode("latin-1"),
        "RAW_URI": raw_path.decode("latin-1") + (f"?{query.decode('latin-1')}" if query else ""),
        "SERVER_NAME": host,
        "SERVER_PORT": str(port),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": (scope["client"] or ("",))[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.input_terminated": True,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    line = len(scope["method"]) + 1 + len(environ["RAW_URI"]) + len(" HTTP/1.1")
    fault = None
    if line > LONGEST_REQUEST_LINE:
        fault = Problem("bad-request", f"The request line is longer than {LONGEST_REQUEST_LINE} bytes.")
    return environ, fault or _read_headers(scope["headers"], environ)


def _read_headers(headers: Iterable[tuple[bytes, bytes]], environ: dict[str, Any]) -> Problem | None:
    for name, value in headers:
        told = name.decode("latin-1")
        if len(name) + len(value) > LONGEST_HEADER:
            return Problem("bad-request", f"The header {told[:64]} is longer than {LONGEST_HEADER} bytes.")
        if b"_" in name:
            return Problem(
                "bad-request",
                f"The header {told} has an underscore in its name. Use hyphens.",
            )
        if name == b"transfer-encoding" and value.strip().lower() != b"chunked":
            return Problem(
                "bad-request",
                "Send the body in chunks or with Content-Length. Other transfer codings are not supported.",
            )
        key = OWN_NAMES.get(name) or f"HTTP_{told.upper().replace('-', '_')}"
        if key not in environ:
            environ[key] = value.decode("latin-1")
        elif name in ONE_ALONE:
            return Problem("bad-request", f"The header {told} was sent twice.")
        else:
            environ[key] += ("; " if name == b"cookie" else ",") + value.decode("latin-1")
    return None


# Bodies of requests, read on the loop before anybody works for them: bounded in size and in time.

Receive = Callable[[], Awaitable[Mapping[str, Any]]]

PATIENCE_SECONDS = 20.0
SLOWEST_BYTES_A_SECOND = 16 * 1024
"""After its first seconds a body must have come at this pace at least."""


class Gone(Exception):
    """The client has gone away before its body was whole, or sent what cannot be read."""


async def read_body(receive: Receive, body: IO[bytes], environ: dict[str, Any], most: int) -> Problem | None:
    """Write the body into this file, and go back to its start. Returns why it is not a body.

    One that is longer than `most` is not read to its end: the application refuses it by its declared length.
    One that ends before its length is passed on as far as it came; the application refuses that as well.
    """
    given = environ.get("CONTENT_LENGTH")
    in_chunks = environ.pop("HTTP_TRANSFER_ENCODING", None) is not None
    if not in_chunks and (given is None or int(given) > most):
        return None
    fault = None
    try:
        await _receive(receive, body, most, None if in_chunks else int(given or 0))
    except TimeoutError:
        fault = Problem(
            "too-slow",
            "The body arrived too slowly. Send it again, in smaller parts if your connection is slow.",
        )
    except Gone:
        if in_chunks:
            fault = Problem("bad-request", "The chunks of the body cannot be read. Send it again, whole.")
    if in_chunks:
        environ["CONTENT_LENGTH"] = str(body.tell())
    body.seek(0)
    return fault


async def _receive(receive: Receive, body: IO[bytes], most: int, told: int | None) -> None:
    """`told`: the length, where it is known: then nobody waits for the server to say that this was all."""
    loop = asyncio.get_running_loop()
    began, length = loop.time(), 0
    async with asyncio.timeout(PATIENCE_SECONDS) as patience:
        while length <= most:
            message = await receive()
            if message["type"] != "http.request":
                raise Gone
            length += body.write(message.get("body", b""))
            if not message.get("more_body") or length == told:
                return
            patience.reschedule(began + PATIENCE_SECONDS + length / SLOWEST_BYTES_A_SECOND)
