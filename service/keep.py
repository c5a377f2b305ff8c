"""Keeps one process running: `python -m service.keep UP_PID COMMAND…`.

A process that dies is started again, after a pause that grows; one that keeps dying is given up. It is
stopped when this process is told to stop, and when the `tablelog up` that it belongs to is gone, so that
the next one finds nothing in its way.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from types import FrameType

FIRST_PAUSE_SECONDS = 0.2
LONGEST_PAUSE_SECONDS = 5.0
SOUND_SECONDS = 10.0
"""A process that ran this long was sound: the pauses begin again with the first."""

MOST_FAILURES = 6
LOOK_SECONDS = 1.0
STOPPING_SECONDS = 4.0
CANNOT_RUN = 127


class Keeper:
    """One command, started again and again."""

    def __init__(self, belongs_to: int, command: list[str]) -> None:
        self.belongs_to = belongs_to
        self.command = command
        self.child: subprocess.Popen[bytes] | None = None
        self.stopping = False

    def run(self) -> int:
        """Keep the command running until told to stop. Returns the exit status to end with."""
        signal.signal(signal.SIGTERM, self._stop)
        signal.signal(signal.SIGINT, self._stop)
        failures = 0
        while not self.stopping:
            began = time.monotonic()
            status = self._run_once()
            if self.stopping:
                break
            failures = 1 if time.monotonic() - began >= SOUND_SECONDS else failures + 1
            if failures >= MOST_FAILURES:
                print(f"ended with status {status} {failures} times in a row: given up", flush=True)
                return status or 1
            pause = min(FIRST_PAUSE_SECONDS * 2 ** (failures - 1), LONGEST_PAUSE_SECONDS)
            print(f"ended with status {status}: starting it again", flush=True)
            self._pause(pause)
        return 0

    def _run_once(self) -> int:
        try:
            self.child = subprocess.Popen(self.command)
        except OSError as error:
            print(f"cannot be started: {error}", flush=True)
            return CANNOT_RUN
        while True:
            try:
                return self.child.wait(LOOK_SECONDS)
            except subprocess.TimeoutExpired:
                if not self.stopping and not alive(self.belongs_to):
                    self._stop()
            if self.stopping:
                return self._end()

    def _end(self) -> int:
        assert self.child is not None
        try:
            return self.child.wait(STOPPING_SECONDS)
        except subprocess.TimeoutExpired:
            self.child.kill()
            return self.child.wait()

    def _pause(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while not self.stopping and time.monotonic() < end:
            time.sleep(0.05)

    def _stop(self, number: int = signal.SIGTERM, frame: FrameType | None = None) -> None:
        self.stopping = True
        if self.child is not None and self.child.poll() is None:
            self.child.terminate()


def alive(process: int) -> bool:
    """Whether there is such a process."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


if __name__ == "__main__":
    sys.exit(Keeper(int(sys.argv[1]), sys.argv[2:]).run())
