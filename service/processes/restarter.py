"""Keeping processes running side by side: what dies is started again, after pauses that grow.

What nothing works without is given up when it keeps dying, and that ends the others. All the rest is
tried again for ever: it says once what is missing, once when it is back, and the reason when it changes.
"""

from __future__ import annotations

import os
import queue
import re
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from types import FrameType
from typing import IO, NamedTuple

import msgspec
from honcho.colour import get_colours
from honcho.printer import Message, Printer

from service.processes.guard import BY_SIGNAL, CANNOT_RUN, drain_seconds
from workers.log_lines import as_json, json_line

FIRST_PAUSE_SECONDS = 0.2
LONGEST_PAUSE_SECONDS = 60.0
SOUND_SECONDS = 10.0
"""A process that ran this long is sound: it is back, and the pauses begin again with the first."""

MOST_FAILURES = 6
LOOK_SECONDS = 1.0
STOPPING_SECONDS = 6.0
"""After this a process is killed. Its guard kills it earlier, unless the guard itself hangs."""

LINES_HELD = 50
NUMBERS = r"\d+"
"""Times and process ids in a last line: they make no other reason of it."""

Say = Callable[[str, str], None]
"""`say(name, line)`: one line of the output, of this process."""


class Task(NamedTuple):
    """One process to keep.

    meanwhile: what still works while it is away; None where nothing does. socket: where it listens; it is
    started again when the socket is gone, since nobody can reach it then. hides: lines with this text are not
    passed on.
    """

    name: str
    command: Sequence[str]
    meanwhile: str | None = None
    socket: Path | None = None
    hides: str | None = None


class GivenUp(Exception):
    """A process that nothing works without keeps dying; the message says which, and how."""


class SupervisedTask(threading.Thread):
    """One task, started again and again under a guard of its own."""

    def __init__(
        self, task: Task, environment: Mapping[str, str], say: Say, give_up: Callable[[str], None]
    ) -> None:
        super().__init__(name=task.name, daemon=True)
        self._task = task
        self._environment = environment
        self._say = say
        self._give_up = give_up
        self._lock = threading.RLock()
        self._stopping = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None
        self._began = 0.0
        self._failures = 0
        self._reason = ""
        self._listened = False
        self._last_line = ""
        self._held: deque[str] = deque(maxlen=LINES_HELD)

    def run(self) -> None:
        """Keep the task running until it is stopped or given up."""
        while not self._stopping.is_set():
            status = self._run_once()
            if self._stopping.is_set():
                return
            with self._lock:
                self._failed(status)
                if self._task.meanwhile is None and self._failures >= MOST_FAILURES:
                    self._give_up(
                        f"The {self._task.name} process {ended(status)}, {self._failures} times in a row:"
                        " Tablelog stops. See that process's lines above."
                    )
                    return
                pause = min(FIRST_PAUSE_SECONDS * 2 ** (self._failures - 1), LONGEST_PAUSE_SECONDS)
            self._stopping.wait(pause)

    def look(self) -> None:
        """Say that the task is back if it is, and end it if nobody can reach it."""
        with self._lock:
            if self._process is None or self._process.poll() is not None:
                return
            if self._failures and time.monotonic() - self._began >= SOUND_SECONDS:
                self._back()
            if self._task.socket is not None:
                there = self._task.socket.exists()
                if self._listened and not there:
                    self._hear(f"{self._task.socket} is gone")
                    self._process.terminate()
                self._listened = there

    def stop(self) -> None:
        """End the task, also while it waits for its next try; `join` waits for the end."""
        self._stopping.set()
        with self._lock:
            if self._process is not None:
                self._process.terminate()

    @property
    def needed(self) -> bool:
        """Whether nothing works without it."""
        return self._task.meanwhile is None

    def kill(self) -> None:
        """End at once what `stop` has not ended."""
        if self.is_alive() and self._process is not None:
            kill_group(self._process.pid)

    def _run_once(self) -> int:
        guard = (sys.executable, "-m", "service.processes.guard", str(os.getpid()))
        with self._lock:
            if self._stopping.is_set():
                return 0
            self._began, self._listened, self._last_line = time.monotonic(), False, ""
            try:
                self._process = subprocess.Popen(
                    [*guard, *self._task.command],
                    env=self._environment,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                    start_new_session=True,
                )
            except OSError as error:
                self._hear(f"cannot be started: {error.strerror}")
                return CANNOT_RUN
        assert self._process.stdout is not None
        reader = threading.Thread(target=self._read, args=(self._process.stdout,), daemon=True)
        reader.start()
        status = self._process.wait()
        kill_group(self._process.pid)
        reader.join(STOPPING_SECONDS)
        return status

    def _read(self, output: IO[bytes]) -> None:
        for line in output:
            text = line.decode("utf-8", "replace").rstrip()
            if self._task.hides is None or self._task.hides not in text:
                self._hear(text)
        output.close()

    def _hear(self, line: str) -> None:
        """Pass a line on; what a try says after a failure is held back until it is sound."""
        with self._lock:
            self._last_line = line or self._last_line
            if self._failures and self._task.meanwhile is not None:
                self._held.append(line)
            else:
                self._say(self._task.name, line)

    def _failed(self, status: int) -> None:
        if self._failures and time.monotonic() - self._began >= SOUND_SECONDS:
            self._back()
        self._failures += 1
        self._held.clear()
        told = "" if killed_by(status) else self._last_line
        reason = f"{ended(status)}: {re.sub(NUMBERS, '', told)}"
        if self._task.meanwhile is None:
            self._say(self._task.name, f"{ended(status)}: restarting it")
        elif self._failures == 1:
            self._say(self._task.name, f"{ended(status)}: restarting it. {self._task.meanwhile}")
        elif reason != self._reason:
            said = f" ({told})" if told else ""
            self._say(self._task.name, f"{ended(status)}{said}: retrying at most once a minute")
        self._reason = reason

    def _back(self) -> None:
        self._failures = 0
        if self._task.meanwhile is not None:
            self._say(self._task.name, "is back")
        while self._held:
            self._say(self._task.name, self._held.popleft())


