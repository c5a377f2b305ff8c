"""What the web does about heavy work: ask for it, see to it that somebody does it, wait a little."""

from __future__ import annotations

import fcntl
import logging
import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import BinaryIO, Protocol

from service.heavy.asked import Asked, Standing
from service.heavy.jobs import HINTS
from service.heavy.pieces import AT_WORK, Pieces, is_locked
from service.settings import Settings
from workers.wake import Waker

LOG = logging.getLogger("tablelog")

LOOK_SECONDS = 0.02
CALL_AGAIN_SECONDS = 1.0
LINGER_SECONDS = 10
STOPPING_SECONDS = 1.0


class Calls(Protocol):
    """Sees to it that somebody does what waits."""

    def call(self) -> None:
        """Never wait. Raises `OSError` where nobody can be called."""
        ...

    def close(self) -> None:
        """End what was begun for it."""
        ...


class HeavyWork:
    """Heavy work of a home, as the web sees it.

    patience_seconds: how long a request waits for its answer before it is told where that will be.
    """

    def __init__(self, pieces: Pieces, caller: Calls, patience_seconds: float = 5.0) -> None:
        self.pieces = pieces
        self.caller = caller
        self.patience_seconds = patience_seconds
        self._closing = threading.Event()

    def ask(self, asked: Asked, file: BinaryIO | None = None) -> str:
        """The id of the piece. Raises `TooMuchWork`, `OSError`."""
        piece = self.pieces.ask(asked, file)
        self.see_to()
        return piece

    def wait(self, piece: str, seconds: float) -> Standing:
        """How far the piece is, after so many seconds at most, or when the web ends."""
        until = called_again = time.monotonic()
        until += seconds
        while (standing := self.pieces.standing(piece)) in ("waiting", "running"):
            if (now := time.monotonic()) >= until or self._closing.wait(LOOK_SECONDS):
                break
            if standing == "waiting" and now - called_again >= CALL_AGAIN_SECONDS:
                self.see_to()
                called_again = now
        return standing

    def see_to(self) -> None:
        """Call for somebody; again where the one who was called may have gone."""
        try:
            self.caller.call()
        except OSError as error:
            LOG.error("nobody can be called for heavy work (%s); trying again", error.strerror)

    def close(self) -> None:
        """Wait for nothing any more."""
        self._closing.set()
        self.caller.close()


class Caller:
    """Hints to the process of heavy work; where none runs, one is started and ends when it is idle."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._waker = Waker(settings.redis_url, HINTS) if settings.redis_url is not None else None
        self._started: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()

    def call(self) -> None:
        """It never waits, and a hint may be lost: who works here looks by itself, too. Raises `OSError`."""
        if somebody_is_at_work(self._settings.home):
            if self._waker is not None:
                self._waker.wake()
            return
        with self._lock:
            if self._started is None or self._started.poll() is not None:
                self._started = self._start()

    def close(self) -> None:
        """End what was started here; what it has not done waits for the next one."""
        with self._lock:
            if self._started is None or self._started.poll() is not None:
                return
            self._started.terminate()
            try:
                self._started.wait(STOPPING_SECONDS)
            except subprocess.TimeoutExpired:
                self._started.kill()
                self._started.wait()

    def _start(self) -> subprocess.Popen[bytes]:
        found = self._settings
        where = {
            "TABLELOG_HOME": str(found.home),
            "TABLELOG_LOG_URL": found.log_url,
            "TABLELOG_TABLES_URL": found.tables_url,
        }
        return subprocess.Popen(
            [sys.executable, "-m", "service.cli", "heavy", "--linger", str(LINGER_SECONDS)],
            env=os.environ | where,
            stdin=subprocess.DEVNULL,
        )


def somebody_is_at_work(home: Path) -> bool:
    """Whether a process does the heavy work of this home. Raises `OSError`."""
    return is_locked(home / AT_WORK, fcntl.LOCK_EX) is True
