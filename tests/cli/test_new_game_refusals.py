"""What `tablelog new-game` refuses or cannot write; then nothing is written. Names of any length fit."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from service import new_games
from service.new_games import KEY, NewGame, NewGameRefused, checkout_at, make, named
from service.support.atomic_files import replace_file
from tests.cli.test_new_game import LISTS
from tests.support.documents import ROOT


@pytest.mark.parametrize(
    ("key", "title", "prefix", "reason"),
    [
        ("dark river", None, None, "is not a valid key"),
        ("class", None, None, "is not a valid key"),
        ("match", None, None, "is not a valid key"),
        ("1st_reef", None, None, "is not a valid key"),
        ("_reef", None, None, "is not a valid key"),
        ("../reef", None, None, "is not a valid key"),
        ("x" * 25, None, None, "is not a valid key"),
        ("dark_river", None, "d1", "is not a valid prefix"),
        ("dark_river", None, "D", "is not a valid prefix"),
        ("dark_river", 'Dark """River', None, "is not a valid title"),
        ("dark_river", "", None, "is not a valid title"),
        ("dark_river", "Dark\nRiver", None, "is not a valid title"),
        ("dark_river", "x" * 41, None, "is not a valid title"),
    ],
)
def test_names_that_could_not_be_written_into_code_are_refused(
    key: str, title: str | None, prefix: str | None, reason: str
) -> None:
    with pytest.raises(NewGameRefused, match=reason):
        named(key, title, prefix)


def test_title_and_prefix_follow_from_the_key() -> None:
    assert named("dark_river", None, None) == NewGame("dark_river", "Dark River", "DR")
    assert named("hanabi", None, None) == NewGame("hanabi", "Hanabi", "HA")


def test_a_folder_that_is_no_checkout_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NewGameRefused, match="is not in a checkout"):
        checkout_at(tmp_path)
    assert checkout_at(ROOT / "tests" / "cli") == ROOT


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """What a game is made from, and nothing else."""
    for part in ("domain/game_template", "tests/game_template", "domain/kernel"):
        shutil.copytree(ROOT / part, tmp_path / part, ignore=shutil.ignore_patterns("__pycache__"))
    alone = (
        "pyproject.toml",
        "tests/support/given.py",
        "tests/support/recorded.py",
        "replays/final_table.py",
    )
    for name in ("docs/game_template.md", *LISTS, *alone):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    for part in ("service", "workers"):
        (tmp_path / part).mkdir()
    return tmp_path


@pytest.mark.parametrize(
    "game", [NewGame("qx", "Q", "QX"), NewGame("x" * 24, "W" * 40, "WXYZ")], ids=["short", "long"]
)
def test_names_of_any_length_leave_the_code_in_style(bare: Path, game: NewGame) -> None:
    assert KEY.fullmatch(game.key)
    make(bare, game)
    for check in (("check",), ("format", "--check", "--diff")):
        done = subprocess.run(
            [sys.executable, "-m", "ruff", *check, "--no-cache", "domain/games", "tests/games"],
            cwd=bare,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr


def untouched(bare: Path) -> bool:
    """Whether nothing of a game called dark_river is there."""
    lists_stand = all((bare / name).read_bytes() == (ROOT / name).read_bytes() for name in LISTS)
    return lists_stand and not list(bare.rglob("*dark_river*"))


@pytest.mark.parametrize("name", LISTS)
def test_a_list_that_is_not_found_refuses_the_game(bare: Path, name: str) -> None:
    kept = (bare / name).read_bytes()
    (bare / name).write_text("GAMES = ()\n")
    with pytest.raises(NewGameRefused, match=f"{name} has no list of games"):
        make(bare, named("dark_river", None, None))
    (bare / name).write_bytes(kept)
    assert untouched(bare)


def test_what_cannot_be_read_whole_is_not_written(bare: Path) -> None:
    (bare / "tests/game_template/recorded_games/no.jsonl").write_bytes(b"\xff")
    with pytest.raises(UnicodeDecodeError):
        make(bare, named("dark_river", None, None))
    assert untouched(bare)


def test_what_cannot_be_written_whole_is_not_written(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def write(file: Path, content: bytes, mode: int) -> None:
        if file == bare / "docs/README.md" and b"dark_river" in content:
            raise OSError(28, "No space left on device", str(file))
        replace_file(file, content, mode)

    monkeypatch.setattr(new_games, "replace_file", write)
    with pytest.raises(OSError, match="No space left"):
        make(bare, named("dark_river", None, None))
    assert untouched(bare)


def test_a_key_that_the_code_above_the_games_uses_is_refused(bare: Path) -> None:
    (bare / "service/tables.py").write_text("tidal = 1\n")
    with pytest.raises(NewGameRefused, match=r"service/tables\.py contains the word tidal"):
        make(bare, named("tidal", None, None))
