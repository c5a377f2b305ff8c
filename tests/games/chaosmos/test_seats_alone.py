"""A whole game by the seats' own phones: the service deals, and nobody else records anything."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask import Flask

from domain.games import REGISTRY
from domain.games.chaosmos import GAME
from domain.kernel.playing import bots_choice
from service.app import create_app
from tests.recorded import library
from tests.service.conftest import Table, problem, settings_at

MOST_ACTIONS = 2_000
OPENING: dict[str, Any] = {
    "game": "chaosmos",
    "component_set": "demo",
    "seats": [{"seat": "north"}, {"seat": "east"}],
    "chance": "drawn",
    "may_declare": True,
}
FIRST: dict[str, Any] = {"mode": "first_game", "layout": "first", "clock_start": 36}
DUEL: dict[str, Any] = {"mode": "two_player", "layout": "duel"}
SECRET_SETUP = (
    "remove_alien_pair",
    "arrange_planets",
    "deal_aliens",
    "choose_alien",
    "choose_alien",
    "deal_cards",
    "prepare_hand",
)
"""The first steps of a duel, the table's before the seats' own."""


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    made = create_app(settings_at(tmp_path), REGISTRY)
    yield made
    made.extensions["tablelog"].close()


def state_of(table: Table) -> Any:
    return table.app.extensions["tablelog"].recorder.look(table.id).state


def played(table: Table, most: int, random: Random) -> Iterator[dict[str, Any]]:
    """Actions that bots choose, each recorded by its actor, the table's by the seats in turn."""
    seats = tuple(seat["seat"] for seat in OPENING["seats"])
    anybody = cycle(seats)
    for _ in range(most):
        action = bots_choice(GAME, state_of(table), seats, random)
        if action is None:
            return
        answer = table.act(action, f"seat:{action.get('seat') or next(anybody)}")
        assert answer.status_code == 201, answer.text
        yield action


def test_seats_play_a_game_to_its_end_alone(app: Flask):
    table = Table(app, {**OPENING, "options": FIRST})
    actions = list(played(table, MOST_ACTIONS, Random(2)))
    assert {action["type"] for action in actions} >= {"deal_aliens", "deal_cards", "set_start_player"}
    assert table.get(holder="seat:north").json["standing"]["finished"]
    assert table.version == 1 + len(actions), "no note tells of a try"


def test_in_secret_each_seat_is_shown_its_own_and_the_rest_is_nobodys(app: Flask):
    table = Table(app, {**OPENING, "options": DUEL})
    kinds = [action["type"] for action in played(table, len(SECRET_SETUP), Random(3))]
    assert sorted(kinds) == sorted(SECRET_SETUP)
    truth = table.get().json["view"]["truth"]["seats"]
    for seat, other in (("north", "east"), ("east", "north")):
        told = json.dumps(table.get("/entries", f"seat:{seat}").json)
        mine = table.get(holder=f"seat:{seat}").json["view"]["me"]
        assert mine["dealt_aliens"] == truth[seat]["dealt_aliens"]
        kept = truth[other]["dealt_aliens"]
        unseen = [alien for alien in kept if alien != table.get().json["view"]["seats"][other]["alien"]]
        assert unseen
        assert not any(f'"{alien}"' in told for alien in unseen)


def test_a_secret_deal_that_the_table_declares_is_not_for_a_seats_phone(app: Flask):
    recorded = next(path for path in library("chaosmos") if path.stem == "demo-2p-two-001")
    opening, *actions = map(json.loads, recorded.read_text().splitlines())
    table = Table(app, opening)
    for action in actions[: 1 + [one["type"] for one in actions].index("deal_cards")]:
        if action["type"] in ("deal_aliens", "deal_cards"):
            problem(table.act(action, "seat:north"), 403, "not-allowed")
            problem(table.post("/actions?dry_run=true", action, "seat:north"), 403, "not-allowed")
            assert table.act(action, "scribe").status_code == 201
        else:
            assert table.act(action, f"seat:{action.get('seat', 'east')}").status_code == 201


def test_another_seats_turn_is_not_for_a_seats_phone(app: Flask):
    table = Table(app, {**OPENING, "options": FIRST})
    for action in ({"type": "deal_aliens"}, {"type": "deal_cards"}):
        assert table.act(action, "seat:east").status_code == 201
    prepared = {"type": "prepare_hand", "seat": "north", "cards": []}
    problem(table.act(prepared, "seat:east"), 403, "another-seat")
    problem(table.act({"type": "deal_cards"}, "spectator"), 403, "not-allowed")


def test_every_seat_is_offered_what_the_table_does_next(app: Flask):
    table = Table(app, {**OPENING, "options": FIRST})
    for step in ("deal_aliens", "deal_cards"):
        for seat in ("north", "east"):
            offers = table.get("/offers", f"seat:{seat}").json["offers"]
            assert [(offer["type"], offer["seat"]) for offer in offers] == [(step, None)]
        assert table.act({"type": step}, "seat:north").status_code == 201
