"""The API document describes members, shows an example of every operation, and tells of notifications."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient
from jsonschema_rs import Draft202012Validator

from domain.games import REGISTRY
from service.schemas.descriptions import describe_members, is_described, meaning_in, without_meaning
from service.schemas.json_schema import operation_parameters
from tests.service.conftest import GAMES
from workers.webhooks.deliveries import told

LEAST_DESCRIBED = 0.95
ADDRESSES = ["/v1/openapi.json", *(f"/v1/games/{game}/openapi.json" for game in REGISTRY)]


@pytest.fixture(params=ADDRESSES)
def document(client: FlaskClient, request: pytest.FixtureRequest) -> dict[str, Any]:
    """The whole document, or that of a game."""
    found: dict[str, Any] = client.get(request.param).json
    return found


def operations(document: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, item in document["paths"].items():
        for method in item.keys() - {"parameters"}:
            yield path, method, item[method]


def errors(document: dict[str, Any], schema: Any, example: Any) -> list[str]:
    """What is wrong with an example."""
    whole = Draft202012Validator({**schema, "components": document["components"]})
    return [str(error) for error in whole.iter_errors(example)]


@pytest.mark.parametrize("game", [None, *REGISTRY])
def test_at_least_95_percent_of_members_are_described(client: FlaskClient, game: str | None) -> None:
    """In the whole document; and in the document of a game, where its own schemas are concerned."""
    address = "/v1/openapi.json" if game is None else f"/v1/games/{game}/openapi.json"
    schemas = client.get(address).json["components"]["schemas"]
    members = {
        (name, member): is_described(part, schemas)
        for name, schema in schemas.items()
        for member, part in schema.get("properties", {}).items()
        if game is None or name.startswith(f"{game}.")
    }
    assert len(members) > (4_000 if game is None else 50)
    assert sum(members.values()) >= LEAST_DESCRIBED * len(members), [
        name for name, described in members.items() if not described
    ]


def test_no_description_only_repeats_its_member(document: dict[str, Any]) -> None:
    """A word such as `Die.` is fine for a game's member; in the members of the service it says nothing."""
    repeated = [
        (name, member)
        for name, schema in document["components"]["schemas"].items()
        if "." not in name
        for member, part in schema.get("properties", {}).items()
        if part.get("description", "").strip(".").lower() == member.replace("_", " ")
    ]
    assert repeated == []


def test_every_operation_has_an_example(document: dict[str, Any]) -> None:
    for path, method, operation in operations(document):
        parameters = operation_parameters(document, path, method)
        contents = [
            content
            for part in (operation.get("requestBody", {}), *operation["responses"].values())
            for content in part.get("content", {}).values()
        ]
        assert any("example" in one for one in (*parameters, *contents)), (method, path)
        assert all("example" in one for one in parameters if one["in"] == "path"), (method, path)
        body = operation.get("requestBody", {}).get("content", {})
        assert all("example" in content for content in body.values()), (method, path)


def test_every_example_is_what_its_schema_takes(document: dict[str, Any]) -> None:
    for path, method, operation in operations(document):
        shown = [
            content
            for part in (operation.get("requestBody", {}), *operation["responses"].values())
            for content in part.get("content", {}).values()
        ]
        for one in (*operation_parameters(document, path, method), *shown):
            if "example" in one:
                assert errors(document, one["schema"], one["example"]) == [], (method, path)


@pytest.mark.parametrize("game", REGISTRY)
def test_examples_of_a_game_are_of_that_game(client: FlaskClient, game: str) -> None:
    document: Any = client.get(f"/v1/games/{game}/openapi.json").json
    opening = document["paths"]["/v1/sessions"]["post"]["requestBody"]["content"]["application/json"]
    assert opening["example"]["game"] == game
    assert client.post("/v1/sessions", json=opening["example"]).status_code == 201
    action = document["paths"]["/v1/sessions/{session_id}/actions"]["post"]["requestBody"]["content"]
    tags = {str(kind.__struct_config__.tag) for kind in GAMES[game].actions}
    assert action["application/json"]["example"]["type"] in tags
    assert document["components"]["parameters"]["game"]["example"] == game


def test_a_notification_is_what_the_document_says(client: FlaskClient) -> None:
    document: Any = client.get("/v1/openapi.json").json
    operation = document["webhooks"]["session"]["post"]
    content = operation["requestBody"]["content"]["application/json"]
    sent = told("01a2", (8, 11), "5f1c", "open", "open", "2026-03-01T19:30:00.000Z")
    assert errors(document, content["schema"], sent) == []
    assert errors(document, content["schema"], content["example"]) == []
    assert errors(document, content["schema"], {**sent, "type": "session.opened"}) != []
    named = document["components"]["schemas"]["WebhookNotification"]
    assert sent.keys() == content["example"].keys() == named["properties"].keys()
    headers = {one["name"] for one in operation["parameters"]}
    assert headers == {"webhook-id", "webhook-timestamp", "webhook-signature"}


def test_a_description_moves_from_the_docstring_to_its_member() -> None:
    text = "A card. `deck`: where it lies. back, front: what is printed; value: points."
    schemas: Any = {"Card": {"description": text, "properties": {"deck": {}, "back": {}, "value": {}}}}
    describe_members(schemas, {})
    members = schemas["Card"]["properties"]
    assert members["deck"] == {"description": "Where it lies."}
    assert members["back"] == {"description": "What is printed."}
    assert members["value"] == {"description": "Points."}
    assert "deck" not in schemas["Card"]["description"]
    assert schemas["Card"]["description"].startswith("A card.")
    assert meaning_in(text, "hue") is None
    assert without_meaning(text, "hue") == text
