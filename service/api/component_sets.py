"""Component sets: physical editions of a game's box, immutable, named by the hash of their content."""

from __future__ import annotations

import msgspec
from flask import Response

from domain.kernel import ComponentSet, InvalidComponents
from domain.kernel.messages import Json
from domain.kernel.opening import load_components
from replays.library import UnknownComponentSet, UnknownGame
from service.bootstrap import services
from service.http.arguments import read_struct
from service.http.blueprint import Blueprint
from service.http.problems import Problem, not_found
from service.http.responses import answered, tagged_by_content
from service.schemas.openapi import IF_NONE_MATCH, TEXT, an_object, describe
from service.schemas.requests import ComponentSetUpload

routes = Blueprint(
    "component-sets", __name__, url_prefix="/v1", description="Editions of a game's box, immutable."
)

FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable"}
"""A hash names one content alone: whoever has it need not ask again."""

SHOWN = an_object("document", "invented", "warnings", hash=TEXT, game=TEXT)


@routes.route("/component-sets", methods=["POST"])
@describe(body="ComponentSetUpload", answers={200: SHOWN, 201: SHOWN})
def add_component_set() -> Response:
    """Upload a component set. The same content again is the same set.

    Its hash names it; a game lists it once a public session is played with it.
    """
    upload = read_struct(ComponentSetUpload)
    game = services().games.get(upload.game)
    if game is None:
        raise Problem("unknown-game", "No game of that name is known here. GET /v1/games lists them.")
    try:
        components = load_components(game, upload.document)
    except InvalidComponents as error:
        faults = [
            {"pointer": "/document" + fault.pointer, "detail": fault.message, "constraint": fault.constraint}
            for fault in error.faults
        ]
        raise Problem(
            "invalid-component-set",
            f"{error.faults[0].constraint}: {error.faults[0].message}",
            rule=error.faults[0].constraint,
            errors=faults,
        ) from None
    packaged = any(components.hash == one.hash for one in services().library.packaged(game.key).values())
    new = not packaged and services().registers.add_component_set(components.hash, game.key, upload.document)
    answer = answered(shown(components), 201 if new else 200)
    answer.headers["Location"] = f"/v1/component-sets/{components.hash}"
    return answer


@routes.route("/component-sets/<name:name>")
@describe(headers=[IF_NONE_MATCH], answers={200: SHOWN, 304: None})
def get_component_set(name: str) -> Response:
    """Show a component set by its hash, which nobody finds who does not know its content."""
    try:
        return tagged_by_content(shown(services().library.component_set(name)), FOR_EVER)
    except (UnknownComponentSet, UnknownGame):
        raise not_found() from None


def shown(components: ComponentSet) -> dict[str, Json]:
    """A component set, its invented parts named."""
    return {
        "hash": components.hash,
        "game": components.game,
        "document": dict(components.document),
        "invented": list(components.invented),
        "warnings": msgspec.to_builtins(components.warnings),
    }