def keep(tasks: Sequence[Task], environment: Mapping[str, str]) -> None:
    """Keep the tasks running until TERM or INT. Raises `GivenUp`; nothing is left running either way."""
    endings: queue.SimpleQueue[str] = queue.SimpleQueue()

    def end(number: int, frame: FrameType | None) -> None:
        endings.put("")

    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGINT, end)
    say = printing([task.name for task in tasks])
    company = [SupervisedTask(task, environment, say, endings.put) for task in tasks]
    for kept in company:
        kept.start()
    given_up = None
    while given_up is None:
        try:
            given_up = endings.get(timeout=LOOK_SECONDS)
        except queue.Empty:
            for kept in company:
                kept.look()
    _end(company)
    if given_up:
        raise GivenUp(given_up)


def _end(company: Sequence[SupervisedTask]) -> None:
    if drain := drain_seconds():  # what still answers requests needs the others
        _stop([kept for kept in company if kept.needed], drain + STOPPING_SECONDS)
    _stop(company, STOPPING_SECONDS)


def _stop(company: Sequence[SupervisedTask], seconds: float) -> None:
    for kept in company:
        kept.stop()
    end = time.monotonic() + seconds
    for kept in company:
        kept.join(max(0.0, end - time.monotonic()))
        kept.kill()


ONE_AT_A_TIME = threading.Lock()
"""Held while something is printed: a line and its end are written apart."""


def announce(text: str) -> None:
    """Print it between the lines of the processes."""
    with ONE_AT_A_TIME:
        print(json_line("up", text) if as_json() else text, flush=True)


def printing(names: Sequence[str]) -> Say:
    """A printer of lines with their time and process; it does not matter if nobody reads it.

    Lines of JSON stay as they come, and all others become some.
    """
    if as_json():
        return _say_as_json
    printer = Printer(sys.stdout, width=max(map(len, names)))
    colours = dict(zip(names, get_colours(), strict=False))

    def say(name: str, line: str) -> None:
        with ONE_AT_A_TIME, suppress(OSError, ValueError):
            printer.write(Message("line", line or " ", datetime.now(), name, colours[name]))

    return say


def _say_as_json(name: str, line: str) -> None:
    if not line:
        return
    try:
        msgspec.json.decode(line, type=dict)
    except msgspec.DecodeError:
        line = json_line(name, line)
    with ONE_AT_A_TIME, suppress(OSError, ValueError):
        print(line, flush=True)


def ended(status: int) -> str:
    """How a process ended, in words; `status` as a guard or `subprocess` gives it."""
    killer = killed_by(status)
    return f"was killed by {killer.name}" if killer is not None else f"ended with status {status}"


def killed_by(status: int) -> signal.Signals | None:
    """The signal that killed the process; None if it ended by itself."""
    number = -status if status < 0 else status - BY_SIGNAL
    return signal.Signals(number) if number in set(signal.Signals) else None


def kill_group(leader: int) -> None:
    """Kill what is left of the group of processes that this one led."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)
