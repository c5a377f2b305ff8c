"""Taking back and bringing back: what goes is named, notes stay, slips are their typist's to undo."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from tests.service.conftest import REEF_OPENING, Table, place, problem, recorded
from tests.support.service.recorded_tables import opened_with


def said(step: dict[str, Any]) -> list[tuple[int, str]]:
    """What a step names: numbers with texts, as one line."""
    return [
        (one["number"], "".join(run if isinstance(run, str) else run["text"] for run in one["says"]))
        for one in step["entries"]
    ]


def live(table: Table) -> list[int]:
    return [entry["number"] for entry in table.get("/entries").json["items"] if entry["live"]]


def offered(table: Table, holder: str = "scribe") -> dict[str, Any]:
    """The undo and the redo that are offered to this holder."""
    told = table.get("/offers?with=words", holder).json
    return {"undo": told["undo"], "redo": told["redo"]}


def back(table: Table, to: int, holder: str = "scribe", **more: Any) -> Any:
    return table.post("/retractions", {"to": to, **more}, holder)


def test_undo_names_the_move_that_goes_and_leaves_the_note_alone(reef: Table) -> None:
    reef.act(place(), "seat:red")
    reef.post("/notes", {"text": "Well laid."}, "seat:blue")
    undo = offered(reef, "seat:red")["undo"]
    assert (undo["to"], undo["count"], undo["needs_reason"]) == (1, 1, False)
    assert said(undo) == [(2, "Red: Place cubes. Region: north. Count: 1.")]
    assert back(reef, undo["to"], "seat:red").status_code == 201
    assert live(reef) == [1, 3, 4]


def test_a_note_alone_is_nothing_to_take_back(reef: Table) -> None:
    reef.acted(place()).post("/notes", {"text": "Well laid."})
    detail = problem(back(reef, 2, reason="says too much"), 409, "not-live")["detail"]
    assert "Notes stay" in detail
    assert live(reef) == [1, 2, 3]


def test_what_a_longer_step_takes_is_told_before_it_is_taken(reef: Table) -> None:
    reef.acted(place("red"), place("blue"), place("red")).post("/notes", {"text": "Well laid."})
    answer = reef.post("/retractions?dry_run=true", {"to": 2})
    assert answer.status_code == 200
    takes = answer.json["takes"]
    assert [number for number, _ in said(takes)] == [3, 4]
    assert (takes["count"], takes["others"], takes["needs_reason"], takes["redo"]) == (2, False, False, False)
    assert reef.version == 5
    problem(reef.post("/retractions?dry_run=true", {"to": 2}, "seat:red"), 403, "not-allowed")
    problem(reef.post("/retractions?dry_run=true", {"to": 9}), 409, "not-live")


def test_steps_are_brought_back_one_after_the_other(reef: Table) -> None:
    reef.acted(place("red"), place("blue"), place("red"))
    before = reef.get().json["view"]
    assert offered(reef)["redo"] is None
    assert back(reef, 3).status_code == back(reef, 2).status_code == 201
    reef.post("/notes", {"text": "No, it was right."}, "seat:blue")
    redo = offered(reef)["redo"]
    assert (redo["to"], redo["redo"], said(redo)) == (
        5,
        True,
        [(3, "Blue: Place cubes. Region: north. Count: 1.")],
    )
    entry = back(reef, 5).json["entry"]
    assert (entry["to"], entry["redo"]) == (5, True)
    redo = offered(reef)["redo"]
    assert (redo["to"], said(redo)) == (4, [(4, "Red: Place cubes. Region: north. Count: 1.")])
    assert back(reef, 4).status_code == 201
    assert reef.get().json["view"] == before
    assert live(reef) == [1, 2, 3, 4, 7, 9]
    assert offered(reef)["redo"] is None
    assert offered(reef)["undo"]["to"] == 3


def test_once_something_else_was_recorded_nothing_is_brought_back(reef: Table) -> None:
    reef.acted(place("red"))
    back(reef, 1)
    reef.acted(place("red", 2))
    assert offered(reef)["redo"] is None
    problem(back(reef, 2), 409, "not-live")


def test_a_seat_brings_back_what_it_took_back_itself(reef: Table) -> None:
    reef.act(place(), "seat:red")
    back(reef, 1, "seat:red")
    assert offered(reef, "seat:red")["redo"]["needs_reason"] is False
    assert offered(reef, "seat:blue")["redo"] is None
    problem(back(reef, 2, "seat:blue"), 403, "not-allowed")
    assert offered(reef)["redo"]["needs_reason"] is True
    problem(back(reef, 2), 422, "invalid")
    assert back(reef, 2, "seat:red").status_code == 201
    assert reef.get().json["view"]["turn"] == 2


def test_the_log_the_fork_and_the_audit_know_what_stands_again(reef: Table) -> None:
    reef.acted(place("red"), place("blue"))
    back(reef, 1)
    back(reef, 3)
    fork = reef.post("/forks", {}, "owner", if_match=None).json
    assert fork["session"]["version"] == 3
    report = reef.get("/audit").json
    assert [one["entry"] for one in report["findings"] if one["severity"] != "note"] == []
    text = reef.get("/entries", Accept="text/plain").text
    assert "Redoes what № 4 undid." in text
    assert "(taken back)" in text


def rolling(app: Flask, chance: str = "declared") -> tuple[Table, dict[str, Any], dict[str, Any]]:
    """First Light before its first rolls, and the rolls of two seats."""
    opening, actions = opened_with("first_light", "demo-2p-001", chance=chance)
    at = next(at for at, action in enumerate(actions) if action["type"] == "roll_dice")
    first, second = [action for action in actions if action["type"] == "roll_dice"][:2]
    table = Table(app, opening)
    assert table.act(actions[:at]).status_code == 201
    return table, first, second


def test_a_seat_takes_back_the_dice_that_it_typed_wrongly(app: Flask) -> None:
    table, mine, _ = rolling(app)
    holder, before = f"seat:{mine['seat']}", table.version
    assert table.act(mine, holder).status_code == 201
    undo = offered(table, holder)["undo"]
    assert (undo["to"], undo["exposed"], undo["needs_reason"]) == (before, True, False)
    entry = back(table, before, holder).json["entry"]
    assert entry["exposed"] is True
    assert table.act(mine | {"values": [6] * len(mine["values"])}, holder).status_code == 201


def test_typed_dice_are_for_good_once_somebody_else_has_recorded_something(app: Flask) -> None:
    table, mine, theirs = rolling(app)
    holder, before = f"seat:{mine['seat']}", table.version
    assert table.act(mine, holder).status_code == 201
    assert table.act(theirs, f"seat:{theirs['seat']}").status_code == 201
    assert offered(table, holder)["undo"] is None
    problem(back(table, before, holder), 403, "not-allowed")
    assert back(table, before, reason="typed wrongly").status_code == 201


def test_hidden_dice_that_the_scribe_typed_were_shown_to_their_seat(app: Flask) -> None:
    table, mine, _ = rolling(app)
    table.acted(mine)
    assert offered(table)["undo"]["needs_reason"] is True
    assert offered(table, f"seat:{mine['seat']}")["undo"] is None


def test_an_open_die_is_its_typists_to_take_back(app: Flask) -> None:
    table = Table(app, REEF_OPENING)
    table.act({"type": "roll_storm", "face": 3})
    assert offered(table)["undo"]["needs_reason"] is False
    entry = back(table, 1).json["entry"]
    assert (entry["exposed"], entry["reason"]) == (True, "")


def test_what_the_engine_drew_is_taken_back_with_a_reason(app: Flask) -> None:
    table = Table(app, REEF_OPENING | {"chance": "drawn"})
    table.act({"type": "roll_storm"})
    assert offered(table)["undo"]["needs_reason"] is True
    problem(back(table, 1), 422, "invalid")


@pytest.mark.parametrize(("type_", "alone"), [("grab", True), ("search", True), ("deliver", False)])
def test_a_card_that_a_seat_typed_is_its_own_and_one_that_it_showed_is_everybodys(
    app: Flask, type_: str, alone: bool
) -> None:
    """A Time of Chaos: a grabbed card is known to its seat until it is delivered (TC-313, TC-507)."""
    opening, *actions = recorded("demo-2p-001")
    grabbed = {action["card"] for action in actions if action["type"] == "grab"}
    at = next(
        at
        for at, action in enumerate(actions)
        if action["type"] == type_ and (type_ != "deliver" or action["card"] in grabbed)
    )
    table = Table(app, opening)
    assert table.act(actions[:at]).status_code == 201
    holder = f"seat:{actions[at]['seat']}"
    assert table.act(actions[at], holder).status_code == 201
    assert (offered(table, holder)["undo"] is not None) is alone
