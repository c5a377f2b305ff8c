"""`tablelog new-game`: what it writes is a game in every way, and the guide's steps lead to it."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kernel.test_soundness import MISTAKES
from tests.support.cli.shell import Shell
from tests.support.documents import ROOT, blocks, with_blocks

PARTS = (
    *("benchmarks", "deploy", "docs", "domain", "replays", "service", "tests", "workers"),
    *("dev", "Procfile", "pyproject.toml", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"),
    *("requirements.lock", "requirements-page.lock"),
)
SECONDS = 600
"""A busy machine is no fault of the game."""
TOP = {path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").glob("test_*.py")}
GUIDE = ROOT / "docs" / "adding-a-game.md"
WRITE, TRY_OUT, RECORD = (block.text for block in blocks(GUIDE, "sh checkout"))
TEST, PLAY = TRY_OUT.splitlines()
DEEP_REEF = shlex.split(WRITE)[1:]
TESTS = "python -m pytest -p no:cacheprovider"
FOLDERS = {
    "rules": ("tests/games", "tests/kernel", "tests/replays", "tests/workers"),
    "service": ("tests/service",),
    "pages, terminal and papers": (
        "tests/page",
        "tests/cli",
        "tests/clients",
        "tests/guides",
        "tests/prose",
        *sorted(TOP),
    ),
}
"""All tests but the frozen and long ones, those of mutants and of the structure: they know of no new game,
and need what is not copied."""
QUICKLY = ("-p", "no:cacheprovider", "-p", "no:schemathesis", "-p", "no:hypothesispytest")
OF_ALL_TOGETHER = "test_architecture or (test_documents and not python) or whatever_is_asked"
SEEN_IN_ITS_TABLES, SEEN_IN_PLAY = (
    "an action missing in its table",
    "a state changed in place by a fact",
)
LEAST_TESTS = 30
"""In each of the folders, so that none is passed over."""
PAPERS = "[page](docs/games/deep_reef.md), [rulebook](domain/games/deep_reef/RULEBOOK.md)"
LISTS = {
    "domain/games/__init__.py": '    "deep_reef",\n',
    "README.md": f"| *Deep Reef* (`deep_reef`) | 2–4 | 16 | {PAPERS} |\n",
    "docs/README.md": ", [Deep Reef](games/deep_reef.md)",
}
"""The files that tell of every game, and what is added to each."""


class Checkout:
    """A copy of this checkout, in which commands are run as its own."""

    def __init__(self, root: Path) -> None:
        self.root = root
        # What is compiled goes along, but for what others are about to write: thousands of modules.
        ignored = shutil.ignore_patterns("*.pyc.*", "fixtures")
        for part in PARTS:
            if (ROOT / part).is_dir():
                shutil.copytree(ROOT / part, root / part, ignore=ignored)
            else:
                shutil.copy2(ROOT / part, root / part)
        kept = {name: value for name, value in os.environ.items() if not name.startswith("TABLELOG_")}
        self.environment = kept | {
            "PYTHONPATH": str(root),
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

    def follow(self, step: str, folders: str = "rules") -> str:
        """The output of a step of the guide; its tests are those of these folders."""
        tests = f"{TESTS} {' '.join(FOLDERS[folders])} -k 'deep_reef or {OF_ALL_TOGETHER}'"
        return Shell(self.root, self.environment, {"./dev test -k deep_reef": tests}).run(step)

    def tablelog(self, *arguments: object, status: int = 0) -> str:
        return self.run("service.cli", *arguments, status=status)

    def recorded(self) -> list[Path]:
        """The recorded games of the new one."""
        return sorted((self.root / "replays/recorded_games/deep_reef").glob("*.jsonl"))

    def files(self) -> dict[str, bytes]:
        """What stands in the parts that a game is written into."""
        return {
            path.relative_to(self.root).as_posix(): path.read_bytes()
            for part in PARTS
            for path in (self.root / part, *(self.root / part).rglob("*"))
            if path.is_file() and "__pycache__" not in path.parts
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
    said = checkout.follow(WRITE)
    after = checkout.files()
    changed = {name for name in after if after[name] != before.get(name)}
    assert changed == set(said.partition("\n\n")[0].splitlines())
    assert {name for name in changed if name in before} == LISTS.keys()
    for name, line in LISTS.items():
        assert line in after[name].decode()
        assert after[name].decode().replace(line, "") == before[name].decode()
    return said


def test_what_is_written_is_named_with_the_next_steps(written: str) -> None:
    assert "Deep Reef (deep_reef, rule ids DR-…)" in written
    assert "./dev run record replays/recorded_games/deep_reef/" in written
    assert "docs/adding-a-game.md" in written


def test_nothing_in_it_tells_of_the_template(checkout: Checkout, written: str) -> None:
    for name in written.partition("\n\n")[0].splitlines():
        text = (checkout.root / name).read_text("utf-8")
        assert "emplate" not in text
        assert "GT" not in text


def test_it_is_in_style(checkout: Checkout, written: str) -> None:
    checkout.run("ruff", "check", "--no-cache", "domain/games", "tests/games/deep_reef")
    checkout.run("ruff", "format", "--no-cache", "--check", "domain/games", "tests/games/deep_reef")
    checkout.run("mypy", "-p", "domain.games.deep_reef")


def test_the_steps_of_the_guide_are_all_taken() -> None:
    assert with_blocks("sh checkout") == [GUIDE]


def test_every_folder_of_tests_is_tried_with_a_new_game() -> None:
    tried = {folder for folders in FOLDERS.values() for folder in folders}
    known = {path.parent.relative_to(ROOT).as_posix() for path in (ROOT / "tests").glob("*/test_*.py")}
    others = {"tests/frozen", "tests/long", "tests/mutants", "tests/structure", "tests/game_template"}
    assert tried - TOP == known - others


@pytest.mark.parametrize("folders", FOLDERS)
def test_it_passes_everything_that_is_asked_of_a_registered_game(
    checkout: Checkout, written: str, folders: str
) -> None:
    said = checkout.follow(TEST, folders)
    assert "failed" not in said
    assert "skipped" not in said
    (number,) = re.findall(r"(\d+) passed", said)
    assert int(number) >= LEAST_TESTS


def test_bots_play_it_by_the_rules(checkout: Checkout, written: str) -> None:
    assert "3 finished" in checkout.follow(PLAY)
    assert "3 sessions" in checkout.tablelog("audit", *(checkout.root / "var/deep_reef").iterdir())


def test_a_game_of_bots_is_recorded_with_the_table_that_it_ends_with(
    checkout: Checkout, written: str
) -> None:
    before = set(checkout.recorded())
    checkout.follow(RECORD)
    (recorded,) = set(checkout.recorded()) - before
    expected = json.loads(recorded.with_suffix(".expected.json").read_text("utf-8"))
    shown = json.loads(checkout.tablelog("replay", recorded, "--json"))
    assert shown["standing"] == expected["standing"]


def told_of(checkout: Checkout, room: str, right: str, wrong: str) -> str:
    """What the game's tests say once this mistake is in it."""
    module = checkout.root / "domain/games/deep_reef" / room
    before = module.read_text("utf-8")
    assert right in before
    module.write_text(before.replace(right, wrong), "utf-8")
    try:
        told = checkout.run("pytest", *QUICKLY, "tests/games/deep_reef", status=1)
    finally:
        module.write_text(before, "utf-8")
    assert "Traceback" not in told
    assert "passed" not in told
    assert "failed" not in told
    return told


