"""A Tablelog of our own for each test: a home in a fresh folder, reached through the commands."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from service.cli import main

Run = Callable[..., Result]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that the settings of this test point to."""
    folder = tmp_path / "home"
    for name in ("LOG_URL", "TABLES_URL", "REDIS_URL", "PORT", "SECRET_KEY"):
        monkeypatch.delenv(f"TABLELOG_{name}", raising=False)
    monkeypatch.setenv("TABLELOG_HOME", str(folder))
    return folder


@pytest.fixture
def run(home: Path) -> Run:
    """`run("audit", "--all")`: the command with its output; the exit status must be as expected."""

    def command(*arguments: object, status: int = 0) -> Result:
        result = CliRunner().invoke(main, [str(argument) for argument in arguments])
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        assert result.exit_code == status, result.output
        return result

    return command
