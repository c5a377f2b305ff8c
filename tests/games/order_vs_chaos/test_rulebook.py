"""RULEBOOK.md of Order vs Chaos: every place exists, and every rule has a row and a test of its name."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import domain.games.order_vs_chaos as game

FOLDER = Path(game.__file__).parent
RULEBOOK = (FOLDER / "RULEBOOK.md").read_text()
ROWS = re.findall(r"^\| (OC-C?\d+) \| .+ \| `([\w/]+)\.py` `(\w+)` \|$", RULEBOOK, re.MULTILINE)


def test_every_rule_and_constraint_has_one_row():
    ids = [rule for rule, _, _ in ROWS]
    assert len(ids) == len(set(ids)) == len(re.findall(r"^\| OC-C?\d+ \|", RULEBOOK, re.MULTILINE))


def test_every_place_exists():
    for rule, module, name in ROWS:
        dotted = module.replace("/", ".")
        assert hasattr(importlib.import_module(f"{game.__name__}.{dotted}"), name), rule


def test_every_rule_has_a_test_of_its_name():
    text = "".join(path.read_text() for path in Path(__file__).parent.glob("test_*.py"))
    named = set(re.findall(r"^def test_oc_(\d+)_", text, re.MULTILINE))
    assert sorted({rule[3:] for rule, _, _ in ROWS if not rule.startswith("OC-C")} ^ named) == []


def test_every_rule_that_the_code_names_is_in_the_rulebook():
    known = {rule for rule, _, _ in ROWS}
    named = {rule for path in FOLDER.rglob("*.py") for rule in re.findall(r"OC-C?\d+", path.read_text())}
    assert sorted(named - known) == []
