"""Gestures over the API: tried, recorded as one correction, refused by name, and blind to what is hidden."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask import Flask

from domain.games import REGISTRY
from domain.kernel import Game
from tests.service.conftest import Table, problem
from tests.support.recorded import LIBRARY
from tests.support.service.swapped_worlds import NOT_THE_SAME, both_recorded, pair_of

HIDDEN = [game for key, game in REGISTRY.items() if key in ("chaosmos", "first_light") and game.mending]
"""Those of which most is hidden."""
PREVIEW = "/corrections?dry_run=true&with=board,words"
ENERGY = {"gesture": "counted", "line": "energy:p1", "by": 2}
MARCH = {"gesture": "moved", "piece": "ember_fen:p2", "count": 1, "source": "ember_fen", "goal": "salt_bluff"}


@pytest.fixture
def table(app: Flask) -> Table:
    """Three seats in the second round of Chaos Order."""
    lines = (LIBRARY / "chaos_order" / "demo-3p-105-002.jsonl").read_text("utf-8").splitlines()
    opening, *actions = map(json.loads, lines)
    return Table(app, opening).acted(actions[:150])


def sent(*gestures: object, reason: str = "so it lay") -> dict[str, object]:
    return {"gestures": list(gestures), "reason": reason}


def board(table: Table) -> Any:
    return table.get("?with=board").json["board"]


def test_a_preview_shows_the_board_that_the_correction_leads_to(table: Table) -> None:
    before, version = board(table), table.version
    tried = table.post(PREVIEW, sent(MARCH, ENERGY)).json
    assert (table.version, board(table)) == (version, before)
    assert tried["after"]["board"] != before
    assert {tray["id"] for tray in tried["after"]["mat"]["trays"]} >= {"supply:p1", "1:p1", "drop_ship:p2"}
    recorded = table.post("/corrections", sent(MARCH, ENERGY))
    assert recorded.status_code == 201
    assert board(table) == tried["after"]["board"]
    entry = recorded.json["entry"]
    assert (entry["kind"], entry["reason"], len(entry["facts"])) == ("corrected", "so it lay", 2)
    assert table.version == version + 1
    assert table.post("/retractions", {"to": version, "reason": "no"}).status_code == 201
    assert board(table) == before


def test_a_gesture_that_cannot_be_recorded_is_named(table: Table) -> None:
    for path in ("/corrections", PREVIEW):
        for bad in (
            ENERGY | {"by": -500},
            ENERGY | {"line": "luck:p1"},
            ENERGY | {"line": "energy:nobody"},
            MARCH | {"count": 99},
            MARCH | {"goal": "the moon"},
            MARCH | {"piece": "nothing"},
            {"gesture": "set", "track": "research:nothing", "seat": "p1", "at": 0},
            {"gesture": "flipped", "piece": "ember_fen", "face": "upgraded"},
            {"gesture": "dealt", "card": "feint", "source": "p1", "goal": "p2"},
        ):
            body = problem(table.post(path, sent(ENERGY, bad)), 422, "invalid")
            assert [error["pointer"] for error in body["errors"]] == ["/gestures/1"], bad
            assert body["errors"][0]["detail"].endswith(".")


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        (sent(), "/gestures"),
        (sent({"gesture": "eaten"}), "/gestures/0/gesture"),
        (sent(ENERGY | {"by": "2"}), "/gestures/0/by"),
        (sent(ENERGY, reason=""), "/reason"),
        ({"gestures": "all"}, "/gestures"),
    ],
)
def test_gestures_of_the_wrong_shape_are_refused(table: Table, body: object, pointer: str) -> None:
    errors = problem(table.post("/corrections", body), 422, "invalid")["errors"]
    assert pointer in [error["pointer"] for error in errors]


def test_only_who_may_correct_tries_gestures(table: Table) -> None:
    for holder in ("seat:p1", "spectator"):
        problem(table.post(PREVIEW, sent(ENERGY), holder), 403, "not-allowed")
    problem(table.post(f"{PREVIEW}&as=nobody", sent(ENERGY)), 422, "invalid")


def test_a_game_without_gestures_says_so(reef: Table) -> None:
    errors = problem(reef.post("/corrections", sent(ENERGY)), 422, "invalid")["errors"]
    assert errors[0]["pointer"] == "/gestures/0"
    assert "mat" not in reef.post(PREVIEW, sent()).json["after"]


@pytest.mark.parametrize("game", HIDDEN, ids=lambda game: game.key)
def test_a_phone_that_plays_is_shown_the_same_of_two_worlds(app: Flask, game: Game[Any]) -> None:
    """The phone of an owner who plays corrects with the owner's token, and sees what its seat sees."""
    pair = pair_of(game, seated=True)
    worlds = both_recorded((app, app), pair)
    preview = f"{PREVIEW}&as={pair.viewer.seat}"
    after = worlds[0].post(preview, sent(), "owner").json["after"]
    tries = [sent(), *map(sent, some_gestures(after))]
    assert len(tries) > 5
    for body in tries:
        answers = [NOT_THE_SAME.sub(b"*", one.post(preview, body, "owner").data) for one in worlds]
        assert answers[0] == answers[1], body


def some_gestures(after: Any) -> list[dict[str, Any]]:
    """A few of each kind, on what is there."""
    board, mat = after["board"], after["mat"]
    lines = [line["id"] for panel in board["seats"] for line in panel.get("lines", ()) if "id" in line]
    places = [one for zone in board["zones"] for one in zone.get("places", ())]
    pieces = [(piece["id"], one["id"]) for one in places for piece in one.get("pieces", ())]
    moved = [
        {"gesture": "moved", "piece": id, "count": 1, "source": source, "goal": places[at * 3]["id"]}
        for at, (id, source) in enumerate(pieces[:6])
    ]
    turned = [{"gesture": "flipped", "piece": id, "face": faces[0]} for id, faces in mat["faces"].items()]
    cards = [(card, panel["seat"]) for panel in board["seats"] for card in panel.get("cards", ())]
    dealt = [
        {"gesture": "dealt", "card": card["id"], "source": seat, "goal": "supply"}
        for card, seat in cards
        if card["id"] is not None
    ]
    counted = [{"gesture": "counted", "line": id, "by": 1} for id in lines]
    return [*moved, *counted[:4], *turned[:3], *dealt[:3]]
