"""Live tables with real processes: bots play, are killed in the middle of a game, and play on."""

from __future__ import annotations

import json
import os
import signal
import urllib.request
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.cli.test_up import STARTING_SECONDS, Up, nothing_is_left, ups, wait_until

BOTS = ("-m", "service.cli", "bots")


@pytest.fixture
def start(port: int) -> Iterator[Callable[..., Up]]:
    with ups(port) as one:
        yield one


def asked(port: int, path: str, method: str = "GET") -> Any:
    wanted = urllib.request.Request(f"http://127.0.0.1:{port}{path}", method=method)
    with urllib.request.urlopen(wanted, timeout=STARTING_SECONDS) as answer:
        return json.load(answer)


def test_killed_bots_leave_a_sound_log_and_play_on(start: Callable[..., Up], port: int) -> None:
    up = start(TABLELOG_LIVE_TABLE_PACE_SECONDS="0.05")
    up.wait_until_ready()
    session = asked(port, "/v1/games/time_of_chaos/live-table", "POST")["session"]

    def version() -> int:
        return int(asked(port, f"/v1/sessions/{session}")["version"])

    wait_until(lambda: version() >= 5)
    killed = up.pid_of(*BOTS)
    assert killed is not None
    os.kill(killed, signal.SIGKILL)
    wait_until(lambda: up.pid_of(*BOTS) not in (None, killed))
    stood = version()
    wait_until(lambda: version() > stood + 3 or asked(port, f"/v1/sessions/{session}")["closed"] is not None)
    wait_until(lambda: asked(port, f"/v1/sessions/{session}")["closed"] == "finished")
    assert "passed" in up.run("audit", "--session", session)
    assert up.end() == 0
    nothing_is_left(up)
