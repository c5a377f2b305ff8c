"""`tablelog new-game`: what it writes is a game in every way, in a copy of the checkout; what it refuses."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.new_games import KEY, NewGame, Refused, checkout_at, make, named

ROOT = Path(__file__).parents[2]
PARTS = ("domain", "replays", "service", "tests", "workers", "Procfile", "pyproject.toml")
SECONDS = 60
DEEP_REEF = ("new-game", "deep_reef", "--title", "Deep Reef")


class Checkout:
    """A copy of this checkout, in which commands are run as its own."""

    def __init__(self, root: Path) -> None:
        self.root = root
        ignored = shutil.ignore_patterns("__pycache__", "fixtures")
        for part in PARTS:
            copy = shutil.copytree if (ROOT / part).is_dir() else shutil.copy2
            copy(ROOT / part, root / part, **({"ignore": ignored} if (ROOT / part).is_dir() else {}))
        kept = {name: value for name, value in os.environ.items() if not name.startswith("TABLELOG_")}
        self.environment = kept | {
            "PYTHONPATH": str(root),
            "PYTHONDONTWRITEBYTECODE": "1",
            "TABLELOG_HOME": str(root / "home"),
            "COLUMNS": "200",
        }
        for name in ("PYTEST_XDIST_WORKER", "PYTEST_CURRENT_TEST", "PYTEST_ADDOPTS"):
            self.environment.pop(name, None)

    def run(self, *arguments: object, status: int = 0) -> str:
        """The output of a Python module with these arguments; its exit status must be as expected."""
        done = subprocess.run(
            [sys.executable, "-m", *map(str, arguments)],
            cwd=self.root,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
        assert done.returncode == status, done.stdout + done.stderr
        return done.stdout + done.stderr

    def tablelog(self, *arguments: object, status: int = 0) -> str:
        return self.run("service.cli", *arguments, status=status)

    def files(self) -> dict[str, bytes]:
        """What stands in the parts that a game is written into."""
        return {
            path.relative_to(self.root).as_posix(): path.read_bytes()
            for part in ("domain", "tests", "replays")
            for path in (self.root / part).rglob("*")
            if path.is_file()
        }


@pytest.fixture(scope="module")
def checkout() -> Iterator[Checkout]:
    """A copy with a new game in it."""
    root = Path(tempfile.mkdtemp(prefix="tl"))
    yield Checkout(root)
    shutil.rmtree(root, ignore_errors=True)


@pytest.fixture(scope="module")
def written(checkout: Checkout) -> str:
    """What the command said when it wrote the game."""
    before = checkout.files()
    said = checkout.tablelog(*DEEP_REEF)
    after = checkout.files()
    changed = {name for name in after if after[name] != before.get(name)}
    assert changed == set(said.partition("\n\n")[0].splitlines())
    assert {name for name in changed if name in before} == {"domain/games/__init__.py"}
    lines = after["domain/games/__init__.py"].decode().splitlines()
    assert [line for line in lines if line not in before["domain/games/__init__.py"].decode()] == [
        '    "deep_reef",'
    ]
    return said


def test_what_is_written_is_named_with_the_next_steps(written: str) -> None:
    assert "Deep Reef (deep_reef, rule ids DR-…)" in written
    assert "./dev run record replays/library/deep_reef/" in written
    assert "docs/adding-a-game.md" in written


def test_nothing_in_it_tells_of_the_template(checkout: Checkout, written: str) -> None:
    for name in written.partition("\n\n")[0].splitlines():
        text = (checkout.root / name).read_text("utf-8")
        assert "emplate" not in text
        assert "GT" not in text


def test_it_is_in_style_and_keeps_the_whole_contract(checkout: Checkout, written: str) -> None:
    checkout.run("ruff", "check", "--no-cache", "domain/games", "tests/games/deep_reef")
    checkout.run("ruff", "format", "--no-cache", "--check", "domain/games", "tests/games/deep_reef")
    passed = checkout.run(
        *("pytest", "-p", "no:cacheprovider", "-k", "deep_reef or games_imports"),
        *("tests/games", "tests/test_rulebooks.py", "tests/test_architecture.py"),
    )
    assert "failed" not in passed
    assert "skipped" not in passed


def test_bots_play_it_and_the_audit_is_clean(checkout: Checkout, written: str) -> None:
    made = checkout.root / "made"
    assert "3 finished" in checkout.tablelog("simulate", "deep_reef", "--sessions", 3, "--to", made)
    assert "3 sessions" in checkout.tablelog("audit", *made.iterdir())
    checkout.tablelog("simulate", "deep_reef", "--seed", 9, "--recorded", checkout.root / "recorded")
    (recorded,) = (checkout.root / "recorded").glob("*.jsonl")
    expected = json.loads(recorded.with_suffix(".expected.json").read_text("utf-8"))
    shown = json.loads(checkout.tablelog("replay", recorded, "--json"))
    assert shown["standing"] == expected["standing"]


def test_it_is_recorded_over_a_real_service(checkout: Checkout, written: str) -> None:
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        port = str(trial.getsockname()[1])
    checkout.environment["TABLELOG_PORT"] = port
    up = subprocess.Popen(
        [sys.executable, "-m", "service.cli", "up"],
        cwd=checkout.root,
        env=checkout.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        assert up.stdout is not None
        assert any("is ready" in line for line in up.stdout)
        (lines,) = (checkout.root / "replays/library/deep_reef").glob("*.jsonl")
        recorded = json.loads(checkout.tablelog("record", lines, "--json").splitlines()[0])
        expected = json.loads(lines.with_suffix(".expected.json").read_text("utf-8"))
        assert recorded["state"]["standing"] == expected["standing"]
        assert recorded["scores"] is not None
        assert "1 session" in checkout.tablelog("audit", "--all")
    finally:
        up.send_signal(signal.SIGTERM)
        up.communicate(timeout=SECONDS)


def test_a_mistake_in_it_is_told_once_and_no_test_runs(checkout: Checkout, written: str) -> None:
    module = checkout.root / "domain/games/deep_reef/__init__.py"
    before = module.read_text("utf-8")
    module.write_text(before.replace("    offers=offers,\n", ""), "utf-8")
    try:
        told = checkout.run("pytest", "-p", "no:cacheprovider", "tests/games/deep_reef", status=1)
    finally:
        module.write_text(before, "utf-8")
    sentence = "missing 1 required keyword-only argument: 'offers'"
    assert re.search(rf"domain/games/deep_reef/__init__.py, line \d+: Game.__init__\(\) {sentence}", told)
    assert "Traceback" not in told
    assert "passed" not in told


def test_a_key_that_is_taken_is_refused_and_nothing_is_touched(checkout: Checkout, written: str) -> None:
    before = checkout.files()
    assert "is there already" in checkout.tablelog(*DEEP_REEF, status=1)
    assert "begin with DR" in checkout.tablelog("new-game", "dark_river", status=1)
    assert "is no key" in checkout.tablelog("new-game", "Dark-River", status=1)
    assert checkout.files() == before


@pytest.mark.parametrize(
    ("key", "title", "prefix", "reason"),
    [
        ("dark river", None, None, "is no key"),
        ("class", None, None, "is no key"),
        ("match", None, None, "is no key"),
        ("1st_reef", None, None, "is no key"),
        ("_reef", None, None, "is no key"),
        ("../reef", None, None, "is no key"),
        ("x" * 25, None, None, "is no key"),
        ("dark_river", None, "d1", "is no prefix"),
        ("dark_river", None, "D", "is no prefix"),
        ("dark_river", 'Dark """River', None, "is no title"),
        ("dark_river", "", None, "is no title"),
        ("dark_river", "Dark\nRiver", None, "is no title"),
        ("dark_river", "x" * 41, None, "is no title"),
    ],
)
def test_names_that_could_not_be_written_into_code_are_refused(
    key: str, title: str | None, prefix: str | None, reason: str
) -> None:
    with pytest.raises(Refused, match=reason):
        named(key, title, prefix)


