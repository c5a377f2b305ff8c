"""The box: each constraint, tried with a document that breaks it."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from domain.game_template import GAME
from domain.kernel import InvalidComponents
from domain.kernel.session.opening import load_components

Damage = Callable[[dict[str, Any]], Any]


def demo() -> dict[str, Any]:
    return copy.deepcopy(dict(GAME.demo_sets()["demo"]))


def test_the_demo_set_is_valid_and_says_what_is_invented():
    assert load_components(GAME, demo()).invented == ("colors", "cards")


@pytest.mark.parametrize(
    ("constraint", "damage"),
    [
        ("GT-C1", lambda document: document.update(schema="component-set/chess/1")),
        ("GT-C1", lambda document: document.update(edition="")),
        ("GT-C1", lambda document: document.pop("cards")),
        ("GT-C2", lambda document: document.update(colors=["red", "red", "blue", "green"])),
        ("GT-C3", lambda document: document["cards"].pop()),
        ("GT-C3", lambda document: document["cards"][0].update(id="sun-2")),
        ("GT-C3", lambda document: document["cards"][0].update(value=7)),
        ("GT-C4", lambda document: document.update(invented=["weather"])),
    ],
)
def test_a_document_that_breaks_a_constraint_is_refused(constraint: str, damage: Damage):
    document = demo()
    damage(document)
    with pytest.raises(InvalidComponents) as refused:
        load_components(GAME, document)
    assert {fault.constraint for fault in refused.value.faults} == {constraint}
