"""An evening without a scribe: every step is recorded by the phone of a seat, over HTTP."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from domain.games.first_light import GAME
from domain.games.first_light.bot import bot
from domain.games.first_light.state import State
from domain.kernel import Offer
from domain.kernel.game import recorders_of
from service.app import create_app
from tests.games.first_light.table import executing, opened, owing
from tests.service.conftest import Table, problem, settings_at
from tests.support.recorded import library

RECORDED = {path.stem: path for path in library("first_light")}
SEATS = ("blue", "black")
OPENING: dict[str, Any] = {
    "game": "first_light",
    "component_set": "demo",
    "chance": "declared",
    "seats": [{"seat": seat, "color": seat} for seat in SEATS],
    "options": {"planet_side": "a", "clan_sides": {"leyrien": "a", "zcharo": "a", "jrayek": "b"}},
}
FIRST_CHARACTERS = {"blue": ["troy_sullivan", "naira_sol"], "black": ["sable_lesedi", "akira_hope"]}


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Any]:
    made = create_app(settings_at(tmp_path), {"first_light": GAME})
    yield made
    made.extensions["tablelog"].close()


def recorded(name: str) -> tuple[dict[str, Any], list[dict[str, Any]], dict[str, Any]]:
    """The opening, the actions, and what its expected file says of the end."""
    opening, *actions = map(json.loads, RECORDED[name].read_text().splitlines())
    expected = json.loads(RECORDED[name].with_suffix(".expected.json").read_text())
    return opening, actions, expected


def by_seats(seats: list[str], actions: list[dict[str, Any]]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Who records what, each time another seat what is the table's. Each names the cards that it is dealt."""
    for number, action in enumerate(actions):
        if action["type"] == "deal_items":
            hands = action["hands"]
            yield seats[0], {**action, "hands": {seat: [None] * len(hands[seat]) for seat in hands}}
            for seat, hand in hands.items():
                yield from ((seat, {"type": "name_item", "seat": seat, "item": card}) for card in hand)
        else:
            yield action.get("seat", seats[number % len(seats)]), action


def test_a_recorded_game_is_recorded_by_its_seats_alone(app: Any) -> None:
    opening, actions, expected = recorded("bots-3p-ai-102")
    table = Table(app, opening)
    seats = [seat["seat"] for seat in opening["seats"]]
    for seat, action in by_seats(seats, actions):
        answer = table.act(action, f"seat:{seat}")
        assert answer.status_code == 201, (action, answer.text)
    result = table.get("", f"seat:{seats[0]}").json["view"]["result"]
    assert result["winners"] == expected["winners"]
    assert {owner: score["total"] for owner, score in result["scores"].items()} == {
        owner: score["total"] for owner, score in expected["scores"].items()
    }


def test_what_is_dealt_face_down_is_drawn_for_whichever_seat_asks(app: Any) -> None:
    """Two rounds by the offers that each seat's own phone is shown, cards and dice drawn by the service."""
    table = Table(app, {**OPENING, "chance": "drawn"})
    random = Random(4)
    while (view := table.get("", "seat:blue").json["view"])["round"] < 3:
        offers = [
            msgspec.convert(offer, Offer)
            for seat in SEATS
            for offer in table.get("/offers", f"seat:{seat}").json["offers"]
        ]
        state = app.extensions["tablelog"].handler.look(table.id).state
        action = bot(state, offers, random) or {}
        seat = action.get("seat") or random.choice(SEATS)
        answer = table.act(action, f"seat:{seat}")
        assert answer.status_code == 201, (action, answer.text)
    assert all(view["seats"][seat]["character"] for seat in SEATS)


def test_a_seat_records_for_no_other_and_deals_nobody_a_card_by_name(app: Any) -> None:
    table = Table(app, OPENING)
    tops = {
        "farm_tops": ["producer", "gem_on_six", "water_3"],
        "upgrade_tops": ["flip", "free_garage", "points"],
    }
    assert table.act({"type": "reveal_stacks", **tops}, "seat:black").status_code == 201
    deal = {"type": "deal_characters"}
    named = {**deal, "characters": FIRST_CHARACTERS}
    problem(table.act(named, "seat:blue"), 403, "not-allowed")
    assert table.act({**deal, "chance": "drawn"}, "seat:blue").status_code == 201
    choice = table.get("", "seat:black").json["view"]["seats"]["black"]["dealt_characters"][0]
    chosen = {"type": "choose_character", "seat": "black", "character": choice}
    problem(table.act(chosen, "seat:blue"), 403, "another-seat")
    assert table.act(chosen, "seat:black").status_code == 201


def recording(state: State, **action: Any) -> set[str]:
    """The seats whose phones may record it."""
    return set(recorders_of(GAME, state, action, None))


def test_cards_are_dealt_by_a_seat_that_names_its_own_alone() -> None:
    state = opened(2).given_state(phase="setup_items").state
    own, none = ["yeki", "grogg", "ledger", "archive"], [None] * 4
    assert recording(state, type="deal_items") == set(SEATS)
    assert recording(state, type="deal_items", hands={"blue": none, "black": none}) == set(SEATS)
    assert recording(state, type="deal_items", hands={"blue": own, "black": none}) == {"blue"}
    assert not recording(state, type="deal_items", hands={"blue": own, "black": own})


@pytest.mark.parametrize(
    ("changes", "private", "public"),
    [
        ({}, SEATS, SEATS),
        ({"black": {"water": 2, "move_to": "centre", "items": [None]}}, SEATS, SEATS),
        ({"black": {"water": -2}}, ("black",), SEATS),
        ({"black": {"items": ["yeki"]}}, ("black",), ("black",)),
        ({"black": {"discard": ["yeki"]}}, ("black",), ("black",)),
        ({"black": {"gems": -1}, "blue": {"gems": -1}}, (), SEATS),
    ],
)
def test_fl_r47_an_effect_by_hand_is_recorded_by_a_seat_that_tells_nothing_hidden(
    changes: dict[str, Any], private: tuple[str, ...], public: tuple[str, ...]
) -> None:
    for resources, seats in (("private", private), ("public", public)):
        state = executing(3, options={"resources": resources}).state
        assert recording(state, type="apply_effect", effect="dust", changes=changes) == set(seats)


def test_fl_351_a_clan_ability_by_hand_is_recorded_by_who_placed_the_die() -> None:
    state = owing(executing(3), "clan_ability", clan="leyrien", value=3).state
    assert recording(state, type="apply_effect", effect="leyrien") == {"blue"}


@pytest.mark.parametrize("kind", ["reveal_event", "reveal_scheme", "set_start_player", "reveal_gem_caches"])
def test_what_lies_open_is_recorded_by_any_seat(kind: str) -> None:
    assert recording(opened(2).state, type=kind) == set(SEATS)