def test_a_room_left_out_is_told_once_and_no_test_runs(checkout: Checkout, written: str) -> None:
    told = told_of(checkout, "__init__.py", "    offers=offers,\n", "")
    sentence = "missing 1 required keyword-only argument: 'offers'"
    assert re.search(rf"domain/games/deep_reef/__init__.py, line \d+: Game.__init__\(\) {sentence}", told)


@pytest.mark.parametrize("mistake", [SEEN_IN_ITS_TABLES, SEEN_IN_PLAY])
def test_a_beginners_mistake_is_told_once_and_no_test_runs(
    checkout: Checkout, written: str, mistake: str
) -> None:
    """One of each kind: which others are told, and how, tests/kernel/test_soundness.py holds."""
    room, right, wrong, message = MISTAKES[mistake]
    told = told_of(checkout, room, right, wrong)
    assert f"The game deep_reef is not sound. {message}" in told


def test_a_key_that_is_taken_is_refused_and_nothing_is_touched(checkout: Checkout, written: str) -> None:
    before = checkout.files()
    assert "already exists" in checkout.tablelog(*DEEP_REEF, status=1)
    assert "start with DR" in checkout.tablelog("new-game", "dark_river", status=1)
    assert "is not a valid key" in checkout.tablelog("new-game", "Dark-River", status=1)
    assert checkout.files() == before
