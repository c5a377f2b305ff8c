"""Who starts other programs or stands by begins at once, and keeps no memory for what it never does."""

from __future__ import annotations

import subprocess
import sys

import pytest

GAMES, WEB, QUEUES = {"domain.games", "workers.follow"}, {"flask"}, {"redis", "rq"}
PARTS = GAMES | WEB | QUEUES | {"rich"}
KNOWN: dict[str, set[str]] = {
    "up": set(),
    "serve": set(),
    "redis": set(),
    "jobs": QUEUES,
    "bots": GAMES | QUEUES,
}
"""Commands that start others, or that stand by most of an evening; and what each works with of these."""


@pytest.mark.parametrize("command", KNOWN)
def test_a_command_loads_none_of_what_others_work_with(command: str) -> None:
    code = f"import sys, service.cli.{command}; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert PARTS & set(loaded.split()) == KNOWN[command]
