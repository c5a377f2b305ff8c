"""The web processes: how they are started, whether their port is free, and why a start fails."""

from __future__ import annotations

import fcntl
import os
import socket
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Literal

from replays.databases import make_private

# Why a process cannot start.


class CannotStart(Exception):
    """Why Tablelog, or its web, cannot start, and what to do about it."""


# The web's processes: by which command they are started, and whether their port is free.

GUNICORN_THREADS = 512
"""Under gunicorn a live stream holds one, and for a while so does one that has just dropped."""
GRACEFUL_SECONDS = 2
LONGEST_REQUEST_LINE = 8190
"""Bytes of method, path and query: the most that gunicorn allows."""


def web_command(
    host: str,
    port: int,
    count: int = 1,
    server: str = "granian",
    certificate: tuple[Path, Path] | None = None,
) -> list[str]:
    """The command of the web server. One process by default; more record faster and need more memory.

    certificate: itself and its key. granian reads them from the settings.
    """
    if server == "gunicorn":
        secured = (
            []
            if certificate is None
            else ["--certfile", str(certificate[0]), "--keyfile", str(certificate[1])]
        )
        return [*_gunicorn(host, port, count), *secured]
    return [sys.executable, "-m", "service.server", host, str(port), str(count)]


@contextmanager
def port_of_its_own(host: str, port: int, kind: Literal["up", "web"]) -> Iterator[None]:
    """Hold a port for one of its kind. Raises `CannotStart` where another one does, or somebody listens.

    Web processes of one user may share a port unasked, and a look alone does not keep two apart that start at
    the same moment: both find it free before either listens.
    """
    with ExitStack() as held:
        folder = tempfile.gettempdir()
        try:
            lock = make_private(Path(folder, f"tablelog-{os.getuid()}-{kind}-{port}.lock")).open("rb")
            fcntl.flock(held.enter_context(lock), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise _cannot_be_used(host, port, "another Tablelog uses it") from None
        except OSError as error:
            raise CannotStart(f"{error.filename or folder} cannot be locked ({error.strerror}).") from None
        _must_be_free(host, port)
        yield


def _must_be_free(host: str, port: int) -> None:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        with socket.socket(family, kind, protocol) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(address)
    except OSError as error:
        raise _cannot_be_used(host, port, error.strerror) from None


def _cannot_be_used(host: str, port: int, reason: str | None) -> CannotStart:
    return CannotStart(
        f"{host}:{port} cannot be used ({reason}). Choose another port with TABLELOG_PORT or --port."
    )


def _gunicorn(host: str, port: int, count: int) -> list[str]:
    """A header with an underscore is refused: one like `SCRIPT_NAME` would pass for a part of the address."""
    return [
        *(sys.executable, "-m", "gunicorn", "service.wsgi:app", "--bind", f"{host}:{port}"),
        *("--worker-class", "gthread", "--workers", str(count), "--threads", str(GUNICORN_THREADS)),
        *("--graceful-timeout", str(GRACEFUL_SECONDS), "--no-control-socket"),
        *("--limit-request-line", str(LONGEST_REQUEST_LINE)),
        *("--forwarder-headers", "", "--header-map", "refuse"),
    ]
