"""The campaign of histories in small: today's code is all history, and a small repository the main line."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.support.long import histories
from tests.support.long.campaign import ROOT
from tests.support.long.restores import log_of
from tests.support.long.running import Tablelog


@pytest.fixture
def written(folder: Path) -> tuple[Path, Path]:
    """A home and its export, by the code at hand."""
    home, file = folder / "home", folder / "all.ndjson"
    assert list(histories.write(ROOT, home, file, 1, ["time_of_chaos"])) == []
    return home, file


def test_what_was_written_is_opened_and_imported(
    written: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the commands that read all of it; the others are tried of their own."""
    monkeypatch.setattr(histories, "OPENED", (("audit", "--all"),))
    home, file = written
    assert list(histories.faults_of(home, file)) == []
    (entries,) = log_of(home).values()
    assert len(entries) > 2


def test_a_command_that_refuses_and_a_session_that_is_lost_are_told(written: tuple[Path, Path]) -> None:
    home, file = written
    (told,) = histories.lost(file, home.with_name("empty"))
    assert "1 of 1 sessions did not come back" in told
    (home / "log.db").write_bytes(b"no database" * 500)
    (told,) = histories.refused(Tablelog(home), "audit", "--all")
    assert told.startswith("audit --all ended with status 1: ")


def test_code_that_has_no_such_commands_writes_nothing_and_is_no_fault(folder: Path) -> None:
    code = folder / "code"
    (code / "domain" / "games" / "chaosmos").mkdir(parents=True)
    assert list(histories.write(code, folder / "home", folder / "all.ndjson", 1)) == []
    assert not (folder / "all.ndjson").exists()


def test_commits_are_chosen_as_far_apart_as_can_be() -> None:
    line = list("abcdefgh")
    assert histories.spread(line, 2) == ["d", "h"]
    assert histories.spread(line, 3) == ["b", "e", "h"]
    assert histories.spread(line, 20) == line


def test_the_code_of_a_commit_is_unpacked(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(histories, "ROOT", folder / "main")
    for text in ("one", "two"):
        (folder / "main").mkdir(exist_ok=True)
        (folder / "main" / "file").write_text(text)
        for arguments in (["init", "--quiet"], ["add", "."], ["commit", "--quiet", "-m", text]):
            named = ["-c", "user.name=tests", "-c", "user.email=tests@localhost"]
            subprocess.run(["git", *named, *arguments], cwd=folder / "main", check=True)
    first, second = histories.commits("HEAD~1")
    histories.unpack(first, folder / "first")
    histories.unpack(second, folder / "second")
    assert [(folder / name / "file").read_text() for name in ("first", "second")] == ["one", "two"]
