"""Games and component sets."""

from __future__ import annotations

import copy

import pytest
from flask import Flask
from flask.testing import FlaskClient

from domain.kernel.components import content_hash
from tests.service.conftest import GAMES, REEF_OPENING, Table, problem

DEMO = GAMES["time_of_chaos"].demo_sets()["demo"]


def test_games_are_listed_with_what_can_be_recorded(client: FlaskClient) -> None:
    games = {game["game"]: game for game in client.get("/v1/games").json["items"]}
    assert set(games) == set(GAMES)
    assert games["reef"]["actions"] == ["place_cubes", "hide_pearl", "roll_storm"]


@pytest.mark.parametrize("key", list(GAMES))
def test_a_game_shows_its_schemas_and_component_sets(client: FlaskClient, key: str) -> None:
    game = client.get(f"/v1/games/{key}").json
    assert [one["name"] for one in game["component_sets"]][:1] == ["demo"]
    named = game["schemas"]["action"]["components"]["schemas"]
    tags = {
        schema["properties"]["type"]["enum"][0]
        for schema in named.values()
        if "type" in schema.get("properties", {})
    }
    assert set(game["actions"]) <= tags


def test_an_unknown_game_is_not_found(client: FlaskClient) -> None:
    problem(client.get("/v1/games/whist"), 404, "not-found")
    problem(client.get("/v1/games/Reef!"), 404, "not-found")


def test_an_uploaded_component_set_is_played_with(everywhere: Flask) -> None:
    client = everywhere.test_client()
    body = {"game": "reef", "document": {"name": "reef", "edition": 2}}
    first = client.post("/v1/component-sets", json=body)
    assert first.status_code == 201
    assert client.post("/v1/component-sets", json=body).status_code == 200
    name = first.json["hash"]
    assert client.get(first.headers["Location"]).json == first.json
    assert (
        Table(everywhere, REEF_OPENING | {"component_set": name}).opened["session"]["component_set"] == name
    )
    other = {"game": "time_of_chaos", "component_set": name, "seats": [{"seat": "a", "color": "red"}]}
    problem(client.post("/v1/sessions", json=other), 422, "unknown-component-set")


def test_a_packaged_set_uploaded_again_is_the_same(client: FlaskClient) -> None:
    answer = client.post("/v1/component-sets", json={"game": "time_of_chaos", "document": DEMO})
    assert answer.status_code == 200
    assert answer.json["invented"]


def test_an_invalid_component_set_names_its_constraints(client: FlaskClient) -> None:
    document = copy.deepcopy(dict(DEMO))
    document["cities"] = document["cities"][:-1]
    answer = client.post("/v1/component-sets", json={"game": "time_of_chaos", "document": document})
    body = problem(answer, 422, "invalid-component-set")
    assert body["rule"].startswith("TC-C")
    assert all(error["pointer"].startswith("/document") for error in body["errors"])


def test_a_value_that_only_older_sets_may_have_is_refused_where_it_stands(
    app: Flask, client: FlaskClient
) -> None:
    """A set that was stored with it before is still the same set."""
    document = copy.deepcopy(dict(GAMES["order_vs_chaos"].demo_sets()["demo"]))
    document["event_cards"][0]["effects"] = [{"op": "doom", "side": "nobody", "delta": 1}]
    body = {"game": "order_vs_chaos", "document": document}
    refused = problem(client.post("/v1/component-sets", json=body), 422, "invalid-component-set")
    assert [error["pointer"] for error in refused["errors"]] == ["/document/event_cards/0/effects/0/side"]
    stored = content_hash(document)
    app.extensions["tablelog"].registers.add_component_set(stored, "order_vs_chaos", document)
    again = client.post("/v1/component-sets", json=body)
    assert (again.status_code, again.json["hash"]) == (200, stored)


@pytest.mark.parametrize(
    "body", [{}, {"game": "reef"}, {"game": "reef", "document": []}, {"game": "reef", "document": {}, "v": 1}]
)
def test_an_upload_of_the_wrong_shape_is_refused(client: FlaskClient, body: object) -> None:
    problem(client.post("/v1/component-sets", json=body), 422, "invalid")


def test_an_upload_for_an_unknown_game_is_refused(client: FlaskClient) -> None:
    answer = client.post("/v1/component-sets", json={"game": "whist", "document": {}})
    problem(answer, 422, "unknown-game")


@pytest.mark.parametrize(
    "document", [{"schema": 1}, {"cities": 3}, {"tiles": [None]}, {"decks": {"past": "x"}}]
)
def test_a_senseless_component_set_is_refused(client: FlaskClient, document: object) -> None:
    body = {"game": "time_of_chaos", "document": document}
    problem(client.post("/v1/component-sets", json=body), 422, "invalid-component-set")


def test_the_name_of_a_packaged_set_leads_to_the_sets_called_so(client: FlaskClient) -> None:
    body = problem(client.get("/v1/component-sets/demo"), 404, "not-found")
    found = {one["game"]: one["hash"] for one in body["component_sets"]}
    assert {*GAMES} <= {*found}
    shown = client.get(f"/v1/component-sets/{found['time_of_chaos']}").json
    assert shown["game"] == "time_of_chaos"


def test_an_unknown_component_set_is_not_found(client: FlaskClient) -> None:
    problem(client.get("/v1/component-sets/" + "0" * 64), 404, "not-found")
