"""A home that cannot be made or written to is a sentence of every command, and exit status 1."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FILE = str(next(iter((ROOT / "replays" / "recorded_games" / "chaos_order").glob("*.tablelog.json.gz"))))
COMMANDS = {
    "up": ("service.cli", "up"),
    "serve": ("service.cli", "serve"),
    "redis": ("service.cli", "redis"),
    "doctor": ("service.cli", "doctor"),
    "audit": ("service.cli", "audit", "--all"),
    "export": ("service.cli", "export", "--all"),
    "import": ("service.cli", "import", FILE),
    "simulate": ("service.cli", "simulate", "time_of_chaos", "--most-actions", "1", "--store"),
    "status": ("service.cli", "projections", "status"),
    "rebuild": ("service.cli", "projections", "rebuild"),
    "worker": ("workers",),
}
OF_THE_STORE = [name for name in COMMANDS if name not in ("up", "serve", "redis", "worker")]
NOT_WRITABLE = "/proc"
"""A folder that no user can write to."""


def told(command: str, home: str | Path) -> str:
    """What the command says before it ends with status 1."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("TABLELOG_")}
    done = subprocess.run(
        [sys.executable, "-m", *COMMANDS[command]],
        env=kept | {"TABLELOG_HOME": str(home)},
        capture_output=True,
        text=True,
        timeout=60,
        cwd=ROOT,
    )
    said = done.stdout + done.stderr
    assert done.returncode == 1, said
    assert "Traceback" not in said
    return said


@pytest.mark.parametrize("command", COMMANDS)
def test_a_file_in_the_way_is_said(command: str, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.write_text("in the way")
    said = told(command, home)
    assert str(home) in said
    assert "File exists" in said


@pytest.mark.parametrize("command", ["up", "doctor", "status"])
@pytest.mark.parametrize(
    "home", [NOT_WRITABLE, f"{NOT_WRITABLE}/below", "/dev/null/below", "/tmp/" + "x" * 300]
)
def test_a_home_that_cannot_be_made_or_written_to_is_said(command: str, home: str) -> None:
    assert home in told(command, home)


@pytest.mark.parametrize("command", OF_THE_STORE)
@pytest.mark.parametrize("database", ["log.db", "tables.db"])
def test_a_database_that_is_none_is_said(command: str, database: str, tmp_path: Path) -> None:
    (tmp_path / database).write_bytes(b"this is no database " * 500)
    assert "not a database" in told(command, tmp_path)


def test_up_says_what_keeps_it_from_its_lock(tmp_path: Path) -> None:
    (tmp_path / "up.lock").mkdir()
    assert "Is a directory" in told("up", tmp_path)
