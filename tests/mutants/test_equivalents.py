"""The listed equivalents: each has a reason and names code that is there."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from tests.support.mutants.equivalents import Key, as_row, listed
from tests.support.mutants.operators import mutants_of

ROOT = Path(__file__).parent.parent.parent


@cache
def keys_of(path: str) -> set[Key]:
    return {mutant.key for mutant in mutants_of(path, (ROOT / path).read_text("utf-8"))}


def gone(found: dict[Key, str]) -> list[Key]:
    """Those whose code is not there."""
    return [key for key in found if not (ROOT / key[0]).is_file() or key not in keys_of(key[0])]


def test_every_listed_mutant_names_code_that_is_there():
    assert gone(listed()) == []


def test_every_listed_mutant_has_a_reason_and_is_listed_once():
    rows = listed()
    assert [key for key, reason in rows.items() if len(reason.split()) < 4] == []
    assert (ROOT / "tests/mutants/equivalent.toml").read_text("utf-8").count("[[equivalent]]") == len(rows)


@pytest.mark.parametrize("member", range(4))
def test_a_listed_mutant_whose_code_is_gone_is_found(member):
    path = "domain/kernel/game.py"
    key = [*mutants_of(path, (ROOT / path).read_text("utf-8"))[0].key]
    assert gone({tuple(key): "Both say the same."}) == []
    key[member] += " of before"
    assert gone({tuple(key): "Both say the same."}) == [tuple(key)]


def test_a_survivor_is_told_as_the_row_that_would_list_it(tmp_path):
    source = "def dive(depth):\n    return 'deep' if depth > 3 else '\\n'\n"
    mutants = mutants_of("reef.py", source)
    rows = [as_row(mutant).replace('reason = ""', 'reason = "Nobody dives."') for mutant in mutants]
    (tmp_path / "rows.toml").write_text("\n\n".join(rows), "utf-8")
    assert listed(tmp_path / "rows.toml") == {mutant.key: "Nobody dives." for mutant in mutants}
