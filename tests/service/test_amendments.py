"""A table enters cards of its own box while it plays; what was played stays, and hands stay hidden."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from tests.service.conftest import Table, problem
from tests.support.service.recorded_tables import name_of, opened_with

ACTIONS = 100


@pytest.fixture
def table(app: Flask) -> Table:
    """Two seats of First Light who have bought their first Items."""
    opening, actions = opened_with("first_light", "demo-2p-001")
    return Table(app, opening).acted(actions[:ACTIONS])


def card(table: Table, id: str) -> dict[str, Any]:
    rows: list[dict[str, Any]] = document(table)["items"]
    return next(row for row in rows if row["id"] == id)


def document(table: Table) -> dict[str, Any]:
    set_now = table.get().json["component_set"]
    found: dict[str, Any] = table.client.get(f"/v1/component-sets/{set_now}").json["document"]
    return found


def bought(table: Table) -> str:
    """An Item that lies open before a seat."""
    seats: dict[str, Any] = table.get().json["view"]["seats"]
    return next(str(card["item"]) for base in seats.values() for card in base["acquired"])


def in_hand(table: Table, seat: str) -> str:
    hand: list[str] = table.get(holder=f"seat:{seat}").json["view"]["seats"][seat]["hand"]
    return hand[0]


def test_a_card_that_lies_open_is_entered_and_named_from_then_on(table: Table) -> None:
    id, before = bought(table), table.get().json["component_set"]
    parts = {f"items/{id}": card(table, id) | {"name": "Long Lens", "points": 7}}
    tried = table.post("/amendments?dry_run=true", {"parts": parts}).json
    assert table.get().json["component_set"] == before
    told = table.post("/amendments", {"parts": parts})
    assert told.status_code == 201, told.text
    entry = told.json["entry"]
    assert (entry["kind"], entry["learnt"]) == ("amended", [f"items/{id}"])
    assert entry["component_set"] == tried["component_set"] == table.get().json["component_set"]
    words = table.get("/entries?limit=500&with=words").json["items"][-1]["words"]
    assert words["says"] == ["From your box: Long Lens."]
    assert card(table, id)["points"] == 7
    assert f"items/{id}" not in document(table)["invented"]
    exported = table.get("/export").json
    assert (exported["version"], len(exported["component_sets"])) == (2, 1)
    back = table.version - 1
    assert table.post("/retractions", {"to": back, "reason": "not our card"}).status_code == 201
    assert table.get().json["component_set"] == before


def test_a_set_under_which_the_log_comes_out_otherwise_is_refused(table: Table) -> None:
    id, version = bought(table), table.version
    parts = {f"items/{id}": card(table, id) | {"cost": {"gems": 9}}}
    refused = problem(table.post("/amendments", {"parts": parts}), 409, "cannot-amend")
    assert 1 < refused["entry"] <= version
    faulty = {f"items/{id}": card(table, id) | {"points": "many"}}
    told = problem(table.post("/amendments", {"parts": faulty}), 422, "invalid-component-set")
    assert told["errors"][0]["pointer"] == f"/parts/items~1{id}~1points"
    problem(table.post("/amendments", {"parts": {"items/none": {}}}), 422, "invalid")
    problem(table.post("/amendments", {}), 422, "invalid")
    assert table.version == version


def test_a_seat_enters_what_everybody_sees_and_nothing_else(table: Table) -> None:
    for id, status in ((bought(table), 200), (in_hand(table, "blue"), 403), (in_hand(table, "black"), 403)):
        parts = {f"items/{id}": card(table, id) | {"name": "Long Lens"}}
        tried = table.post("/amendments?dry_run=true", {"parts": parts}, holder="seat:blue")
        assert tried.status_code == status, id
    problem(table.post("/amendments", {"confirmed": ["base"]}, holder="seat:blue"), 403, "not-allowed")
    assert table.post("/amendments", {"confirmed": ["base"]}).status_code == 201


def test_a_session_that_draws_keeps_its_set(app: Flask) -> None:
    opening, _ = opened_with("first_light", name_of("first_light"), chance="drawn")
    drawn = Table(app, opening)
    first = document(drawn)["items"][0]
    parts = {f"items/{first['id']}": first | {"name": "Long Lens"}}
    told = problem(drawn.post("/amendments", {"parts": parts}), 409, "cannot-amend")
    assert "drawn" in told["detail"]
