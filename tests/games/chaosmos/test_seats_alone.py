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
from domain.kernel import UNKNOWN
from domain.kernel.engine.playing import bots_choice
from service.app import create_app
from tests.service.conftest import Table, problem, settings_at
from tests.support.asked import filled
from tests.support.recorded import library

MOST_ACTIONS = 2_000
OPENING: dict[str, Any] = {
    "game": "chaosmos",
    "component_set": "demo",
    "seats": [{"seat": "north"}, {"seat": "east"}],
    "chance": "drawn",
    "may_declare": True,
}
BY_HAND = {name: value for name, value in OPENING.items() if name != "may_declare"} | {"chance": "declared"}
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
    return table.app.extensions["tablelog"].handler.look(table.id).state


def played(table: Table, most: int, random: Random, **beside: str) -> Iterator[dict[str, Any]]:
    """Actions that bots choose, each recorded by its actor, the table's by the seats in turn."""
    seats = tuple(seat["seat"] for seat in OPENING["seats"])
    anybody = cycle(seats)
    for _ in range(most):
        action = bots_choice(GAME, state_of(table), seats, random)
        if action is None:
            return
        answer = table.act(action | beside, f"seat:{action.get('seat') or next(anybody)}")
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


def test_cm_r31_a_deal_of_cards_before_the_aliens_lie_open_is_refused_by_the_rules(app: Flask):
    table = Table(app, {**OPENING, "options": DUEL})
    before = {"type": "deal_cards", "envelopes": {"eddova": ["ovoid"]}}
    for step in ("remove_alien_pair", "arrange_planets", "deal_aliens"):
        for deal in ({"type": "deal_cards"}, {"type": "deal_cards", "envelopes": {"eddova": [UNKNOWN]}}):
            assert problem(table.act(deal, "seat:north"), 409, "rule")["rule"] == "CM-123"
        problem(table.act(before, "seat:north"), 403, "not-allowed")
        assert table.act({"type": step}, "seat:north").status_code == 201


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


def dealt_unseen(table: Table, holder: str) -> dict[str, Any]:
    """The deal as that phone is asked for it: it names the first cards of its own envelope."""
    deal: dict[str, Any] = {"type": "deal_cards"}
    while (answer := table.act(deal, holder)).status_code != 201:
        (asked,) = answer.json["outcomes"]
        values = [card for card in asked["domain"]["values"] if card != "ovoid"]
        deal = filled(deal, asked["path"], values[: asked["domain"]["least"]])
    return deal


def test_cm_r31_seats_play_alone_with_cards_that_they_dealt_by_hand(app: Flask):
    table = Table(app, {**BY_HAND, "options": FIRST})
    table.act({"type": "deal_aliens", "chance": "drawn"}, "seat:north")
    home = state_of(table).alien_of("north").home
    deal = dealt_unseen(table, "seat:north")
    assert table.version == 3, "no note tells of a try"
    unseen = {planet: set(cards) == {UNKNOWN} for planet, cards in deal["envelopes"].items()}
    assert unseen == {planet: planet != home for planet in deal["envelopes"]}
    assert UNKNOWN not in json.dumps(table.get(holder="seat:north").json["view"])
    assert table.get(holder="seat:east").json["view"]["me"]["envelope"]["face_down"] == [UNKNOWN] * 10
    actions = list(played(table, MOST_ACTIONS, Random(5), chance="drawn"))
    assert {"name_cards", "control_planet", "end_turn"} <= {action["type"] for action in actions}
    assert table.get(holder="seat:north").json["standing"]["finished"]
    assert table.version == 3 + len(actions), "no note tells of a try"


def test_cm_r31_a_seats_phone_names_its_own_cards_and_the_scribe_those_that_it_is_told(app: Flask):
    table = Table(app, {**BY_HAND, "options": FIRST})
    table.act({"type": "deal_aliens", "chance": "drawn"}, "seat:north")
    dealt_unseen(table, "seat:north")
    prepared = {"type": "prepare_hand", "seat": "east", "cards": [UNKNOWN] * 3}
    assert table.act(prepared, "scribe").status_code == 201
    naming = {"type": "name_cards", "seat": "east", "place": "hand", "cards": ["snare_trap"]}
    problem(table.act(naming, "seat:north"), 403, "another-seat")
    for holder, cards in (("seat:east", ["snare_trap"]), ("scribe", ["mind_lens"])):
        assert table.act({**naming, "cards": cards}, holder).status_code == 201
    hand = ["mind_lens", "snare_trap", UNKNOWN]
    assert table.get(holder="seat:east").json["view"]["me"]["hand"] == hand
    for holder in ("seat:north", "spectator"):
        told = json.dumps(table.get("/entries", holder).json["items"][-2:])
        assert "name_cards" in told
        assert "mind_lens" not in told
        assert "cards_named" not in told


def test_cm_r31_a_card_that_another_hand_is_known_to_hold_is_asked_for_in_sight_of_the_table(app: Flask):
    table = Table(app, {**BY_HAND, "options": FIRST})
    table.act({"type": "deal_aliens", "chance": "drawn"}, "seat:north")
    mine = dealt_unseen(table, "seat:north")["envelopes"][state_of(table).alien_of("north").home]
    number = state_of(table).box.cards[mine[0]].count
    naming = {"type": "name_cards", "seat": "east", "place": "envelope", "cards": [mine[0]] * number}
    problem(table.act(naming, "seat:east"), 409, "rule")
    note = table.get("/entries", "seat:north").json["items"][-1]
    assert (note["kind"], note["refusal"]) == ("noted", "CM-R31")


def test_cm_r31_a_dry_run_of_what_nobody_has_seen_tries_nothing(app: Flask):
    table = Table(app, {**BY_HAND, "options": DUEL})
    table.act({"type": "remove_alien_pair", "chance": "drawn"}, "seat:north")
    unseen = {"type": "deal_aliens", "aliens": {"north": [UNKNOWN] * 2, "east": [UNKNOWN] * 2}}
    (offer,) = (
        one for one in table.get("/offers", "seat:north").json["offers"] if one["type"] == "deal_aliens"
    )
    alien = offer["parameters"]["aliens"]["of"]["keys"]["north"]["values"][0]
    seen = {"type": "deal_aliens", "aliens": {"north": [alien, UNKNOWN], "east": [UNKNOWN] * 2}}
    version = table.version
    for deal in (unseen, seen):
        assert table.post("/actions?dry_run=true", deal, "seat:north").status_code == 200
        assert table.version == version
    problem(table.act(seen, "seat:east"), 403, "not-allowed")
    assert table.act(seen, "seat:north").status_code == 201
    assert table.get(holder="seat:east").json["view"]["me"]["dealt_aliens"] == [UNKNOWN] * 2
    assert alien not in json.dumps(table.get("/entries", "seat:east").json["items"][-1])
