"""The root of the API, and its documents: the whole one, and one for each game."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from openapi_spec_validator import validate

from domain.games import REGISTRY
from service.schemas.json_schema import of_no_game
from service.version import VERSION

MOST_BYTES = 400_000
"""So long a game's own document may be."""


def test_the_root_says_what_this_is_and_where_everything_begins(client: FlaskClient) -> None:
    root: Any = client.get("/v1").json
    assert (root["name"], root["version"]) == ("Tablelog", VERSION)
    for link in root["links"].values():
        if "{" not in link:
            assert client.get(link).status_code != 404, link
    assert set(REGISTRY) < {game["game"] for game in root["games"]}
    for game in root["games"]:
        assert client.get(game["self"]).json["title"] == game["title"]
        assert client.get(game["document"]).json["openapi"].startswith("3.1")


def test_every_template_of_the_root_is_an_address(app: Flask, client: FlaskClient) -> None:
    known = {re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule) for rule in app.url_map.iter_rules()}
    assert set(client.get("/v1").json["links"].values()) <= known


@pytest.mark.parametrize("game", REGISTRY)
def test_a_games_document_is_sound_and_knows_no_other_game(client: FlaskClient, game: str) -> None:
    answer = client.get(f"/v1/games/{game}/openapi.json")
    document: Any = answer.json
    validate(document)
    assert len(answer.data) < MOST_BYTES
    assert not re.search(
        "|".join(f"#/components/schemas/{other}\\." for other in REGISTRY if other != game), answer.text
    )
    whole: Any = client.get("/v1/openapi.json").json
    assert "/v1/clubs/{club_id}/sessions" in document["paths"]
    assert "/v1/clubs/{club_id}/keys" in whole["paths"].keys() - document["paths"].keys()
    whole["paths"] = {path: item for path, item in whole["paths"].items() if not of_no_game(path)}
    assert operations_alike(document) == operations_alike(whole)
    assert "ClubKeysShown" not in document["components"]["schemas"]
    assert f"{game}.Action" in document["components"]["schemas"]
    for name in ("Action", "Opening", "Correction"):
        assert 1 <= len(document["components"]["schemas"][name]["anyOf"]) <= 2


def operations_alike(document: Any) -> Any:
    """The paths without examples, and without the filters that one game has and another has not.

    Other tests compare these with the games.
    """
    games = tuple(
        f"#/components/parameters/{name}" for name in ("color", "faction", "side", "team", "option.")
    )
    return without_examples(document["paths"], games)


def without_examples(part: Any, left_out: tuple[str, ...]) -> Any:
    if isinstance(part, list):
        kept = [
            one for one in part if not (isinstance(one, dict) and one.get("$ref", "").startswith(left_out))
        ]
        return [without_examples(one, left_out) for one in kept]
    if not isinstance(part, dict):
        return part
    return {name: without_examples(one, left_out) for name, one in part.items() if name != "example"}


def test_a_game_that_nobody_knows_has_no_document(client: FlaskClient) -> None:
    assert client.get("/v1/games/chess/openapi.json").status_code == 404


def test_documents_are_asked_for_again_for_nothing(client: FlaskClient) -> None:
    for path in ("/v1", "/v1/openapi.json", "/v1/games/chaosmos/openapi.json"):
        tag = client.get(path).headers["ETag"]
        assert client.get(path, headers={"If-None-Match": tag}).status_code == 304
