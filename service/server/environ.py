"""A request's head as the application reads it: the environment of WSGI, or why it is refused."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import unquote_to_bytes

from service.problems import Problem

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
        "wsgi.url_scheme": "http",
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
