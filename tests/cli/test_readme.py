"""Tours do what they say, as they are printed: the README's, and those of other documents."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.test_up import Up, port, start
from tests.documents import ROOT, blocks, name_of, with_blocks

__all__ = ["port", "start"]

README = ROOT / "README.md"
TOUR = "sh tour"
TOUR_SECONDS = 120


def walk(document: Path, up: Up, port: int, folder: Path) -> str:
    """What the document's tour prints, walked against this Tablelog."""
    up.wait_until_ready()
    printed = "\n".join(block.text for block in blocks(document, TOUR))
    script = printed.replace("./dev run", f'"{sys.executable}" -m service.cli').replace("8720", str(port))
    walked = subprocess.run(
        ["bash", "-e", "-c", script],
        cwd=folder,
        env=up.environment | {"PATH": f"{folder / 'bin'}:{up.environment['PATH']}", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=TOUR_SECONDS,
    )
    assert walked.returncode == 0, walked.stdout + walked.stderr
    return walked.stdout


def answers(output: str) -> list[dict]:
    return [json.loads(line) for line in output.splitlines() if line.startswith('{"')]


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


def test_the_tour_of_the_readme_works_as_printed(start: Callable[[], Up], port: int, folder: Path) -> None:
    walked = walk(README, start(), port, folder)
    assert "Won by red, blue (shared)" in walked
    assert "0 failed" in walked
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
    ) = answers(walked)
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


def test_every_other_tour_answers_without_a_problem(start: Callable[[], Up], port: int, folder: Path) -> None:
    up = start()
    for document in with_blocks(TOUR):
        if document != README:
            found = answers(walk(document, up, port, folder))
            assert [one for one in found if isinstance(one.get("status"), int)] == [], name_of(document)
