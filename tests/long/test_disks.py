"""Full disks in small, and proof that what goes wrong on one is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.long import disks
from tests.support.long.campaign import Wanted
from tests.support.long.disks import Command, is_inexcusable, misbehaved
from tests.support.long.judged_commands import Met
from tests.support.long.small_disks import CannotMount, fill, give_back, small_disk


def test_nothing_is_lost_on_a_full_disk(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disks, "MOST_ANSWERS_BETWEEN", 20)
    monkeypatch.setattr(disks, "LONGEST_FULL_SECONDS", 1.0)
    try:
        with small_disk(folder / "tried", 1):
            expected = []
    except CannotMount as error:
        expected = [f"sqlite: no small disk can be had here: {error}"]
    figures, faults = disks.run(Wanted(fills=2, clients=3, stores=("sqlite",)), folder)
    assert faults == expected
    if not expected:
        assert figures["sqlite: times full, seconds"].startswith("2, ")
        assert "0 failed" in figures["sqlite: audit"]


def test_filling_ends_where_nothing_goes_in_and_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "ballast").symlink_to("/dev/full")
    fill(tmp_path)
    give_back(tmp_path)
    assert list(tmp_path.iterdir()) == []


READS, WRITES = Command(("doctor",)), Command(("backup",), writes=True)


@pytest.mark.parametrize(
    ("command", "status", "said", "left", "fault"),
    [
        (READS, 0, "ok", [], None),
        (READS, 1, "failed: the disk is full", [], None),
        (READS, 1, "Traceback (most recent call last)", [], "breaks down"),
        (READS, -11, "", [], "was ended by a signal, with status -11"),
        (READS, None, "", [], "has not ended in time"),
        (WRITES, 1, "No space left on device", [], None),
        (WRITES, 1, "", [], "says nothing"),
        (WRITES, 0, "backed up", ["log.db"], "succeeded on a full disk"),
        (WRITES, 1, "No space left on device", ["log.db"], "left log.db behind"),
    ],
)
def test_how_a_command_meets_a_full_disk_is_judged(
    command: Command, status: int | None, said: str, left: list[str], fault: str | None
) -> None:
    found = list(misbehaved(command, Met(" ".join(command.words), status, said), left))
    assert (len(found) == 1 and fault in found[0]) if fault else found == []


def test_who_only_looks_is_answered_on_a_full_disk_or_told_to_come_again() -> None:
    assert list(map(is_inexcusable, (0, 200, 304, 503))) == [False] * 4
    assert list(map(is_inexcusable, (404, 500, 502))) == [True] * 3
