"""Work in forked processes, a few at a time: each ends by itself, or is killed with all that it started."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Generic, TypeVar

Task = TypeVar("Task")

LOOKING_SECONDS = 0.02
ENDING = (signal.SIGHUP, signal.SIGTERM)
FAILED = 70
"""The status of work that raised something, which no run of pytest ends with."""


@dataclass(frozen=True, slots=True)
class Work(Generic[Task]):
    """A task, what does it in a process of its own and says its status, and the seconds that it may take."""

    task: Task
    run: Callable[[], int]
    seconds: float


@dataclass(frozen=True, slots=True)
class Ended(Generic[Task]):
    """How a task ended: its status, negative for a signal; None if it took too long."""

    task: Task
    status: int | None
    seconds: float


def in_forks(works: Iterable[Work[Task]], at_once: int) -> Iterator[Ended[Task]]:
    """Do all the work, `at_once` pieces at a time, and say how each ended. Who stops listening stops it."""
    waiting = iter(works)
    running: dict[int, tuple[Work[Task], float]] = {}
    try:
        while True:
            while len(running) < at_once and (work := next(waiting, None)) is not None:
                with _unasked():
                    running[_start(work.run)] = work, time.monotonic()
            if not running:
                return
            yield from _ended(running)
            time.sleep(LOOKING_SECONDS)
    finally:
        for process in running:
            _kill(process)
            os.waitpid(process, 0)


def end_on_signals() -> None:
    """Stop the forks before this process ends: they are sessions of their own, which its signals miss."""
    for number in ENDING:
        signal.signal(number, _end)


@contextmanager
def _unasked() -> Iterator[None]:
    """Asked to end meanwhile, end afterwards: a fork that nobody has noted would be left behind."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end(number: int, frame: object) -> None:
    sys.exit(128 + number)


def _start(run: Callable[[], int]) -> int:
    process = os.fork()
    if process:
        return process
    os.setsid()
    for number in ENDING:
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
    status = FAILED
    try:
        status = run()
    finally:
        os._exit(status)


def _ended(running: dict[int, tuple[Work[Task], float]]) -> Iterator[Ended[Task]]:
    for process, (work, began) in [*running.items()]:
        took = time.monotonic() - began
        ended, how = os.waitpid(process, os.WNOHANG)
        if not ended and took < work.seconds:
            continue
        del running[process]
        _kill(process)
        if not ended:
            os.waitpid(process, 0)
        yield Ended(work.task, os.waitstatus_to_exitcode(how) if ended else None, took)


def _kill(process: int) -> None:
    """End a process with what it left running, such as the Redis of its tests."""
    with suppress(ProcessLookupError):
        os.killpg(process, signal.SIGKILL)
