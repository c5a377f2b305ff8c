"""Broken invariants: a violation is new once, whatever numbers its sentence holds later."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from domain.games.time_of_chaos import GAME
from domain.kernel.game import new_violations, violations


def telling(*sentences: str) -> dict[str, str]:
    """What a game with these broken invariants breaks."""
    return violations(dataclasses.replace(GAME, invariants=lambda state: sentences), None)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (["I3"], ["I3"]),
        (["1: red has 24 in supply and 3 on tiles"], ["1: red has 23 in supply and 4 on tiles"]),
        (["8: 3 actions are left"], ["8: -1 actions are left"]),
        (["1: red has 24", "I3"], ["1: red has 23"]),
    ],
)
def test_a_breach_that_lasts_is_not_new(before: list[str], after: list[str]) -> None:
    assert new_violations(telling(*before), telling(*after)) == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ([], "I3"),
        (["I3"], "I4"),
        (["1: red has 24"], "12: red has 24"),
        (["1: red has 24"], "1: blue has 24"),
        (["3: seat-1 holds 9 cards"], "3: seat-2 holds 9 cards"),
        (["4: tile_3 holds 4 cubes"], "4: tile_4 holds 4 cubes"),
    ],
)
def test_a_breach_of_something_else_is_new(before: list[str], after: str) -> None:
    assert new_violations(telling(*before), telling(*before, after)) == [after]


def test_invariants_that_cannot_be_checked_are_a_breach() -> None:
    def lost(state: Any) -> list[str]:
        raise KeyError("no such seat")

    broken = violations(dataclasses.replace(GAME, invariants=lost), None)
    assert [*broken.values()] == ["the invariants cannot be checked on this table"]
    assert new_violations({}, broken)
    assert not new_violations(broken, broken)
