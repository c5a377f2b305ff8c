"""One phone records for all and sees no card drawn face down; seats name their own (TC-R39, TC-R40)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from domain.games import REGISTRY
from domain.kernel import UNKNOWN
from service.app import create_app
from tests.games.time_of_chaos.table import act
from tests.games.time_of_chaos.test_games_with_unknown_cards import of_this, without_faces
from tests.service.conftest import Table, problem, settings_at
from tests.support.recorded import library

RECORDED = next(path for path in library("time_of_chaos") if path.stem == "demo-2p-001")


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    made = create_app(settings_at(tmp_path), REGISTRY)
    yield made
    made.extensions["tablelog"].close()


def evening(app: Flask, **opening: Any) -> Table:
    """The table of the recorded game, with a recorder who has no seat."""
    first, _ = without_faces(RECORDED)
    table = Table(app, first | opening)
    table.tokens |= table.post("/tokens", {"holders": ["recorder"]}, "owner", if_match=None).json["tokens"]
    return table


def up_to_a_grab(table: Table) -> tuple[str, str, str]:
    """Record until somebody has grabbed a card that nobody saw: the seat, the card, the other seat."""
    _, *seen = map(json.loads, RECORDED.read_text().splitlines())
    _, actions = without_faces(RECORDED)
    place = next(place for place, action in enumerate(actions) if action["type"] == "grab")
    for action in actions[: place + 1]:
        assert table.act(action, "recorder").status_code == 201
    seat = actions[place]["seat"]
    return seat, seen[place]["card"], next(other for other in ("red", "blue") if other != seat)


def last(table: Table, holder: str = "owner") -> dict[str, Any]:
    entry: dict[str, Any] = table.get(f"/entries?from={table.version}", holder).json["items"][0]
    return entry


def verbs(table: Table, holder: str, seat: str) -> set[str]:
    """What this holder is offered for the seat."""
    offers = table.get("/offers", holder).json["offers"]
    return {offer["type"] for offer in offers if offer["seat"] == seat}


def test_a_game_is_recorded_by_who_sees_no_card_and_named_by_who_holds_it(app: Flask):
    table = evening(app)
    _, *seen = map(json.loads, RECORDED.read_text().splitlines())
    _, actions = without_faces(RECORDED)
    for place, (action, original) in enumerate(zip(actions, seen, strict=True)):
        answer = table.act(action, "recorder")
        assert answer.status_code == 201, answer.text
        if action["type"] == "grab" and place % 2:
            named = act("name_card", action["seat"], card=original["card"])
            assert table.act(named, f"seat:{action['seat']}").status_code == 201
    expected = of_this(RECORDED)
    standing = table.get().json["standing"]
    assert {seat["seat"]: seat["score"] for seat in standing["seats"]} == {
        seat: of["score"] for seat, of in expected["seats"].items()
    }
    assert list(standing["winners"]) == expected["winners"]
    assert table.get("/audit").json["passed"]


def test_a_seat_names_its_own_card_and_takes_a_slip_back_itself(app: Flask):
    table = evening(app)
    seat, card, other = up_to_a_grab(table)
    naming = act("name_card", seat, card=card)
    assert "name_card" in verbs(table, f"seat:{seat}", seat)
    assert "name_card" not in verbs(table, f"seat:{other}", seat) | verbs(table, "recorder", seat)
    problem(table.act(naming, f"seat:{other}"), 403, "another-seat")
    problem(table.act(naming, "spectator"), 403, "not-allowed")
    before = table.version
    assert table.act(naming, f"seat:{seat}").status_code == 201
    assert card in json.dumps(table.get("", f"seat:{seat}").json["view"]["seats"][seat]["hand"])
    assert table.post("/retractions", {"to": before}, f"seat:{seat}").status_code == 201
    assert table.act(naming, f"seat:{seat}").status_code == 201


def test_a_recorder_who_is_told_a_card_names_it_and_others_learn_nothing(app: Flask):
    table = evening(app)
    seat, card, other = up_to_a_grab(table)
    assert table.act(act("name_card", seat, card=card), "recorder").status_code == 201
    for holder in (f"seat:{other}", "recorder", "spectator"):
        told = last(table, holder)
        assert (told["action"], told["facts"]) == ({"type": "name_card", "seat": seat}, [])
        shown = json.dumps(table.get("", holder).json["view"]["seats"])
        assert card not in shown
        assert UNKNOWN not in shown
    assert last(table, f"seat:{seat}")["facts"] == [{"fact": "card_named", "seat": seat, "card": card}]


def test_a_dry_run_of_an_unknown_card_tells_nothing_and_writes_nothing(app: Flask):
    table = evening(app)
    seat, card, _ = up_to_a_grab(table)
    version = table.version
    for holder in (f"seat:{seat}", "recorder"):
        tried = table.post("/actions?dry_run=true", act("name_card", seat, card=card), holder)
        assert tried.json == {"version": version, "dry_run": True, "untold": True}
    assert table.version == version


def test_where_nobody_may_declare_nothing_is_unknown(app: Flask):
    table = evening(app, chance="drawn")
    table.acted(*({"type": kind} for kind in ("lay_out_tiles", "deal_displays", "choose_first_player")))
    first = table.get().json["view"]["first_player"]
    for seat, tile in zip(
        table.get().json["view"]["placement_queue"], ("present:A", "present:B"), strict=True
    ):
        table.acted(act("place_pawn", seat, tile=tile))
    table.acted(act("send_disorder", first))
    for holder in ("owner", "scribe", "recorder", f"seat:{first}"):
        refused = problem(table.act(act("grab", first, card=UNKNOWN), holder), 409, "outcome-declared")
        assert refused["field"] == "card"
        assert UNKNOWN not in table.get("/offers?with=words", holder).text
