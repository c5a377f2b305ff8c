"""Keeping processes running: started again, said once, given up where nothing works without them."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from service.processes import guard, restarter
from service.processes.guard import Watchdog
from service.processes.restarter import SupervisedTask, Task, ended

DEADLINE_SECONDS = 120
GOES_ON = "Recording goes on."


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(restarter, "FIRST_PAUSE_SECONDS", 0)


class Company:
    """One kept task with what it says, and the sentence with which it is given up."""

    def __init__(self, task: Task) -> None:
        self.said: list[str] = []
        self.sentences: list[str] = []
        self.kept = SupervisedTask(task, dict(os.environ), self._say, self.sentences.append)

    def _say(self, name: str, line: str) -> None:
        self.said.append(f"{name}: {line}")

    def until(self, holds: Callable[[], bool]) -> None:
        end = time.monotonic() + DEADLINE_SECONDS
        while not holds():
            assert time.monotonic() < end, self.said
            self.kept.look()
            time.sleep(0.02)

    def run(self, holds: Callable[[], bool]) -> list[str]:
        """What was said until then; the task is ended in between."""
        self.kept.start()
        self.until(holds)
        self.kept.stop()
        self.kept.join(DEADLINE_SECONDS)
        assert not self.kept.is_alive()
        return self.said


def starting(counter: Path, then: str) -> list[str]:
    """A command that adds a line to a file, then does this."""
    return ["/bin/sh", "-c", f"echo >>{counter}; {then}"]


def counted(counter: Path) -> int:
    return counter.read_text().count("\n") if counter.exists() else 0


def test_what_nothing_works_without_is_given_up_with_its_status() -> None:
    company = Company(Task("web", ["/bin/sh", "-c", "echo why; exit 3"]))
    said = company.run(lambda: bool(company.sentences))
    assert said.count("web: why") == restarter.MOST_FAILURES
    assert company.sentences[0].startswith("The web process ended with status 3, 6 times in a row")


def test_all_the_rest_is_tried_again_for_ever_and_says_so_once(tmp_path: Path) -> None:
    company = Company(Task("worker", starting(tmp_path / "starts", "echo $$ fails; exit 3"), GOES_ON))
    said = company.run(lambda: counted(tmp_path / "starts") > 2 * restarter.MOST_FAILURES)
    assert company.sentences == []
    assert len(said) == 2
    assert said[0].endswith("fails")
    assert said[1] == f"worker: ended with status 3: restarting it. {GOES_ON}"


def test_another_reason_is_said(tmp_path: Path) -> None:
    then = f'[ "$(wc -l <{tmp_path}/starts)" -gt 3 ] && echo locked && exit 4; echo damaged; exit 3'
    company = Company(Task("worker", starting(tmp_path / "starts", then), GOES_ON))
    said = company.run(lambda: counted(tmp_path / "starts") > restarter.MOST_FAILURES)
    assert said[2:] == ["worker: ended with status 4 (locked): retrying at most once a minute"]


def test_what_a_killed_process_said_last_is_no_reason(tmp_path: Path) -> None:
    then = f'[ "$(wc -l <{tmp_path}/starts)" -gt 1 ] || echo well; kill -9 $$'
    company = Company(Task("worker", starting(tmp_path / "starts", then), GOES_ON))
    said = company.run(lambda: counted(tmp_path / "starts") > restarter.MOST_FAILURES)
    assert said == ["worker: well", f"worker: was killed by SIGKILL: restarting it. {GOES_ON}"]


def test_what_stays_is_back_and_then_says_what_it_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is sound before its last try, however long the machine takes over a start."""
    monkeypatch.setattr(restarter, "SOUND_SECONDS", 10 * DEADLINE_SECONDS)
    then = f'[ "$(wc -l <{tmp_path}/starts)" -gt 3 ] && echo well && exec sleep 60; exit 3'
    company = Company(Task("redis", starting(tmp_path / "starts", then), GOES_ON))

    def all_said() -> bool:
        if counted(tmp_path / "starts") > 3:
            monkeypatch.setattr(restarter, "SOUND_SECONDS", 0.0)
        return len(company.said) == 3

    said = company.run(all_said)
    assert said == [
        f"redis: ended with status 3: restarting it. {GOES_ON}",
        "redis: is back",
        "redis: well",
    ]


def test_the_pauses_grow_up_to_the_longest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    monkeypatch.setattr(restarter, "FIRST_PAUSE_SECONDS", 1)
    company = Company(Task("worker", ["/no/such/command"], GOES_ON))
    monkeypatch.setattr(company.kept._stopping, "wait", pauses.append)
    said = company.run(lambda: len(pauses) >= 9)
    assert pauses[:9] == [1, 2, 4, 8, 16, 32, 60, 60, 60]
    assert "No such file" in said[0]


def test_a_task_ends_at_once_between_two_tries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(restarter, "FIRST_PAUSE_SECONDS", 10 * DEADLINE_SECONDS)
    monkeypatch.setattr(restarter, "LONGEST_PAUSE_SECONDS", 10 * DEADLINE_SECONDS)
    company = Company(Task("worker", ["/bin/false"], GOES_ON))
    company.run(lambda: bool(company.said))


def test_a_task_whose_socket_is_gone_is_started_anew(tmp_path: Path) -> None:
    listening = tmp_path / "socket"
    command = starting(tmp_path / "starts", f"touch {listening}; exec sleep 60")
    company = Company(Task("redis", command, GOES_ON, listening))
    taken_away = threading.Event()

    def again() -> bool:
        if listening.exists() and company.kept._listened and not taken_away.is_set():
            listening.unlink()
            taken_away.set()
        return counted(tmp_path / "starts") == 2

    assert f"redis: {listening} is gone" in company.run(again)


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (3, "ended with status 3"),
        (0, "ended with status 0"),
        (-9, "was killed by SIGKILL"),
        (143, "was killed by SIGTERM"),
        (255, "ended with status 255"),
    ],
)
def test_an_end_in_words(status: int, said: str) -> None:
    assert ended(status) == said


def test_a_guard_ends_with_the_status_of_what_it_runs() -> None:
    assert Watchdog(os.getppid(), [sys.executable, "-c", "raise SystemExit(3)"]).run() == 3
    assert Watchdog(os.getppid(), ["/bin/sh", "-c", "kill -9 $$"]).run() == guard.BY_SIGNAL + 9


def test_a_command_that_is_not_there_is_said(capfd: pytest.CaptureFixture[str]) -> None:
    assert Watchdog(os.getppid(), ["/no/such/command"]).run() == guard.CANNOT_RUN
    assert "cannot be started" in capfd.readouterr().out


def test_a_process_is_stopped_when_its_up_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    monkeypatch.setattr(guard, "LOOK_SECONDS", 0.05)
    one = Watchdog(gone.pid, [sys.executable, "-c", "import time; time.sleep(60)"])
    one.run()
    assert one.child is not None
    assert one.child.poll() is not None


@pytest.mark.parametrize("name", ["service.guard", "service.processes.guard"])
def test_a_guard_has_a_command_line_of_its_own_and_that_of_0_2(name: str) -> None:
    """A `tablelog up` may run on while its files are replaced: it starts what dies as it always did."""
    command = [sys.executable, "-m", name, str(os.getpid()), sys.executable, "-c", "raise SystemExit(3)"]
    assert subprocess.run(command, cwd=Path(__file__).parents[2], check=False).returncode == 3
