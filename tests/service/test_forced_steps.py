"""Forced steps: what leaves no choice is recorded with the move that leads to it, and goes back with it."""

from __future__ import annotations

import json

from flask import Flask

from tests.service.conftest import Table
from tests.service.test_moves import moves
from tests.service.test_taking_back import back, live, offered
from tests.support.recorded import library

OPENING, *ACTIONS = map(json.loads, library("time_of_chaos")[0].read_text().splitlines())
UNTIL = next(at for at, action in enumerate(ACTIONS) if action["type"] == "send_disorder")
"""The action before it leads to a step without a choice."""


def at_the_last_choice(app: Flask, *, forced_steps: bool) -> Table:
    table = Table(app, OPENING | {"forced_steps": forced_steps})
    return table.acted(*ACTIONS[: UNTIL - 1])


def kinds(table: Table) -> list[str]:
    return [entry["action"]["type"] for entry in table.get("/entries").json["items"] if entry.get("action")]


def test_a_table_that_asks_for_every_step_takes_none(app: Flask) -> None:
    table = at_the_last_choice(app, forced_steps=False)
    answer = table.act(ACTIONS[UNTIL - 1])
    assert "followed" not in answer.json
    assert kinds(table)[-1] == ACTIONS[UNTIL - 1]["type"]
    assert table.get().json["forced_steps"] is False


def test_the_step_is_recorded_with_the_move_that_leads_to_it(app: Flask) -> None:
    table = at_the_last_choice(app, forced_steps=True)
    before = table.version
    answer = table.act(ACTIONS[UNTIL - 1] | {"action_id": "last"})
    assert [entry["action"]["type"] for entry in answer.json["followed"]] == ["send_disorder"]
    assert answer.json["version"] == table.version == before + 2
    assert moves(table)[-2:] == [before + 1, before + 1]
    assert [entry["auto"] for entry in table.get("/entries").json["items"][-2:]] == [False, True]
    assert table.act(ACTIONS[UNTIL - 1] | {"action_id": "last"}).json == answer.json
    assert table.get("/audit").json["passed"]


def test_a_dry_run_tells_the_step_and_records_nothing(app: Flask) -> None:
    table = at_the_last_choice(app, forced_steps=True)
    before = table.version
    answer = table.post("/actions?dry_run=true", [ACTIONS[UNTIL - 1]])
    assert [entry["auto"] for entry in answer.json["entries"]] == [False, True]
    assert table.version == before


def test_undo_takes_the_step_back_with_its_move(app: Flask) -> None:
    table = at_the_last_choice(app, forced_steps=True)
    before = table.version
    table.acted(ACTIONS[UNTIL - 1])
    undo = offered(table)["undo"]
    assert (undo["to"], undo["moves"], undo["count"]) == (before, 1, 2)
    assert back(table, undo["to"]).status_code == 201
    assert live(table)[-2:] == [before, before + 3]
