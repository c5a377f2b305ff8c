"""Who only starts other programs does so at once, and keeps no memory for what it never does."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = {"domain.games", "flask", "limits", "redis", "rich", "rq", "workers.follow"}


@pytest.mark.parametrize("command", ["up", "serve", "redis"])
def test_who_only_starts_others_loads_neither_games_nor_web(command: str) -> None:
    code = f"import sys, service.cli.{command}; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert HEAVY.isdisjoint(loaded.split())
