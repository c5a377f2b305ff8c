"""A correction that says odd things in the game's own words is refused, or leaves a table for all to see."""

from __future__ import annotations

import copy
import json
from random import Random
from typing import Any

import msgspec
import pytest
from flask import Flask

from domain.games import REGISTRY
from domain.kernel.engine import obstacles
from domain.kernel.engine.entries import Corrected, Recorded
from tests.service.conftest import Table, problem
from tests.support.recorded import LIBRARY, library
from tests.support.service.reading import faults

ACTIONS = 40
CORRECTIONS = 10
LOOK_AHEAD = {"GAMES_AHEAD": 1, "ACTIONS_AHEAD": 3}
"""How far the service looks for what stops play; `tests/games/test_bent_tables.py` tests all of it."""
ODD = {
    str: ("", "nobody", "red", "-", "x" * 400, "nul", "present:Z"),
    int: (-1, 0, 1, 7, 999, -(2**53) + 1, 2**53 - 1),
    bool: (True, False),
}


def leaves(tree: Any) -> list[tuple[Any, Any]]:
    """Where the values of these facts stand."""
    items = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    found = [(tree, key) for key, value in items if type(value) in ODD and key not in ("fact",)]
    return found + [place for _, value in items for place in leaves(value)]


def bent(facts: list[Any], random: Random) -> list[Any]:
    """These facts with one or two values changed for others of their type, or with one of them twice."""
    facts = copy.deepcopy(facts)
    if random.random() < 0.2:
        facts.append(random.choice(facts))
        return facts
    values = leaves(facts)
    for holder, key in random.sample(values, min(len(values), random.choice((1, 1, 2)))):
        others = [other[name] for other, name in values if type(other[name]) is type(holder[key])]
        holder[key] = random.choice([*ODD[type(holder[key])], *others])
    return facts


@pytest.fixture
def _short_look_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, number in LOOK_AHEAD.items():
        monkeypatch.setattr(obstacles, name, number)


@pytest.mark.usefixtures("_short_look_ahead")
@pytest.mark.parametrize("key", REGISTRY)
def test_an_odd_correction_is_refused_or_everything_still_answers(app: Flask, key: str) -> None:
    game, random = REGISTRY[key], Random(key)
    opening, *actions = map(json.loads, library(key)[-1].read_text("utf-8").splitlines())
    table = Table(app, opening)
    assert table.act(actions[:ACTIONS]).status_code == 201
    handler = app.extensions["tablelog"].handler
    session = handler.look(table.id)
    told = [
        msgspec.json.decode(entry.facts)
        for entry in handler.reading(session)(2, session.version)
        if isinstance(entry, Recorded | Corrected)
    ]
    accepted = 0
    for _ in range(CORRECTIONS):
        facts = bent(random.choice(told), random)
        before = table.version
        answer = table.post("/corrections", {"facts": facts, "reason": "so it was"})
        assert answer.status_code in (201, 409, 422), (facts, answer.text)
        if answer.status_code != 201:
            continue
        accepted += 1
        assert faults(table.client, game, table.id, table.tokens) == [], facts
        assert table.get().status_code == 200, facts
        assert all(table.get("", holder).status_code == 200 for holder in table.tokens), facts
        for offered in actions[ACTIONS : ACTIONS + 2]:
            assert table.act(offered).status_code < 500, (facts, offered)
        assert faults(table.client, game, table.id, table.tokens) == [], facts
        assert table.post("/retractions", {"to": before, "reason": "no"}).status_code == 201
    assert accepted > 0


def test_facts_that_nobody_could_be_shown_are_refused(app: Flask) -> None:
    opening, *actions = map(
        json.loads, (LIBRARY / "first_light" / "demo-2p-001.jsonl").read_text("utf-8").splitlines()
    )
    table = Table(app, opening).acted(actions[:2])
    before = table.version
    facts = [{"fact": "packets_bottomed", "seats": [], "cards": [None]}]
    problem(table.post("/corrections", {"facts": facts, "reason": "so it was"}), 409, "not-computable")
    assert table.version == before
    assert faults(table.client, REGISTRY["first_light"], table.id, table.tokens) == []
