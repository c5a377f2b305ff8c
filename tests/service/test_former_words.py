"""What 0.2 called otherwise is answered under its old word until 0.4, and answered in today's words."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jsonschema_rs import Draft202012Validator

from domain.games import REGISTRY
from domain.games.former_words import DIMENSIONS, MEASURES, SEAT_MEMBERS
from service.former_words import DEPRECATED_SINCE
from tests.service.conftest import LIBRARY, Table, problem
from workers.follow import Follower

OLD_SEATS = [{"seat": "anna", "colour": "red"}, {"seat": "ben", "colour": "blue"}]
SEATS = [{"seat": "anna", "color": "red"}, {"seat": "ben", "color": "blue"}]


def opening(game: str = "first_light", **more: Any) -> dict[str, Any]:
    path = min((LIBRARY / game).glob("*-2p-*.jsonl"))
    return json.loads(path.read_text().splitlines()[0]) | more


def follow(app: Flask) -> None:
    found = app.extensions["tablelog"]
    Follower(found.store, found.engine, found.library).pull()


def documented(client: FlaskClient, asked: dict[str, Any]) -> bool:
    """Whether the API's document says that this opening is one."""
    components = client.get("/v1/openapi.json").json["components"]
    schema = {"$ref": "#/components/schemas/Opening", "components": components}
    return Draft202012Validator(schema).is_valid(asked)


def test_an_opening_in_old_words_is_opened_and_shown_in_todays(client: FlaskClient) -> None:
    answer = client.post("/v1/sessions", json=opening(seats=OLD_SEATS))
    assert answer.status_code == 201, answer.text
    assert answer.json["session"]["seats"] == SEATS
    assert answer.headers["Deprecation"] == DEPRECATED_SINCE
    assert documented(client, opening(seats=OLD_SEATS))


def test_todays_words_are_not_deprecated(client: FlaskClient) -> None:
    answer = client.post("/v1/sessions", json=opening(seats=SEATS))
    assert answer.status_code == 201
    assert "Deprecation" not in answer.headers
    assert "Deprecation" not in client.get("/v1/sessions?color=red").headers


def test_an_opening_in_old_words_is_known_when_it_comes_again(client: FlaskClient) -> None:
    asked = opening(seats=OLD_SEATS, action_id="0123456789abcdef")
    first, again = (client.post("/v1/sessions", json=asked) for _ in range(2))
    assert again.headers["Idempotent-Replayed"] == "true"
    assert again.json == first.json
    problem(client.post("/v1/sessions", json=asked | {"seats": SEATS}), 422, "action-id-reused")


@pytest.mark.parametrize(
    "seats",
    [
        [{**OLD_SEATS[0], "color": "red"}, SEATS[1]],
        [{"seat": "anna", "colour": 3}, SEATS[1]],
        [{"seat": "anna"}, SEATS[1]],
        ["anna", SEATS[1]],
        "anna",
    ],
)
def test_an_opening_that_is_faulty_in_any_words_is_refused(client: FlaskClient, seats: Any) -> None:
    problem(client.post("/v1/sessions", json=opening(seats=seats)), 422, "invalid")
    assert not documented(client, opening(seats=seats))


def test_another_games_seats_never_had_the_word(client: FlaskClient) -> None:
    seats = [{"seat": "red", "colour": "red"}, {"seat": "blue", "colour": "blue"}]
    problem(client.post("/v1/sessions", json=opening("time_of_chaos", seats=seats)), 422, "invalid")


def test_a_filter_in_old_words_speaks_of_the_game_that_had_the_word(app: Flask) -> None:
    mine = Table(app, opening(seats=SEATS, visibility="public"))
    Table(app, opening("time_of_chaos", visibility="public"))
    follow(app)
    client = app.test_client()
    answer = client.get("/v1/sessions?colour=red")
    assert [item["id"] for item in answer.json["items"]] == [mine.id]
    assert answer.json["items"][0]["seats"] == SEATS
    assert answer.headers["Deprecation"] == DEPRECATED_SINCE
    assert len(client.get("/v1/sessions?color=red").json["items"]) == 2
    assert client.get("/v1/sessions?colour=red&game=first_light").json == answer.json
    problem(client.get("/v1/sessions?colour=red&game=time_of_chaos"), 422, "unusable-filter")


