"""Runs one process for a `tablelog up`: `python -m service.processes.guard UP_PID COMMAND…`.

The process is stopped when this one gets a signal to stop, and when the `tablelog up` it belongs to is
gone, so that the next one finds nothing in its way. The exit status is that of the process, or 128 and
the signal that killed it.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from types import FrameType

LOOK_SECONDS = 1.0
STOPPING_SECONDS = 4.0
CANNOT_RUN = 127
BY_SIGNAL = 128


def drain_seconds() -> float:
    """How long a web process still answers after a signal to stop."""
    return float(os.environ.get("TABLELOG_DRAIN_SECONDS") or 0)


class Watchdog:
    """One run of one command."""

    def __init__(self, belongs_to: int, command: list[str]) -> None:
        self.belongs_to = belongs_to
        self.command = command
        self.child: subprocess.Popen[bytes] | None = None
        self.stopping = False

    def run(self) -> int:
        """Run the command to its end, or until a signal to stop. Returns the exit status to end with."""
        signal.signal(signal.SIGTERM, self._stop)
        signal.signal(signal.SIGINT, self._stop)
        try:
            self.child = subprocess.Popen(self.command)
        except OSError as error:
            print(f"{self.command[0]} cannot be started: {error.strerror}", flush=True)
            return CANNOT_RUN
        status = self._wait(self.child)
        return status if status >= 0 else BY_SIGNAL - status

    def _wait(self, child: subprocess.Popen[bytes]) -> int:
        while not self.stopping:
            try:
                return child.wait(LOOK_SECONDS)
            except subprocess.TimeoutExpired:
                self.stopping = self.stopping or os.getppid() != self.belongs_to
        child.terminate()
        end = time.monotonic() + drain_seconds()
        while os.getppid() == self.belongs_to and time.monotonic() < end:  # a next `up` may wait for it
            with suppress(subprocess.TimeoutExpired):
                return child.wait(LOOK_SECONDS)
        for stop in (child.kill, lambda: None):
            try:
                return child.wait(STOPPING_SECONDS)
            except subprocess.TimeoutExpired:
                stop()
        return -signal.SIGKILL

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self.stopping = True
        if self.child is not None:
            self.child.terminate()


def main() -> int:
    """Do what the command line says. Returns the exit status to end with."""
    return Watchdog(int(sys.argv[1]), sys.argv[2:]).run()


if __name__ == "__main__":
    sys.exit(main())
