"""Component sets: physical editions of a game's box, immutable, named by the hash of their content."""

from __future__ import annotations

import msgspec
from flask import Response

from domain.kernel import ComponentSet, InvalidComponents
from domain.kernel.components import content_hash
from domain.kernel.messages import Json
from domain.kernel.session.opening import load_components
from replays.library import UnknownComponentSet, UnknownGame
from service.http.authentication import must_be_let_open, must_be_operator
from service.http.blueprint import Blueprint
from service.http.rate_limits import keep_component_set, new_length, spend, spenders
from service.http.responses import FOR_EVERYBODY, answered, tagged_by_content
from service.http.services import services
from service.problems import Problem, not_found
from service.schemas.answers import ComponentSetNames, ComponentSetShown, DrawingShown
from service.schemas.fields import read_struct
from service.schemas.openapi import IF_NONE_MATCH, answer, describe
from service.schemas.requests import ComponentSetUpload, Drawing

routes = Blueprint(
    "component-sets", __name__, url_prefix="/v1", description="Editions of a game's box; they never change."
)

FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable"}
"""A hash names one content only: a client that has it need not ask again."""


@routes.route("/component-sets", methods=["POST"])
@describe(
    body="ComponentSetUpload",
    answers={200: answer(ComponentSetShown), 201: answer(ComponentSetShown)},
    refuses=["bad-token", "invalid-component-set", "not-allowed", "quota", "unknown-game"],
)
def add_component_set() -> Response:
    """Upload a component set. If you upload the same content again, you get the same set.

    The hash of the set is its name. A game lists the set once it is used in a public session. If the service
    requires the opening token to open sessions, you need it here too.
    """
    must_be_let_open()
    upload = read_struct(ComponentSetUpload)
    game = services().games.get(upload.game)
    if game is None:
        raise Problem("unknown-game", "There is no such game. GET /v1/games lists the games.")
    new = not services().library.knows(content_hash(upload.document))
    try:
        components = load_components(game, upload.document, new=new)
    except InvalidComponents as error:
        raise faulty("invalid-component-set", "/document", error) from None
    spend(new_length(components), spenders())
    added = not services().library.is_packaged(components) and keep_component_set(components)
    answer = answered(shown(components), 201 if added else 200)
    answer.headers["Location"] = f"/v1/component-sets/{components.hash}"
    return answer


@routes.route("/component-sets/<name:name>")
@describe(headers=[IF_NONE_MATCH], answers={200: answer(ComponentSetShown), 304: None})
def get_component_set(name: str) -> Response:
    """Show a component set by its hash.

    The name of a packaged set, such as `demo`, is unique only within a game. The 404 lists the sets with that
    name and their hashes.
    """
    return tagged_by_content(shown(component_set_named(name)), FOR_EVER)


@routes.route("/component-sets/<name:name>/names")
@describe(headers=[IF_NONE_MATCH], answers={200: answer(ComponentSetNames), 304: None})
def get_names(name: str) -> Response:
    """Show the names of the parts of a component set: kind, name, text, symbol.

    The answer is empty if the game does not define names.
    """
    components = component_set_named(name)
    words = services().games[components.game].words
    names = {} if words is None else words.names(components)
    return tagged_by_content({"hash": name, "names": msgspec.to_builtins(names)}, FOR_EVERYBODY)


@routes.route("/component-sets/<name:name>/drawing")
@describe(headers=[IF_NONE_MATCH], answers={200: answer(DrawingShown), 304: None})
def get_drawing(name: str) -> Response:
    """Show the map layout of a component set; null if it has no drawing of its own."""
    components = component_set_named(name)
    body = {"hash": name, "drawing": services().drawings.of(components)}
    return tagged_by_content(body, FOR_EVERYBODY)


@routes.route("/component-sets/<name:name>/drawing", methods=["PUT"])
@describe(
    body="Drawing",
    answers={200: answer(DrawingShown)},
    refuses=["bad-token", "invalid-drawing", "not-allowed"],
)
def put_drawing(name: str) -> Response:
    """Add or replace the drawing of a component set. Requires the operator's token.

    The set, its hash and the sessions that use it do not change.
    """
    must_be_operator()
    components = component_set_named(name)
    asked = read_struct(Drawing)
    try:
        services().drawings.put(components, asked.drawing)
    except InvalidComponents as error:
        raise faulty("invalid-drawing", "/drawing", error) from None
    return answered({"hash": name, "drawing": asked.drawing})


def component_set_named(name: str) -> ComponentSet:
    """The set of this hash, or the packaged one of this name in one game alone. Raises `Problem`."""
    try:
        return services().library.component_set(name)
    except (UnknownComponentSet, UnknownGame):
        if called_so := _packaged_as(name):
            detail = f"Several games have a component set called {name}. Ask for one by its hash."
            raise Problem("not-found", detail, component_sets=called_so) from None
        raise not_found(
            "There is no such component set. GET /v1/games/{game} lists the sets of a game."
        ) from None


def _packaged_as(name: str) -> list[Json]:
    """The packaged sets of this name, each with its game and hash."""
    library = services().library
    return [
        {"game": key, "hash": packaged[name].hash}
        for key in library.games
        for packaged in (library.packaged(key),)
        if name in packaged
    ]


def faulty(kind: str, below: str, error: InvalidComponents) -> Problem:
    """The problem that names each fault of a document, with its pointer `below` that of the document."""
    faults = [
        {"pointer": below + fault.pointer, "detail": fault.message, "constraint": fault.constraint}
        | ({"others": [below + other for other in fault.others]} if fault.others else {})
        for fault in error.faults
    ]
    first = error.faults[0]
    return Problem(kind, f"{first.constraint}: {first.message}", rule=first.constraint, errors=faults)


def shown(components: ComponentSet) -> dict[str, Json]:
    """A component set, its invented parts named."""
    return {
        "hash": components.hash,
        "game": components.game,
        "document": dict(components.document),
        "invented": list(components.invented),
        "warnings": msgspec.to_builtins(components.warnings),
    }
