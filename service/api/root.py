"""The root of the API: where everything begins, for who knows nothing but the address."""

from __future__ import annotations

from flask import Response

from domain.kernel.messages import Json
from service.http.blueprint import Blueprint
from service.http.responses import FOR_EVERYBODY, tagged_by_content
from service.http.services import services
from service.problems import NO_GAME, not_found
from service.schemas.answers import Root
from service.schemas.openapi import IF_NONE_MATCH, answer, api_document, describe
from service.schemas.sharing import of_one_game
from service.version import VERSION

routes = Blueprint("root", __name__, url_prefix="/v1", description="Where everything begins.")

LINKS: dict[str, Json] = {
    "component_set": "/v1/component-sets/{name}",
    "docs": "/docs",
    "document": "/v1/openapi.json",
    "games": "/v1/games",
    "imports": "/v1/imports",
    "people": "/v1/people",
    "readiness": "/readyz",
    "session": "/v1/sessions/{session_id}",
    "sessions": "/v1/sessions",
    "statistics": "/v1/statistics",
}
"""Addresses, those with braces as URI templates (RFC 6570)."""

DOCUMENT: Json = {"type": "object", "description": "An OpenAPI 3.1 document."}


@routes.route("")
@describe(headers=[IF_NONE_MATCH], answers={200: answer(Root), 304: None})
def get_root() -> Response:
    """Say what this is, which games it knows, and where everything begins."""
    games: list[Json] = [
        {
            "game": game.key,
            "title": game.title,
            "self": f"/v1/games/{game.key}",
            "document": f"/v1/games/{game.key}/openapi.json",
        }
        for game in services().games.values()
    ]
    body: dict[str, Json] = {"name": "Tablelog", "version": VERSION, "links": LINKS, "games": games}
    return tagged_by_content(body, FOR_EVERYBODY)


@routes.route("/openapi.json")
@describe(headers=[IF_NONE_MATCH], answers={200: DOCUMENT, 304: None})
def get_document() -> Response:
    """Show the OpenAPI document of the whole API."""
    return tagged_by_content(api_document(), FOR_EVERYBODY)


@routes.route("/games/<name:game>/openapi.json")
@describe(headers=[IF_NONE_MATCH], answers={200: DOCUMENT, 304: None})
def get_document_of_game(game: str) -> Response:
    """Show the OpenAPI document without the actions, openings and facts of other games."""
    games = services().games
    if game not in games:
        raise not_found(NO_GAME)
    return tagged_by_content(of_one_game(api_document(), game, games), FOR_EVERYBODY)