def test_statistics_group_and_filter_by_an_old_word(client: FlaskClient) -> None:
    old = client.get("/v1/statistics/first_light/score?group_by=colour,count&colour=red")
    new = client.get("/v1/statistics/first_light/score?group_by=color,count&color=red")
    assert old.status_code == 200
    assert old.json == new.json
    assert old.json["group_by"] == ["color", "count"]
    assert old.headers["Deprecation"] == DEPRECATED_SINCE


def test_a_measure_is_answered_under_its_old_key(client: FlaskClient) -> None:
    old = client.get("/v1/statistics/chaos_order/win_rate?group_by=faction")
    assert old.status_code == 200
    assert old.json == client.get("/v1/statistics/chaos_order/win_share?group_by=faction").json
    assert old.json["measure"] == "win_share"
    assert old.headers["Deprecation"] == DEPRECATED_SINCE
    assert client.get("/v1/sessions?game=chaos_order&measure=win_rate").status_code == 200
    listed = {(one["game"], one["key"]) for one in client.get("/v1/statistics").json["items"]}
    assert ("chaos_order", "win_share") in listed
    assert ("chaos_order", "win_rate") not in listed
    problem(client.get("/v1/statistics/time_of_chaos/win_rate"), 404, "not-found")


@pytest.mark.parametrize(
    ("key", "old", "new"),
    [("score", "start_distance", "position"), ("actions", "position", "place_in_round")],
)
def test_a_dimension_is_answered_under_its_old_name(app: Flask, key: str, old: str, new: str) -> None:
    path = LIBRARY / "first_light" / "bots-2p-ai-101.jsonl"
    first, *actions = map(json.loads, path.read_text().splitlines())
    Table(app, first | {"visibility": "public"}).acted(actions)
    follow(app)
    client = app.test_client()
    here = f"/v1/statistics/first_light/{key}"
    answer = client.get(f"{here}?group_by={old}&{old}=1")
    assert [row["group"] for row in answer.json["rows"]] == [{new: "1"}]
    assert answer.json == client.get(f"{here}?group_by={new}&{new}=1").json
    sessions = client.get(f"/v1/sessions?game=first_light&measure={key}&{old}=1")
    assert len(sessions.json["items"]) == 1
    assert sessions.headers["Deprecation"] == DEPRECATED_SINCE


def test_the_document_tells_of_old_words_as_deprecated_ones(client: FlaskClient) -> None:
    found = client.get("/v1/openapi.json").json
    seat = found["components"]["schemas"]["first_light.opening.SeatSetup"]
    assert seat["properties"]["colour"]["deprecated"] is True
    assert "deprecated" not in seat["properties"]["color"]
    parameters = {one["name"]: one for one in found["paths"]["/v1/sessions"]["get"]["parameters"]}
    assert parameters["colour"]["deprecated"] is True


def test_every_new_word_of_the_tables_is_one_of_today_and_no_old_one_is() -> None:
    for game, former in SEAT_MEMBERS.items():
        members = set(REGISTRY[game].seat_type.__struct_fields__)
        assert set(former.values()) <= members
        assert not former.keys() & members
    for game, former in MEASURES.items():
        keys = {measure.key for measure in REGISTRY[game].statistics.measures}
        assert set(former.values()) <= keys
        assert not former.keys() & keys
    for (game, key), former in DIMENSIONS.items():
        (measure,) = (one for one in REGISTRY[game].statistics.measures if one.key == key)
        assert set(former.values()) <= set(measure.dimensions)
        assert not former.keys() & set(measure.dimensions)
