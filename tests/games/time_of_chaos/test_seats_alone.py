"""A whole recorded game by the seats' own phones: nobody else records anything."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from domain.games import REGISTRY
from service.app import create_app
from tests.service.conftest import Table, problem, settings_at
from tests.support.recorded import library

RECORDED = next(path for path in library("time_of_chaos") if path.stem == "demo-2p-001")


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    made = create_app(settings_at(tmp_path), REGISTRY)
    yield made
    made.extensions["tablelog"].close()


def game() -> tuple[dict[str, Any], list[dict[str, Any]]]:
    opening, *actions = map(json.loads, RECORDED.read_text().splitlines())
    return opening, actions


def test_seats_record_a_game_alone_and_only_what_is_theirs(app: Flask):
    opening, actions = game()
    seats = [seat["seat"] for seat in opening["seats"]]
    table, turns = Table(app, opening), cycle(seats)
    for action in actions:
        anybody = next(turns)
        actor = action.get("seat")
        if actor is not None and actor != anybody:
            problem(table.act(action, f"seat:{anybody}"), 403, "another-seat")
        answer = table.act(action, f"seat:{actor or anybody}")
        assert answer.status_code == 201, answer.text
    expected = json.loads(RECORDED.with_suffix(".expected.json").read_text())
    standing = table.get(holder=f"seat:{seats[0]}").json["standing"]
    assert standing["finished"]
    assert list(standing["winners"]) == expected["winners"]
    recorded_by = {entry["by"]["role"] for entry in table.get("/entries").json["items"][1:]}
    assert recorded_by == {"seat"}


def test_every_seat_is_offered_the_setup_and_its_own_turn(app: Flask):
    opening, actions = game()
    table = Table(app, opening)
    seats = [seat["seat"] for seat in opening["seats"]]
    setup = {"lay_out_tiles", "deal_displays", "choose_first_player"}
    for seat in seats:
        offers = table.get("/offers", f"seat:{seat}").json["offers"]
        assert {offer["type"] for offer in offers} == setup
    table.acted(*actions[: len(actions) // 2])
    for seat in seats:
        offers = table.get("/offers", f"seat:{seat}").json["offers"]
        assert {offer["seat"] for offer in offers} <= {seat}


def test_who_only_watches_lays_out_nothing(app: Flask):
    opening, actions = game()
    problem(Table(app, opening).act(actions[0], "spectator"), 403, "not-allowed")
