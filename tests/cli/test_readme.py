"""The README's tour does what it says, as it is printed."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.test_up import Up, port, start

__all__ = ["port", "start"]

ROOT = Path(__file__).parents[2]
TOUR_SECONDS = 120


def tour() -> str:
    """Every block of the README that is part of the tour, in order."""
    return "\n".join(re.findall(r"```sh tour\n(.*?)```", (ROOT / "README.md").read_text(), re.S))


def answers(output: str) -> list[dict]:
    return [json.loads(line) for line in output.splitlines() if line.startswith("{")]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where the tour is walked: the checkout's recorded games, and a curl where the machine has none."""
    (tmp_path / "replays").symlink_to(ROOT / "replays")
    if shutil.which("curl") is None:
        shim = tmp_path / "bin" / "curl"
        shim.parent.mkdir()
        shim.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{Path(__file__).with_name("curl.py")}" "$@"\n')
        shim.chmod(0o755)
    return tmp_path


def test_the_tour_works_as_printed(start: Callable[[], Up], port: int, folder: Path) -> None:
    up = start()
    up.wait_until_ready()
    script = tour().replace("./dev run", f'"{sys.executable}" -m service.cli').replace("8720", str(port))
    walked = subprocess.run(
        ["bash", "-e", "-c", script],
        cwd=folder,
        env=up.environment | {"PATH": f"{folder / 'bin'}:{up.environment['PATH']}", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=TOUR_SECONDS,
    )
    assert walked.returncode == 0, walked.stdout + walked.stderr
    assert "Won by red, blue (shared)" in walked.stdout
    assert "0 failed" in walked.stdout
    (
        layout,
        displays,
        setup,
        grab,
        refused,
        stale,
        offers,
        truth,
        blue,
        back,
        mended,
        table,
        closed,
        audit,
        scores,
        figures,
    ) = answers(walked.stdout)
    assert (layout["version"], displays["version"], setup["version"]) == (2, 3, 7)
    assert grab["entry"]["action"]["card"] == truth["items"][0]["action"]["card"]
    assert "card" not in blue["items"][0]["action"]
    assert (refused["status"], refused["rule"]) == (409, "TC-222")
    assert (stale["status"], stale["version"]) == (412, 8)
    assert [entry["number"] for entry in stale["missed"]] == [4, 5, 6, 7, 8]
    assert {offer["type"] for offer in offers["offers"]} >= {"travel", "grab", "search", "end_turn"}
    assert back["entry"]["exposed"]
    assert mended["version"] == 10
    assert table["at"] == 8
    assert "card" not in table["view"]["players"]["red"]["hand"][0]
    assert closed["entry"]["secret"] is None
    assert audit["passed"]
    assert (audit["drawn"], audit["secret"]) == (3, "kept")
    assert scores["as_of"] == 11
    assert {row["group"]["color"]: row["value"] for row in figures["rows"]} == {"red": 3, "blue": 3}
