"""A home that cannot be made or written to is a sentence of every command, and exit status 1."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from service.cli import main

Told = Callable[[str, str | Path], str]
ROOT = Path(__file__).parents[2]
FILE = str(next(iter((ROOT / "replays" / "recorded_games" / "chaos_order").glob("*.tablelog.json.gz"))))
OF_THE_STORE = {
    "doctor": ("doctor",),
    "audit": ("audit", "--all"),
    "export": ("export", "--all"),
    "import": ("import", FILE),
    "simulate": ("simulate", "time_of_chaos", "--most-actions", "1", "--store"),
    "status": ("projections", "status"),
    "rebuild": ("projections", "rebuild"),
}
PROCESSES = {
    "up": ("service.cli", "up"),
    "serve": ("service.cli", "serve"),
    "redis": ("service.cli", "redis"),
    "worker": ("workers",),
}
"""What would go on running, where it did not end with a sentence."""
NOT_WRITABLE = "/proc"
"""A folder that no user can write to."""


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Told:
    """`told("audit", home)`: what the command says before it ends with status 1."""
    for name in [name for name in os.environ if name.startswith("TABLELOG_")]:
        monkeypatch.delenv(name)

    def say(command: str, home: str | Path) -> str:
        monkeypatch.setenv("TABLELOG_HOME", str(home))
        if command in OF_THE_STORE:
            ended = CliRunner().invoke(main, OF_THE_STORE[command])
            assert isinstance(ended.exception, SystemExit), repr(ended.exception)
            status, said = ended.exit_code, ended.output
        else:
            started = [sys.executable, "-m", *PROCESSES[command]]
            done = subprocess.run(started, capture_output=True, text=True, timeout=60, cwd=ROOT)
            status, said = done.returncode, done.stdout + done.stderr
        assert status == 1, said
        assert "Traceback" not in said
        return said

    return say


@pytest.mark.parametrize("command", [*PROCESSES, *OF_THE_STORE])
def test_a_file_in_the_way_is_said(command: str, told: Told, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.write_text("in the way")
    said = told(command, home)
    assert str(home) in said
    assert "File exists" in said


@pytest.mark.parametrize("command", ["up", "doctor", "status"])
@pytest.mark.parametrize(
    "home", [NOT_WRITABLE, f"{NOT_WRITABLE}/below", "/dev/null/below", "/tmp/" + "x" * 300]
)
def test_a_home_that_cannot_be_made_or_written_to_is_said(command: str, told: Told, home: str) -> None:
    assert home in told(command, home)


@pytest.mark.parametrize("command", OF_THE_STORE)
@pytest.mark.parametrize("database", ["log.db", "tables.db"])
def test_a_database_that_is_none_is_said(command: str, database: str, told: Told, tmp_path: Path) -> None:
    (tmp_path / database).write_bytes(b"this is no database " * 500)
    assert "not a database" in told(command, tmp_path)


def test_up_says_what_keeps_it_from_its_lock(told: Told, tmp_path: Path) -> None:
    (tmp_path / "up.lock").mkdir()
    assert "Is a directory" in told("up", tmp_path)
