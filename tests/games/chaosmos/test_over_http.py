"""Recorded games over HTTP: every seat records for itself, the scribe for the table."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from domain.games import REGISTRY
from service.app import create_app
from tests.service.conftest import Table, problem, settings_at
from tests.support.recorded import library

DEMO_GAMES = [path for path in library("chaosmos") if path.stem.startswith("demo-")]


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    made = create_app(settings_at(tmp_path), REGISTRY)
    yield made
    made.extensions["tablelog"].close()


def game(path: Path) -> tuple[Any, list[Any]]:
    opening, *actions = map(json.loads, path.read_text().splitlines())
    return opening, actions


def holder_of(action: Any) -> str:
    return f"seat:{action['seat']}" if "seat" in action else "scribe"


def final_table(view: Any, actions: int) -> Any:
    """The owner's view after the end, in the words of the expected tables."""
    truth = view["truth"]
    controls = {
        planet["controller"]: name for name, planet in view["planets"].items() if planet["controller"]
    }
    zones = {("hand", seat): mine["hand"] for seat, mine in truth["seats"].items()}
    zones |= {("envelope", name): inside["face_down"] for name, inside in truth["envelopes"].items()}
    zones |= {("pool", None): view["pool"], ("void", None): view["void"]}
    kind, place = next(zone for zone, cards in zones.items() if "ovoid" in cards)
    return {
        "actions": actions,
        **{name: view[name] for name in ("turns_ended", "clock", "hypertoken_supply")},
        **{name: view[name] for name in ("pool", "void", "removed")},
        "clock_cut_by_cards": truth["clock_cut"],
        **view["result"],
        "ovoid_in": kind,
        "ovoid_at": place,
        "seats": {
            seat: {**public, "hand": truth["seats"][seat]["hand"], "controls": controls.get(seat)}
            for seat, public in view["seats"].items()
        },
        "planets": {
            name: {
                **{key: planet[key] for key in ("controller", "flag", "no_take")},
                "face_down": truth["envelopes"][name]["face_down"],
                "face_up": truth["envelopes"][name]["face_up"],
                "face_up_activated_by": truth["envelopes"][name]["activated_by"],
            }
            for name, planet in view["planets"].items()
        },
        "deck": len(truth["deck"]),
    }


@pytest.mark.parametrize("path", DEMO_GAMES, ids=lambda path: path.stem)
def test_seats_and_scribe_record_a_game_between_them(app: Flask, path: Path):
    opening, actions = game(path)
    table = Table(app, opening)
    for version, action in enumerate(actions, start=1):
        answer = table.act(action, holder_of(action), if_match=f'"{version}"')
        assert answer.status_code == 201, answer.text
    expected = json.loads(path.with_suffix(".expected.json").read_text())
    assert final_table(table.get().json["view"], len(actions)) == expected


def test_a_seat_does_not_record_for_another_nor_over_what_it_missed(app: Flask):
    opening, actions = game(next(path for path in DEMO_GAMES if "2p-first" in path.stem))
    table = Table(app, opening).acted(*actions[:2])
    east, north = actions[2:4]
    assert table.act(east, "seat:north").status_code == 403
    assert table.act(east, "seat:east", if_match='"3"').status_code == 201
    assert table.act(north, "seat:north", if_match='"3"').status_code == 201, "independent of what it missed"
    problem(table.act(actions[4], "scribe", if_match='"3"'), 412, "stale")


def test_a_seat_sees_the_table_as_it_stood_and_the_owner_with_its_eyes_after_the_end(app: Flask):
    path = next(path for path in DEMO_GAMES if "2p-first" in path.stem)
    opening, actions = game(path)
    table = Table(app, opening).acted(*actions)
    wanted = json.loads(path.with_suffix(".views.json").read_text())["views"]
    for views in wanted:
        for seat in ("north", "east"):
            own = table.get(f"?at={views['entry']}", f"seat:{seat}").json["view"]
            lent = table.get(f"?at={views['entry']}&as={seat}", "owner").json["view"]
            assert own == lent
            assert own.pop("spaces")["c0"] == ["c0", "c3"], "recorded when views told of no names"
            assert own.pop("ways")["v1"] == ["ashkel", "brontide", "fennmire"], "nor of ways"
            assert own == views[seat]


def test_what_a_seat_could_place_is_served_beside_the_view_as_it_knew_it_then(app: Flask):
    path = next(path for path in DEMO_GAMES if "2p-two" in path.stem)
    opening, actions = game(path)
    table = Table(app, opening).acted(*actions)
    placed = 0
    for version in range(10, len(actions), 40):
        for seat in ("north", "east"):
            own = table.get(f"?at={version}", f"seat:{seat}").json["knowledge"]
            assert own == table.get(f"?at={version}&as={seat}", "owner").json["knowledge"]
            placed += sum(len(cards) for cards in own.values())
    assert placed
    assert not table.get("?at=50", "spectator").json["knowledge"]


def test_a_dry_run_asks_for_a_declared_deal_one_envelope_after_another(app: Flask):
    opening, actions = game(DEMO_GAMES[0])
    at = [action["type"] for action in actions].index("deal_cards")
    table, deal = Table(app, opening).acted(*actions[:at]), actions[at]
    asked: dict[str, Any] = {"type": "deal_cards", "chance": "declared"}
    paths = ["pool_draws", *(f"envelopes/{planet}" for planet in sorted(deal["envelopes"]))]
    for path in paths:
        (outcome,) = table.post("/actions?dry_run=true", asked).json["outcomes"]
        assert outcome["path"] == path
        name, _, planet = path.partition("/")
        cards = deal[name][planet] if planet else deal[name][: outcome["domain"]["most"]]
        assert not Counter(cards) - Counter(outcome["domain"]["values"])
        asked = asked | {name: {**asked.get(name, {}), planet: cards} if planet else deal[name]}
    assert table.act(asked).status_code == 201
