"""The web's processes: by which command they are started, and whether their port is free."""

from __future__ import annotations

import socket
import sys

from service.processes.cannot_start import CannotStart

GUNICORN_THREADS = 512
"""Under gunicorn a live stream holds one, and for a while so does one that has just dropped."""
GRACEFUL_SECONDS = 2
LONGEST_REQUEST_LINE = 8190
"""Bytes of method, path and query: the most that gunicorn allows."""


def web_command(host: str, port: int, count: int = 1, server: str = "granian") -> list[str]:
    """The web: one process unless more are asked for, which record more and cost memory."""
    if server == "gunicorn":
        return _gunicorn(host, port, count)
    return [sys.executable, "-m", "service.shell", host, str(port), str(count)]


def port_must_be_free(host: str, port: int) -> None:
    """Raises `CannotStart` where somebody listens already: processes of one user may share a port unasked."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        with socket.socket(family, kind, protocol) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(address)
    except OSError as error:
        raise CannotStart(
            f"{host}:{port} cannot be used ({error.strerror}). Choose another by TABLELOG_PORT or --port."
        ) from None


def _gunicorn(host: str, port: int, count: int) -> list[str]:
    """A header with an underscore is refused: one like `SCRIPT_NAME` would pass for a part of the address."""
    return [
        *(sys.executable, "-m", "gunicorn", "service.wsgi:app", "--bind", f"{host}:{port}"),
        *("--worker-class", "gthread", "--workers", str(count), "--threads", str(GUNICORN_THREADS)),
        *("--graceful-timeout", str(GRACEFUL_SECONDS), "--no-control-socket"),
        *("--limit-request-line", str(LONGEST_REQUEST_LINE)),
        *("--forwarder-headers", "", "--header-map", "refuse"),
    ]
