"""RULEBOOK.md of Chaos Order: every place exists, every rule has a test of its name."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import domain.games.chaos_order as game

FOLDER = Path(game.__file__).parent
RULEBOOK = (FOLDER / "RULEBOOK.md").read_text()
ROWS = re.findall(r"^\| (CO-C?\d+) \| .+ \| (.+) \|$", RULEBOOK, re.MULTILINE)


def names_in(module: Path) -> set[str]:
    """What a module defines, members of its classes too."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(module.read_text())):
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                names.add(name)
            case ast.AnnAssign(target=ast.Name(id=name)):
                names.add(name)
            case ast.Assign(targets=targets):
                names |= {target.id for target in targets if isinstance(target, ast.Name)}
    return names


def missing(cell: str) -> Iterator[str]:
    """What of a cell like "`rules/setup.py` `admit`, `initial`" is not there."""
    place = None
    for quoted in re.findall(r"`([^`]+)`", cell):
        if "." in quoted or "/" in quoted:
            place = FOLDER / quoted
            if not place.exists():
                yield quoted
        elif place is None or place.suffix != ".py" or not place.exists() or quoted not in names_in(place):
            yield f"{place} {quoted}"


def test_every_rule_and_constraint_has_one_row_with_a_place():
    ids = [rule for rule, _ in ROWS]
    assert len(ids) == len(set(ids)) == len(re.findall(r"^\| CO-C?\d+ \|", RULEBOOK, re.MULTILINE))


def test_every_place_exists():
    assert [(rule, what) for rule, cell in ROWS for what in missing(cell)] == []
    assert all(re.search(r"`[^`]+`", cell) for _, cell in ROWS)


def test_a_place_that_is_not_there_is_told():
    assert list(missing("`rules/setup.py` `admit`, `initial`, `state.py` `neutral`")) == []
    assert list(missing("`table.py`")) == ["table.py"]
    assert list(missing("`rules/setup.py` `admits`")) == [f"{FOLDER / 'rules/setup.py'} admits"]


def test_every_rule_has_a_test_of_its_name():
    text = "".join(path.read_text() for path in Path(__file__).parent.glob("test_*.py"))
    names = re.findall(r"^def (test_\w+)", text, re.MULTILINE)
    named = {number for name in names for number in re.findall(r"co_(\d+)(?!\d)", name)}
    assert sorted({rule[3:] for rule, _ in ROWS if not rule.startswith("CO-C")} - named) == []
