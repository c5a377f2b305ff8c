"""RULEBOOK.md of Chaosmos: every place exists, every rule has a test of its name."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from operator import attrgetter
from pathlib import Path

import domain.games.chaosmos as game

FOLDER = Path(game.__file__).parent
ROOT = FOLDER.parents[2]
RULEBOOK = (FOLDER / "RULEBOOK.md").read_text(encoding="utf-8")
RULES = dict(re.findall(r"^\| (CM-\d{3}) \| .+ \| (.+) \|$", RULEBOOK, re.MULTILINE))
CONSTRAINTS = dict(re.findall(r"^\| ([a-z][a-z-]+) \| .+ \| (`.+`) \|$", RULEBOOK, re.MULTILINE))
PLACES = RULES | CONSTRAINTS


def places(cell: str) -> Iterator[tuple[str, str | None]]:
    """The files that a cell names, each alone and with every name that follows it."""
    file = ""
    for word in re.findall(r"`([^`]+)`", cell):
        if word.endswith(".py"):
            file = word
            yield file, None
        else:
            yield file, word


def test_every_rule_and_constraint_has_one_row_with_a_place():
    assert len(CONSTRAINTS) == 26 + 1 + 8
    assert len(re.findall(r"^\| CM-\d{3} \|", RULEBOOK, re.MULTILINE)) == len(RULES)


def test_every_rule_and_constraint_names_a_place():
    assert [name for name, cell in PLACES.items() if not list(places(cell))] == []


def test_every_place_exists():
    for rule, cell in PLACES.items():
        for file, name in places(cell):
            if file.startswith("tests/"):
                assert (ROOT / file).exists(), (rule, file)
                continue
            dotted = file.removesuffix(".py").removesuffix("__init__").rstrip("/").replace("/", ".")
            module = importlib.import_module(f"{game.__name__}.{dotted}".rstrip("."))
            if name is not None:
                assert attrgetter(name)(module) is not None, (rule, file, name)


def test_every_rule_has_a_test_of_its_name():
    names = " ".join(
        name
        for path in Path(__file__).parent.glob("test_*.py")
        for name in re.findall(r"^def (test_\w+)", path.read_text(), re.MULTILINE)
    )
    named = set(re.findall(r"cm_(\d{3})(?!\d)", names))
    assert sorted({rule[3:] for rule in RULES} ^ named) == []
