"""The seats' own phones are enough for a whole game, and none records what is another's to record."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import pytest

from domain.games.chaos_order import GAME
from domain.games.chaos_order.state import Plan
from service.app import create_app
from tests.games.chaos_order.table import BLUE, RED, ChaosTable, begun, faction_in, opened, with_box
from tests.service.conftest import Table, problem, settings_at
from tests.support.recorded import LIBRARY

NAME = "demo-2p-105-001"


ACTIONS: list[dict[str, Any]]
OPENING, *ACTIONS = map(json.loads, (LIBRARY / "chaos_order" / f"{NAME}.jsonl").read_text().splitlines())


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """The recorded game's table, just opened."""
    app = create_app(settings_at(tmp_path), {"chaos_order": GAME})
    told = {name: OPENING[name] for name in ("component_set", "seats", "options") if name in OPENING}
    yield Table(app, told | {"game": "chaos_order"})
    app.extensions["tablelog"].close()


def holder_of(table: Table, action: dict[str, Any], turn: int) -> str:
    """The actor's phone; for what the table does, one that is offered it, of one seat or the other."""
    if "seat" in action:
        return f"seat:{action['seat']}"
    phones = ("seat:p1", "seat:p2")[:: (1, -1)[turn % 2]]
    return next(
        phone
        for phone in phones
        if action["type"] in {offer["type"] for offer in table.get("/offers", phone).json["offers"]}
    )


def test_a_recorded_game_is_played_by_seats_alone(table: Table):
    for turn, action in enumerate(ACTIONS):
        answer = table.act(action, holder_of(table, action, turn))
        assert answer.status_code == 201, (action, answer.text)
    expected = json.loads((LIBRARY / "chaos_order" / f"{NAME}.expected.json").read_text())
    shown = table.get("", "seat:p1").json["view"]
    assert shown["winners"] == expected["winners"]
    for name in ("round", "reason", "flare_gun", "relics_out", "deck", "discard"):
        assert shown[name] == expected[name]
    for seat, board in expected["seats"].items():
        for name in ("energy", "gems", "fame", "research", "hand", "relics", "counters"):
            assert shown["seats"][seat][name] == board[name]


def test_a_seat_does_not_act_for_another(table: Table):
    other = {"p1": "seat:p2", "p2": "seat:p1"}[ACTIONS[0]["seat"]]
    problem(table.act(ACTIONS[0], other), 403, "another-seat")


@pytest.mark.parametrize("holder", ["seat", "scribe", "owner"])
def test_co_509_a_dry_run_asks_for_the_card_that_is_drawn(table: Table, holder: str):
    drawing = next(place for place, action in enumerate(ACTIONS) if action.get("draws"))
    for turn, action in enumerate(ACTIONS[:drawing]):
        table.act(action, holder_of(table, action, turn))
    action = ACTIONS[drawing]
    asked = {name: value for name, value in action.items() if name != "draws"} | {"chance": "declared"}
    phone = f"seat:{action['seat']}" if holder == "seat" else holder
    draws: list[str] = []
    for place, card in enumerate(action["draws"]):
        dry = table.post("/actions?dry_run=true", asked | ({"draws": draws} if draws else {}), phone)
        (outcome,) = dry.json["outcomes"]
        assert outcome["path"] == f"draws/{place}"
        assert {card, "unknown"} <= {*outcome["domain"]["values"]}
        draws.append(card)
    whole = table.post("/actions?dry_run=true", asked | {"draws": draws}, phone)
    assert ("untold" if holder == "seat" else "entry") in whole.json, "a seat names hidden cards unheard"
    assert "outcomes" not in whole.json


def recorders(table: ChaosTable, kind: str) -> Collection[str] | None:
    assert GAME.recorders is not None
    return GAME.recorders(table.state, {"type": kind})


def test_co_114_and_co_122_tiles_and_foundations_are_laid_by_any_seat():
    three = ChaosTable(GAME, [{"seat": name, "faction": name} for name in ("jrayek", "zcharo", "ai")])
    assert set(recorders(three, "prepare_table") or ()) == {"jrayek", "zcharo", "ai"}
    assert set(recorders(opened(), "lay_neutral_foundations") or ()) == {RED, BLUE}


def test_co_103_a_setup_that_draws_is_recorded_by_who_draws():
    draws = with_box(lambda d: faction_in(d, "circadians")["setup"].append({"do": "draw_tactics", "n": 1}))
    assert recorders(opened(draws), "prepare_table") == (RED,)


def test_co_410_plans_are_turned_over_by_the_two_who_fight():
    table = begun().fighting("glass_mire", {RED: Plan("die_a", "none"), BLUE: Plan("plain_a", "none")})
    assert set(recorders(table, "reveal_plans") or ()) == {RED, BLUE}
    assert recorders(begun(), "reveal_plans") == ()


def test_co_482_a_relic_whose_space_draws_is_resolved_by_who_takes_it():
    def spaces(document: dict[str, Any]) -> None:
        faction = faction_in(document, "circadians")
        faction["relic_spaces"] = [[], [{"do": "draw_tactics", "n": 1}]]
        faction["fame"]["spaces"] = {"3": [{"do": "draw_tactics", "n": 1}]}

    table = begun(with_box(spaces)).bare().at("check_relics")
    assert set(recorders(table, "resolve_relics") or ()) == {RED, BLUE}
    place = next(place for place, region in table.state.regions.items() if region.relic == 1)
    table.region(place, fighters={RED: 1})
    assert set(recorders(table, "resolve_relics") or ()) == {RED, BLUE}
    assert recorders(table.board(RED, fame=1), "resolve_relics") == (RED,)
    assert recorders(table.board(RED, fame=3, relics=(7,)), "resolve_relics") == (RED,)


def test_any_other_action_is_its_seats_own():
    table = begun()
    for kind in GAME.actions:
        tag = str(kind.__struct_config__.tag)
        if "seat" in kind.__struct_fields__:
            assert recorders(table, tag) is None
