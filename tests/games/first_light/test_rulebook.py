"""RULEBOOK.md of First Light: every place exists, every rule of it has a test of its name."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import domain.games.first_light as game

FOLDER = Path(game.__file__).parent
RULEBOOK = (FOLDER / "RULEBOOK.md").read_text(encoding="utf-8")
RULES = re.findall(r"^\| (FL-\d{3}) \| .+ \| `([\w/]+)\.py` `(\w+)` \|$", RULEBOOK, re.MULTILINE)
PLACES = re.findall(r"`([\w/]+)\.py` `(\w+)` \|$", RULEBOOK, re.MULTILINE)


def test_every_rule_has_one_row_with_a_place():
    ids = [rule for rule, _, _ in RULES]
    assert len(ids) == len(set(ids)) == len(re.findall(r"^\| FL-\d{3} \|", RULEBOOK, re.MULTILINE))


def test_every_place_exists():
    for module, name in PLACES:
        dotted = module.removesuffix("/__init__").replace("/", ".")
        assert hasattr(importlib.import_module(f"{game.__name__}.{dotted}"), name), (module, name)


def test_every_ruling_stands_in_the_rulebook():
    rulings = {int(number) for number in re.findall(r"FL-R(\d+)", RULEBOOK)}
    assert set(range(1, 59)) <= rulings
