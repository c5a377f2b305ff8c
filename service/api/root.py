"""The root of the API, where a client starts that knows only the address; health and metrics."""

from __future__ import annotations

import sqlalchemy as sa
from flask import Response
from prometheus_client import CONTENT_TYPE_LATEST

from domain.kernel.messages import Json
from replays.event_store import Unavailable
from service.http.blueprint import Blueprint
from service.http.responses import FOR_EVERYBODY, answered, tagged_by_content
from service.http.services import services
from service.problems import NO_GAME, Problem, not_found
from service.schemas.answers import Health, Readiness, Root
from service.schemas.json_schema import of_one_game
from service.schemas.openapi import IF_NONE_MATCH, answer, api_document, describe
from service.version import VERSION
from workers.rebuild import slowest

# The root of the API: the starting point for clients that know only the address.

routes = Blueprint("root", __name__, url_prefix="/v1", description="The entry point of the API.")

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
    """Show what this service is, which games it has, and links to everything else."""
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
    return tagged_by_content(of_one_game(api_document(), games[game], games), FOR_EVERYBODY)


# Health and metrics.

health_routes = Blueprint("health", __name__, description="Health checks.")

NOBODY_FOLLOWS = (
    "No worker follows the log: catalogue, series and statistics are not updated. Recording still works."
)


@health_routes.route("/healthz", runs="loop")
@describe(answers={200: answer(Health)})
def healthz() -> Response:
    """Check that the process is running."""
    return answered({"status": "ok"})


@health_routes.route("/readyz")
@describe(answers={200: answer(Readiness)})
def readyz() -> Response:
    """Check that log and tables can be reached, and how far behind the tables are if no worker is running.

    503 also while the database does not confirm what is recorded, and while this process is about to stop.
    """
    if services().stopping.is_set():
        raise Problem("unavailable", "This process is about to stop.")
    if services().store.hangs:
        raise Problem("unavailable", "The database does not confirm what is recorded.")
    try:
        followed, position = slowest(services().store, services().engine)
    except (Unavailable, sa.exc.SQLAlchemyError) as error:
        raise Problem("unavailable", "The log or the tables cannot be reached.") from error
    answer = {"status": "ready", "position": position}
    if services().watch.stands_still(followed, position):
        answer |= {"behind": position - followed, "missing": NOBODY_FOLLOWS}
    return answered(answer)


@health_routes.route("/metrics")
@describe(answers={200: {"type": "string"}}, media="text/plain")
def metrics() -> Response:
    """Show metrics of the service in the Prometheus format."""
    counted = services().metrics
    counted.streams.set(services().hub.open_streams)
    try:
        counted.position.set(services().store.position())
    except Unavailable:
        counted.position.set(-1)
    return Response(counted.told(), content_type=CONTENT_TYPE_LATEST)
