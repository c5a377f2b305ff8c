"""Forced steps: what leaves no choice is recorded with the move that leads to it, and goes back with it."""

from __future__ import annotations

import json
from typing import Any

from flask import Flask

from domain.games import REGISTRY
from domain.kernel.engine.playing import forced_step
from tests.service.conftest import Table
from tests.service.test_moves import moves
from tests.service.test_taking_back import back, live, offered
from tests.support.recorded import STAMP, library, opened

STEP = "send_to_cantina"


def with_a_forced_step() -> tuple[dict[str, Any], list[dict[str, Any]], int]:
    """A recorded game, and the place of a step in it that the action before leaves as the only way on."""
    game = REGISTRY["first_light"]
    for path in library(game.key):
        opening, *actions = map(json.loads, path.read_text().splitlines())
        _, work = opened(game, opening)
        seats = [seat["seat"] for seat in opening["seats"]]
        was_forced = True
        for at, action in enumerate(actions):
            is_forced = forced_step(game, work.position.state, seats) is not None
            if is_forced and not was_forced and action["type"] == STEP:
                return opening, actions, at
            was_forced = is_forced
            work.record(action, STAMP, None)
    raise AssertionError("No recorded game has such a step.")


OPENING, ACTIONS, UNTIL = with_a_forced_step()


def at_the_last_choice(app: Flask, *, forced_steps: bool) -> Table:
    """A table before the action that leads to the step. What it took by itself is not recorded again."""
    table = Table(app, OPENING | {"forced_steps": forced_steps})
    taken: list[str] = []
    for action in ACTIONS[: UNTIL - 1]:
        if taken:
            assert taken.pop(0) == action["type"]
            continue
        answer = table.act(action)
        assert answer.status_code == 201, answer.text
        taken = [entry["action"]["type"] for entry in answer.json.get("followed", ())]
    return table


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
    assert [entry["action"]["type"] for entry in answer.json["followed"]] == [STEP]
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


def test_a_step_that_is_taken_with_a_move_was_made_with_it(app: Flask) -> None:
    said = "2025-11-01T01:00:00Z"
    answer = at_the_last_choice(app, forced_steps=True).act(ACTIONS[UNTIL - 1] | {"moved_at": said})
    assert [entry["moved_at"] for entry in answer.json["followed"]] == [said]


def test_undo_takes_the_step_back_with_its_move(app: Flask) -> None:
    table = at_the_last_choice(app, forced_steps=True)
    before = table.version
    table.acted(ACTIONS[UNTIL - 1])
    undo = offered(table)["undo"]
    assert (undo["to"], undo["moves"], undo["count"]) == (before, 1, 2)
    assert back(table, undo["to"]).status_code == 201
    assert live(table)[-2:] == [before, before + 3]


def test_the_owner_changes_the_setting_and_no_undo_takes_it_back(app: Flask) -> None:
    table = at_the_last_choice(app, forced_steps=False)
    assert table.post("/settings", {"forced_steps": True}, "scribe").status_code == 403
    told = table.post("/settings", {"forced_steps": True}, "owner")
    assert told.json["entry"]["settings"] == {"forced_steps": True}
    assert table.post("/settings", {"forced_steps": True}, "owner").status_code == 422
    note = table.get("/entries?with=words").json["items"][-1]["words"]["says"][0]
    assert note == "Table settings: Steps that leave no choice are now taken automatically."
    before = table.version
    answer = table.act(ACTIONS[UNTIL - 1])
    assert [entry["action"]["type"] for entry in answer.json["followed"]] == [STEP]
    assert back(table, before - 2, reason="Once more.").status_code == 201
    assert table.get().json["forced_steps"] is True
    branch = table.post("/forks", {}, "owner").json["session"]
    assert (branch["forced_steps"], branch["seats_may_override"]) == (True, True)
    audit = table.get("/audit").json
    assert audit["passed"]
    assert "settings" in [found["kind"] for found in audit["findings"]]


def test_a_seat_that_may_no_longer_override_is_told_who_can_change_it(app: Flask) -> None:
    table = at_the_last_choice(app, forced_steps=False)
    sent = ACTIONS[UNTIL - 1] | {"against_rules": True, "reason": "House rule."}
    holder = f"seat:{sent['seat']}"
    assert table.post("/actions?dry_run=true", sent, holder).json["untold"]
    assert table.post("/settings", {"seats_may_override": False}, "owner").status_code == 201
    assert table.post("/actions?dry_run=true", sent, holder).status_code == 403
    refused = table.act(sent, holder)
    assert (refused.status_code, refused.json["type"].rpartition("/")[2]) == (403, "not-allowed")
    assert "owner" in refused.json["detail"]
