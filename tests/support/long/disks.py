"""The disk under the store is filled to its last byte while scribes record, and given room again."""

from __future__ import annotations

import http.client
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.support.long import disturbed
from tests.support.long.campaign import Outcome, Progress, Wanted
from tests.support.long.disturbed import Evening
from tests.support.long.judged_commands import Met, met, misbehaviour
from tests.support.long.running import Tablelog
from tests.support.long.small_disks import CannotMount, fill, give_back, small_disk
from tests.support.postgresql import PostgreSQLServer

MEBIBYTES = {"sqlite": 64, "postgresql": 512}
MOST_ANSWERS_BETWEEN = 200
SHORTEST_FULL_SECONDS, LONGEST_FULL_SECONDS = 0.5, 6.0
REFILLED_SECONDS = 0.05
"""What others give back meanwhile is taken at once."""

UNAVAILABLE = 503
SHOWN_NAMES = 3


class Command(NamedTuple):
    """A command that somebody runs on a full disk. `writes`: it is given a new folder to write there."""

    words: tuple[str, ...]
    writes: bool = False


COMMANDS = (
    Command(("doctor",)),
    Command(("audit", "--all")),
    Command(("projections", "status")),
    Command(("backup",), writes=True),
    Command(("export", "--all", "--to"), writes=True),
)


class Reader(threading.Thread):
    """Looks at what the scribes record, as those at the table do, and remembers how it was answered.

    answered: by status, 0 for no answer. faults: answers that no full disk excuses.
    """

    def __init__(self, evening: Evening, ended: threading.Event) -> None:
        super().__init__(daemon=True)
        self.port, self.scribes, self.ended = evening.tablelog.port, evening.scribes, ended
        self.answered: Counter[int] = Counter()
        self.faults: list[str] = []

    def run(self) -> None:
        while not self.ended.is_set():
            for path, headers in self._questions():
                if self.ended.is_set():
                    return
                status = self._ask(path, headers)
                self.answered[status] += 1
                if is_inexcusable(status):
                    self.faults.append(f"{status} at {path.partition('?')[0]}")
                time.sleep(REFILLED_SECONDS)

    def _ask(self, path: str, headers: dict[str, str]) -> int:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            connection.request("GET", path, headers=headers)
            answer = connection.getresponse()
            answer.read()
            return answer.status
        except (OSError, http.client.HTTPException):
            return 0
        finally:
            connection.close()

    def _questions(self) -> Iterator[tuple[str, dict[str, str]]]:
        for path in ("/readyz", "/", "/v1/sessions", "/v1/statistics/time_of_chaos/score"):
            yield path, {}
        for scribe in self.scribes:
            for session, token in list(scribe.tokens.items())[-1:]:
                for path in ("?with=words,board,offers", "/entries", "/timeline", "/audit"):
                    yield f"/v1/sessions/{session}{path}", {"Authorization": f"Bearer {token}"}


def is_inexcusable(status: int) -> bool:
    """Whether no full disk excuses this answer to somebody who only looks."""
    return status >= 400 and status != UNAVAILABLE


def run(wanted: Wanted, folder: Path) -> Outcome:
    """The campaign: once with the home on a small disk, once with the server of PostgreSQL on one."""
    figures, faults = dict[str, str](), list[str]()
    folder.chmod(0o711)  # PostgreSQL is not run by root, and has to reach its disk
    for store in wanted.stores:
        try:
            with small_disk(folder / f"disk-{store}", MEBIBYTES[store]) as disk:
                outcome = _over_sqlite(wanted, disk) if store == "sqlite" else _over_postgresql(wanted, disk)
        except CannotMount as error:
            outcome = Outcome({}, [f"no small disk can be had here: {error}"])
        figures |= {f"{store}: {what}": figure for what, figure in outcome.figures.items()}
        faults += [f"{store}: {fault}" for fault in outcome.faults]
    return Outcome(figures, faults)


def _over_sqlite(wanted: Wanted, disk: Path) -> Outcome:
    return over(wanted, disk, Evening(wanted, Tablelog(disk / "home")), {})


def _over_postgresql(wanted: Wanted, disk: Path) -> Outcome:
    server = PostgreSQLServer(disk, segment_mebibytes=1).start()
    try:
        settings = {"TABLELOG_LOG_URL": server.url, "TABLELOG_TABLES_URL": server.url}
        tablelog = Tablelog(disk.with_name("home"), **settings)
        return over(wanted, disk, Evening(wanted, tablelog, revive=server.revive), settings)
    finally:
        server.stop()


def over(wanted: Wanted, disk: Path, evening: Evening, settings: Mapping[str, str]) -> Outcome:
    """Record, fill the disk and give it room again, as often as is wanted; then compare everything."""
    return disturbed.over(evening, settings, lambda evening: _fill_and_empty(evening, disk, wanted.fills))


def _fill_and_empty(evening: Evening, disk: Path, fills: int) -> Outcome:
    tablelog, random = evening.tablelog, evening.random
    faults, seconds, answered, ended = list[str](), 0.0, 0, threading.Event()
    reader, progress = Reader(evening, ended), Progress(f"fills under {disk.name}", fills)
    reader.start()
    for number in range(fills):
        evening.wait_for(random.randint(1, MOST_ANSWERS_BETWEEN))
        before, began = evening.answers, time.monotonic()
        with _full(disk):
            faults += _run(tablelog, COMMANDS[number % len(COMMANDS)], disk / f"written-{number}")
            time.sleep(random.uniform(SHORTEST_FULL_SECONDS, LONGEST_FULL_SECONDS))
            answered += evening.answers - before
        seconds += time.monotonic() - began
        progress.at(number + 1, f"{evening.answers} entries answered")
    ended.set()
    reader.join()
    figures = {
        "times full, seconds": f"{fills}, {seconds:.0f}",
        "answered on a full disk": str(answered),
        "looked at meanwhile": ", ".join(
            f"{times} {status or 'unanswered'}" for status, times in sorted(reader.answered.items())
        ),
        "store started again": str(evening.revived["store"]),
    }
    return Outcome(figures, faults + reader.faults)


@contextmanager
def _full(disk: Path) -> Iterator[None]:
    """The disk is full, whatever is given back on it meanwhile."""
    ended = threading.Event()

    def keep_full() -> None:
        while not ended.wait(REFILLED_SECONDS):
            fill(disk)

    fill(disk)
    keeping = threading.Thread(target=keep_full, daemon=True)
    keeping.start()
    try:
        yield
    finally:
        ended.set()
        keeping.join()
        give_back(disk)


def _run(tablelog: Tablelog, command: Command, written: Path) -> Iterator[str]:
    words = (*command.words, str(written)) if command.writes else command.words
    one = met(tablelog, *words)
    yield from misbehaved(command, one, [path.name for path in written.rglob("*")])


def misbehaved(command: Command, one: Met, left: Sequence[str]) -> Iterator[str]:
    """What is wrong with how a command met a full disk. left: what lies where it was to write."""
    told = misbehaviour(one)
    if told is not None:
        yield told
    if command.writes and one.status == 0:
        yield f"`{one.command}` succeeded on a full disk"
    if left and one.status != 0:
        yield f"`{one.command}` left {', '.join(left[:SHOWN_NAMES])} behind: {one.said}"