def test_title_and_prefix_follow_from_the_key() -> None:
    assert named("dark_river", None, None) == NewGame("dark_river", "Dark River", "DR")
    assert named("hanabi", None, None) == NewGame("hanabi", "Hanabi", "HA")


def test_a_folder_that_is_no_checkout_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="lies in no checkout"):
        checkout_at(tmp_path)
    assert checkout_at(ROOT / "tests" / "cli") == ROOT


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """What a game is made from, and nothing else."""
    for part in ("domain/game_template", "tests/game_template", "replays/library/game_template"):
        shutil.copytree(ROOT / part, tmp_path / part, ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "domain/games").mkdir()
    shutil.copy(ROOT / "domain/games/__init__.py", tmp_path / "domain/games")
    for name in ("pyproject.toml", "tests/given.py", "tests/recorded.py", "replays/final_table.py"):
        shutil.copy(ROOT / name, tmp_path / name)
    shutil.copytree(ROOT / "domain/kernel", tmp_path / "domain/kernel")
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


def test_what_cannot_be_written_whole_is_not_written(bare: Path) -> None:
    registry = bare / "domain/games/__init__.py"
    registry.write_text("GAMES = ()\n")
    with pytest.raises(Refused, match="KEYS"):
        make(bare, named("dark_river", None, None))
    (bare / "replays/library/game_template/no.jsonl").write_bytes(b"\xff")
    registry.write_text((ROOT / "domain/games/__init__.py").read_text())
    with pytest.raises(UnicodeDecodeError):
        make(bare, named("dark_river", None, None))
    assert not list(bare.rglob("*dark_river*"))
    assert "dark_river" not in registry.read_text()


def test_a_key_that_the_code_above_the_games_uses_is_refused(bare: Path) -> None:
    (bare / "service/tables.py").write_text("tidal = 1\n")
    with pytest.raises(Refused, match=r"service/tables\.py holds the word tidal"):
        make(bare, named("tidal", None, None))
