"""A Tablelog in a home of its own, as an operator has it: commands, and `tablelog up` with its processes."""

from __future__ import annotations

import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from tests.support.long.campaign import ROOT

STARTING_SECONDS = 120
ENDING_SECONDS = 60
GUARD = "service.processes.guard"
"""Holds another process: its command line shows that one's."""

KINDS: dict[str, tuple[str, ...]] = {
    "web": ("-m\0service.server",),
    "worker": ("-m\0workers",),
    "redis": ("redis-server", "valkey-server"),
    "jobs": ("-m\0service.cli\0jobs",),
}


UNBOUNDED = {
    "TABLELOG_READS_PER_MINUTE": "0",
    "TABLELOG_WRITES_PER_MINUTE": "0",
    "TABLELOG_OPENINGS_PER_MINUTE": "0",
    "TABLELOG_OPENINGS_PER_DAY": "0",
    "TABLELOG_STORED_BYTES_PER_DAY": "0",
    "TABLELOG_BYTES_PER_MINUTE": "0",
    "TABLELOG_STREAMS_OF_AN_ADDRESS": "384",
}
"""All clients of a campaign have one address."""


class Stuck(Exception):
    """Something that had to happen did not."""


class Tablelog:
    """One home. What the environment says of another Tablelog is left out."""

    def __init__(self, home: Path, limits: Mapping[str, str] = UNBOUNDED, /, **settings: str) -> None:
        self.home = home
        with socket.socket() as found:
            found.bind(("127.0.0.1", 0))
            self.port: int = found.getsockname()[1]
        kept = {name: value for name, value in os.environ.items() if not name.startswith("TABLELOG_")}
        self.environment = kept | {
            "TABLELOG_HOME": str(home),
            "TABLELOG_PORT": str(self.port),
            "TABLELOG_LOG_LEVEL": "ERROR",
            **limits,
            **settings,
        }
        self.up: subprocess.Popen[bytes] | None = None

    def run(
        self, *arguments: str, output: Path | None = None, timeout: float | None = None
    ) -> tuple[int, str]:
        """Exit status and output of a command; its standard output goes into a file if one is named.

        After `timeout` seconds it is killed. Raises `subprocess.TimeoutExpired` then.
        """
        command = [sys.executable, "-m", "service.cli", *arguments]
        with (output or Path(os.devnull)).open("wb") as file:
            done = subprocess.run(
                command,
                env=self.environment,
                cwd=ROOT,
                stdout=file if output else subprocess.PIPE,
                stderr=subprocess.PIPE,
                timeout=timeout,
            )
        return done.returncode, ((done.stdout or b"") + done.stderr).decode()

    def start(self) -> None:
        """Begin `tablelog up`. What it prints is kept in its home's folder."""
        with self.home.with_suffix(".output").open("ab") as output:
            self.up = subprocess.Popen(
                [sys.executable, "-m", "service.cli", "up"],
                env=self.environment,
                cwd=ROOT,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )

    def revive(self) -> bool:
        """Start `up` if it has ended, as a service manager would. Returns whether it had."""
        if self.up is not None and self.up.poll() is None:
            return False
        self.start()
        return True

    def wait_until_ready(self) -> None:
        """Raises `Stuck` if it never is."""
        until(self.is_ready, f"Tablelog is not ready after {STARTING_SECONDS} s")

    def is_ready(self) -> bool:
        """Whether it answers and reaches its databases."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            connection.request("GET", "/readyz")
            return connection.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()

    def processes(self, kind: str) -> list[int]:
        """Those of one kind that run for this home."""
        return [
            process
            for process, line in self._all()
            if any(words in line for words in KINDS[kind]) and GUARD not in line
        ]

    def _all(self) -> Iterator[tuple[int, str]]:
        """Every process of this home, with its command line. Redis hides its surroundings, not its socket."""
        known, socket_folder = f"TABLELOG_HOME={self.home}".encode(), str(self.home)
        for folder in Path("/proc").iterdir():
            with suppress(OSError):
                if folder.name.isdigit():
                    line = (folder / "cmdline").read_bytes().decode(errors="replace")
                    if known in (folder / "environ").read_bytes().split(b"\0") or (
                        socket_folder in line and any(words in line for words in KINDS["redis"])
                    ):
                        yield int(folder.name), line

    def kill_all(self) -> None:
        """SIGKILL to every process of this home, and to those that they have just started."""
        while processes := [process for process, _ in self._all()]:
            for process in processes:
                kill(process)
            if self.up is not None:
                self.up.wait()

    def stop(self) -> None:
        """End `up` as Ctrl-C would; what does not end is killed."""
        if self.up is not None:
            self.up.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                self.up.wait(ENDING_SECONDS)
        self.kill_all()
        self.up = None


def kill(process: int) -> None:
    """SIGKILL; one that is gone already is dead enough."""
    with suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)


def until(holds: Callable[[], bool], otherwise: str, seconds: float = STARTING_SECONDS) -> None:
    """Wait for it. Raises `Stuck` with this message."""
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            raise Stuck(otherwise)
        time.sleep(0.02)
