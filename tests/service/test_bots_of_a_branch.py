"""Bots for the empty seats of a branch: one action at a time, in a sandbox session alone."""

from __future__ import annotations

import pytest
from flask import Flask

from domain.games import REGISTRY
from tests.service.conftest import REEF_OPENING, Table, place, problem
from tests.support.service.answers import Answer

SANDBOX = {"sandbox": True}


def bots(table: Table, *seats: str, **options: str | None) -> Answer:
    return table.post("/bot-actions", {"seats": list(seats)}, **options)


@pytest.mark.parametrize("game", sorted(REGISTRY))
@pytest.mark.parametrize("chance", ["drawn", "declared"])
def test_bots_go_on_for_every_seat(app: Flask, game: str, chance: str) -> None:
    sample = app.test_client().get(f"/v1/games/{game}/opening").json["sample"]
    table = Table(app, sample | SANDBOX | {"chance": chance})
    seats = [seat["seat"] for seat in table.get().json["seats"]]
    for number in range(2, 22):
        answer = table.post("/bot-actions", {"seats": seats}, if_match=f'"{number - 1}"')
        assert answer.status_code == 201, answer.text
        assert answer.json["entry"]["number"] == answer.json["version"] == number


def test_a_bot_waits_for_the_seats_that_people_play(app: Flask) -> None:
    table = Table(app, REEF_OPENING | SANDBOX)
    assert bots(table, "blue").json == {"version": 1, "entry": None}
    table.acted(place("red"))
    acted = set()
    while (entry := bots(table, "blue").json["entry"]) is not None:
        acted.add(entry["action"].get("seat"))
    assert "blue" in acted
    assert "red" not in acted
    assert table.get().json["moment"]["active"] == ["red"]


def test_a_bot_acts_on_the_table_that_was_seen(app: Flask) -> None:
    table = Table(app, REEF_OPENING | SANDBOX)
    table.acted(place("red"))
    stale = table.post("/bot-actions", {"seats": ["blue"]}, if_match='"1"')
    assert problem(stale, 412, "stale")["version"] == 2
    problem(table.post("/bot-actions", {"seats": ["blue"]}, if_match=None), 428, "precondition-required")
    assert table.version == 2


def test_a_request_that_is_sent_again_lets_a_bot_act_once(app: Flask) -> None:
    table = Table(app, REEF_OPENING | SANDBOX)
    first, again, other = (bots(table, "red", "blue", Idempotency_Key=key) for key in ("a", "a", "b"))
    assert (again.status_code, again.json) == (201, first.json)
    assert first.json["entry"]["action_id"] == "a"
    assert "Idempotent-Replayed" not in first.headers
    assert again.headers["Idempotent-Replayed"] == "true"
    assert other.json["version"] == table.version == 3
    stale = bots(table, "red", "blue", if_match='"1"', Idempotency_Key="a")
    assert stale.json == first.json
    problem(bots(table, "red", Idempotency_Key="a"), 422, "action-id-reused")
    problem(bots(table, "red", Idempotency_Key="not a key"), 400, "malformed-header")


def test_bots_play_in_sandbox_sessions_and_for_their_scribe_alone(app: Flask) -> None:
    played, tried = Table(app, REEF_OPENING), Table(app, REEF_OPENING | SANDBOX)
    problem(bots(played, "red"), 403, "not-allowed")
    for holder in ("seat:red", "spectator"):
        problem(bots(tried, "red", holder=holder), 403, "not-allowed")
    problem(bots(tried, "green"), 422, "invalid")
    problem(bots(tried), 422, "invalid")
    tried.post("/close", {"outcome": "abandoned"})
    problem(bots(tried, "red"), 409, "session-closed")
