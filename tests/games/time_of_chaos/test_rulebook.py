"""RULEBOOK.md of A Time of Chaos: every place exists, every rule has a test of its name."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import domain.games.time_of_chaos as game

FOLDER = Path(game.__file__).parent
RULEBOOK = (FOLDER / "RULEBOOK.md").read_text()
ROWS = re.findall(r"^\| (TC-C?\d+) \| .+ \| `([\w/]+)\.py` `(\w+)` \|$", RULEBOOK, re.MULTILINE)


def test_every_rule_and_constraint_has_one_row_with_a_place():
    ids = [rule for rule, _, _ in ROWS]
    assert len(ids) == len(set(ids)) == len(re.findall(r"^\| TC-C?\d+ \|", RULEBOOK, re.MULTILINE))


def test_every_place_exists():
    for rule, module, name in ROWS:
        dotted = module.removesuffix("/__init__").replace("/", ".")
        assert hasattr(importlib.import_module(f"{game.__name__}.{dotted}"), name), rule


def test_every_rule_has_a_test_of_its_name():
    text = "".join(path.read_text() for path in Path(__file__).parent.glob("test_*.py"))
    named = set(re.findall(r"^def test_tc_(\d+)_", text, re.MULTILINE))
    assert sorted({rule[3:] for rule, _, _ in ROWS if not rule.startswith("TC-C")} - named) == []
