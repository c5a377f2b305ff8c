"""The guide to adding a game quotes the template, and what it or another document quotes is there."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from domain import kernel
from domain.kernel import offers
from domain.kernel.chance import Chance
from tests.support.documents import ROOT, blocks, name_of, with_blocks
from tests.test_rulebooks import row_of

GUIDE = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")
TEMPLATE = [
    path.read_text("utf-8")
    for folder in ("domain/game_template", "tests/game_template")
    for path in (ROOT / folder).rglob("*.py")
]


@pytest.mark.parametrize("document", with_blocks("python sketch"), ids=name_of)
def test_every_piece_of_code_stands_in_the_template(document: Path):
    for block in blocks(document, "python sketch"):
        for piece in block.text.strip("\n").split("\n\n\n"):
            assert any(f"{piece}\n" in text for text in TEMPLATE), piece


def test_every_domain_of_offers_and_every_way_of_chance_is_explained():
    union, *_ = get_args(offers.Domain)
    every = get_args(union)
    domains = {name for name in kernel.__all__ if getattr(kernel, name) in every}
    assert len(domains) == len(every)
    assert {name for name in domains if f"`{name}`" not in GUIDE} == set()
    ways = {"pick", "several", "shuffle", "dice", "compose", "declare"}
    assert ways <= set(dir(Chance))
    assert {way for way in ways if f"`{way}(" not in GUIDE and f" `{way}(" not in GUIDE} == set()


def test_every_room_is_explained():
    rooms = {
        path.stem for path in (ROOT / "domain" / "game_template").iterdir() if path.stem != "__pycache__"
    }
    assert {room for room in rooms if not re.search(rf"`{room}(/|\.\w+)?`", GUIDE)} == set()


COPIED = ("domain/kernel", "domain/game_template", "replays", "tests/game_template", "tests/support")
"""What the template and its tests stand on, besides the modules of `domain` and `tests` themselves."""
CHECK = """
import sys
from domain.game_template import GAME
from domain.kernel.rulebook import rulebook
from domain.kernel.selfcheck.declarations import Unsound, check_game
try:
    check_game(GAME)
except Unsound as unsound:
    sys.exit("\\n".join(unsound.faults))
print(rulebook(GAME)["GT-315"].place)
"""
ALONE = ("--noconftest", "-p", "no:cacheprovider", "-p", "no:schemathesis", "-p", "no:hypothesispytest")


def changes() -> Iterator[tuple[str, str, str]]:
    """Each change of the guide's rule: a file, what stands in it, and what stands there afterwards."""
    for block in blocks(ROOT / "docs" / "adding-a-game.md", "diff rule"):
        for part in re.split(r"^\+\+\+ ", block.text, flags=re.MULTILINE)[1:]:
            file, *hunks = re.split(r"^@@\n", part, flags=re.MULTILINE)
            for hunk in hunks:
                lines = hunk.splitlines(keepends=True)
                before = "".join(line[1:] or "\n" for line in lines if not line.startswith("+"))
                after = "".join(line[1:] or "\n" for line in lines if not line.startswith("-"))
                yield file.strip(), before, after


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The template with all that it is tested by, changed as the guide says."""
    for part in COPIED:
        if (ROOT / part).is_dir():
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / part, tmp_path / part, ignore=ignored)
    for module in (*(ROOT / "domain").glob("*.py"), *(ROOT / "tests").glob("*.py")):
        shutil.copy(module, tmp_path / module.relative_to(ROOT))
    for file, before, after in changes():
        change(tmp_path / file, before, after)
    return tmp_path


def change(file: Path, before: str, after: str) -> None:
    """What stands once in the file is replaced."""
    text = file.read_text("utf-8")
    assert text.count(before) == 1, (file, before)
    file.write_text(text.replace(before, after), "utf-8")


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-B", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_rule_with_a_new_fact_touches_five_files_of_its_game():
    assert len({file for file, _, _ in changes()}) == 5


@pytest.mark.integration
def test_the_rule_of_the_guide_makes_a_sound_game_whose_tests_pass(copy: Path):
    checked = run(copy, "-c", CHECK)
    assert (checked.stderr, checked.stdout) == ("", "`rules/playing.py` `claim_discard`\n")
    # The suite's own settings load the games of the registry, which are not copied.
    tested = run(copy, "-m", "pytest", "-v", *ALONE, "tests/game_template")
    assert tested.returncode == 0, tested.stdout + tested.stderr
    assert tested.stdout.count("::test_gt_315_") == 2


@pytest.mark.integration
def test_what_the_guides_rule_lacks_is_told_with_the_lines_to_add(copy: Path):
    """Without its words and its row: the lines that the messages hold are put in, and the game is whole."""
    words = copy / "domain/game_template/words.py"
    for file, before, after in changes():
        if file.endswith(("words.py", "RULEBOOK.md")):
            change(copy / file, after, before)
    fault = run(copy, "-c", CHECK).stderr
    (row,) = re.findall(r"^ +\"discard_claimed\".*$", fault, re.MULTILINE)
    ended = '    "game_ended": told('
    change(words, ended, f"{row}\n{ended}")
    rulebook = copy / "domain/game_template/RULEBOOK.md"
    (told,) = (after for file, _, after in changes() if file.endswith("RULEBOOK.md"))
    assert row_of(rulebook.parent, "GT-315") in told.splitlines()
    change(rulebook, "\n## 4xx", f"{row_of(rulebook.parent, 'GT-315')}\n\n## 4xx")
    checked = run(copy, "-c", CHECK)
    assert (checked.stderr, checked.stdout) == ("", "`rules/playing.py` `claim_discard`\n")
